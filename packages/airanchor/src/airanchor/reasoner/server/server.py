"""Serves any chat transport over HTTP as OpenAI's chat completions, so that other agents can ask it too.

Only loopback is served unless told otherwise, and a page in a browser cannot reach it: bodies must be JSON by
their content type, and on loopback the Host header must name loopback. No address in a request is fetched.
"""

import logging
import socket
import socketserver
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from types import TracebackType

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest, ChatTransport
from airanchor.reasoner.server.call import ServedCall

LOOPBACK = ("127.0.0.1", "::1", "localhost")

_log = logging.getLogger(__name__)


class ChatServer(ThreadingHTTPServer):
    """The listening socket and what its threads share."""

    daemon_threads = True

    def __init__(
        self,
        transport: ChatTransport,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        allow_remote: bool = False,
        key: str | None = None,
        parallel_calls: int = 1,
    ) -> None:
        _check(host, port, allow_remote=allow_remote)
        self.is_local = host in LOOPBACK
        self.key = key
        self.model = transport.name
        self._transport = transport
        self._slots = threading.BoundedSemaphore(parallel_calls)
        self._host = host
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__((host, port), ServedCall)
        except OSError as error:
            raise InputError(
                f"cannot listen on {host} port {port}: {error.strerror or error}; choose another port, "
                "or 0 for any free one"
            ) from error
        self._thread: threading.Thread | None = None

    @property
    def base_url(self) -> str:
        """What clients call their base URL."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.server_port}/v1"

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Waits for a turn: few transports can be asked twice at once, and unpacked images take room."""
        with self._slots:
            yield

    def answer(self, request: ChatRequest) -> ChatAnswer:
        """Ask the transport."""
        return self._transport.complete(request)

    def start(self) -> None:
        """Serve from a thread of its own."""
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Until another thread closes the server, or Ctrl-C."""
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(timeout=0.5)

    def close(self) -> None:
        """Stop listening; calls that are under way are dropped."""
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
            self._thread = None
        self.server_close()

    def __enter__(self) -> "ChatServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def server_bind(self) -> None:
        """As the parent does, without its look-up of this machine's name, which may hang."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[0], self.server_address[1]  # type: ignore[assignment]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no news; anything else is logged here and never sent."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            _log.exception("a connection failed")


def serve_chat(
    transport: ChatTransport,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    allow_remote: bool = False,
    key: str | None = None,
    parallel_calls: int = 1,
) -> ChatServer:
    """A server that is already answering; use it as a context manager, or close it.

    Port 0 takes any free one: read `base_url`. With a `key`, calls must carry it as a bearer token. Calls are
    put to the transport one at a time unless it is known to bear more.
    """
    server = ChatServer(
        transport,
        host=host,
        port=port,
        allow_remote=allow_remote,
        key=key,
        parallel_calls=parallel_calls,
    )
    server.start()
    return server


def _check(host: str, port: int, *, allow_remote: bool) -> None:
    if host not in LOOPBACK and not allow_remote:
        raise InputError(
            f"host {host!r} can be reached by other machines; use 127.0.0.1, or allow it explicitly"
        )
    if not 0 <= port <= 65535:
        raise InputError(f"port {port} must be from 0 to 65535")
