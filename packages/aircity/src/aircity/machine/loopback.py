"""A page for this machine's browser only: a small server on the loopback address.

It refuses any request whose Host is not its own: a page from elsewhere that points its name at this machine
(DNS rebinding) therefore gets nothing.
"""

import socketserver
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from aircity.errors import InputError

LOOPBACK = "127.0.0.1"


class PageServer(ThreadingHTTPServer):
    """Listens on the loopback address; `policy` is the content policy of all that it sends."""

    daemon_threads = True
    block_on_close = False  # a browser's open connection must not hold up the end

    def __init__(self, handler: type["PageHandler"], port: int, policy: str) -> None:
        if not 0 <= port <= 65535:
            raise InputError(f"port {port} is not valid; it is 0 (any free one) to 65535")
        self.policy = policy
        try:
            super().__init__((LOOPBACK, port), handler)
        except OSError as error:
            raise InputError(f"cannot serve on port {port}: {error}; port 0 takes any free one") from error

    def server_bind(self) -> None:
        """As the parent does, without its look-up of this machine's name, which may hang."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    @property
    def hosts(self) -> tuple[str, str]:
        """The Host headers of a browser that really asks this server."""
        return f"{LOOPBACK}:{self.server_port}", f"localhost:{self.server_port}"

    def before_end(self) -> None:
        """What is still to be done when the page is no longer needed."""


class PageHandler(BaseHTTPRequestHandler):
    """One request; whoever extends it answers GET and perhaps POST."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "airanchor"
    sys_version = ""
    timeout = 30

    @property
    def is_for_us(self) -> bool:
        """Whether the browser asked for this server by one of its own names."""
        return self.headers.get("Host", "").lower() in self.server.hosts

    def refuse(self, status: HTTPStatus, words: str) -> None:
        """Answer with a sentence."""
        self.send(words.encode(), "text/plain; charset=utf-8", status)

    def send(
        self,
        body: bytes,
        media_type: str,
        status: HTTPStatus = HTTPStatus.OK,
        cache: str = "no-store",
        policy: str | None = None,
    ) -> None:
        """Answer with a body that no other page may use; a browser that went away is no news.

        `policy` is the content policy of a page that is not the server's own.
        """
        headers = {
            "Content-Type": media_type,
            "Content-Length": str(len(body)),
            "Cache-Control": cache,
            "Content-Security-Policy": f"{policy or self.server.policy}; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        try:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: requests are no news, and the terminal belongs to somebody else."""


class ServedPage:
    """Serves from `with` to the end of its block."""

    def __init__(self, server: PageServer) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{LOOPBACK}:{self._server.server_port}/"

    def wait(self) -> None:
        """Until Ctrl-C."""
        while self._thread.is_alive():
            self._thread.join(timeout=0.5)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.before_end()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
