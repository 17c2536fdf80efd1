"""The page of a flight that is still being written: a small server for this machine's browser only.

It binds the loopback address, answers GET only, and refuses any request whose Host is not its own: a page
from elsewhere that points its name at this machine (DNS rebinding) therefore gets nothing.
"""

import json
import math
import re
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from airanchor.errors import InputError, TraceError
from airanchor.trace import Trace, read_trace
from airanchor.trace.writer import EVENTS_FILE
from airanchor.viewer.page import content_policy, fill_page
from airanchor.viewer.pictures import images_of, small_picture
from airanchor.viewer.story import FlightStory, tell
from airanchor.viewer.story_json import Json, story_json

LOOPBACK = "127.0.0.1"
LAST_LOOK_S = 2.5
"""A page that is being watched asks every second; so long it may take to see the end."""
_IMAGE = re.compile(r"/image/([0-9a-f]{64})")


class LiveView:
    """Serves one trace folder, which need not exist yet, from `with` to the end of its block."""

    def __init__(self, folder: str | Path, port: int = 0) -> None:
        if not 0 <= port <= 65535:
            raise InputError(f"port {port} is not valid; it is 0 (any free one) to 65535")
        self._server = _Server(Path(folder), port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{LOOPBACK}:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.await_last_look()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a browser's open connection must not hold up the end of a flight

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self._asked_s = -math.inf
        self._told = ""
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as error:
            raise InputError(f"cannot serve on port {port}: {error}; port 0 takes any free one") from error

    @property
    def hosts(self) -> frozenset[str]:
        """The Host headers of a browser that really asks this server."""
        port = self.server_address[1]
        return frozenset((f"{LOOPBACK}:{port}", f"localhost:{port}"))

    def version(self) -> str:
        """Changes whenever the recording has grown."""
        try:
            return str((self.folder / EVENTS_FILE).stat().st_size)
        except OSError:
            return "0"

    def tell_since(self, version: str) -> Json | None:
        """The story so far, or None where the page that asks has it already."""
        self._asked_s = time.monotonic()
        self._told = self.version()
        return None if version == self._told else self.document()

    def await_last_look(self) -> None:
        """Let a page that is being watched fetch what was written last."""
        end_s = self._asked_s + LAST_LOOK_S
        while self._told != self.version() and time.monotonic() < end_s:
            time.sleep(0.05)

    def trace(self) -> Trace | None:
        """What is recorded so far; None before the first whole event."""
        try:
            return read_trace(self.folder)
        except TraceError:
            return None

    def document(self) -> Json:
        """The story so far, its images left to be asked for."""
        version, trace = self.version(), self.trace()
        story = tell(trace) if trace else FlightStory(self.folder.name, "", is_cut_off=False)
        return {**story_json(story), "version": version}


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "airanchor"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            return self._refuse(HTTPStatus.FORBIDDEN, "This address is not served here.")
        address = urlsplit(self.path)
        if address.path == "/":
            page = fill_page(self.server.document(), is_live=True)
            return self._send(page.encode(), "text/html; charset=utf-8")
        if address.path == "/story":
            return self._story(parse_qs(address.query).get("since", [""])[0])
        if match := _IMAGE.fullmatch(address.path):
            return self._image(match[1])
        return self._refuse(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _story(self, since: str) -> None:
        document = self.server.tell_since(since)
        if document is None:
            return self._send(b"", "application/json", HTTPStatus.NO_CONTENT)
        text = json.dumps(document, ensure_ascii=True, allow_nan=False)
        return self._send(text.encode(), "application/json")

    def _image(self, digest: str) -> None:
        picture = small_picture(images_of(self.server.folder), digest)
        if picture is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "This image was not kept.")
        return self._send(picture.data, picture.media_type, cache="private, max-age=3600, immutable")

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        self._send(words.encode(), "text/plain; charset=utf-8", status)

    def _send(
        self,
        body: bytes,
        media_type: str,
        status: HTTPStatus = HTTPStatus.OK,
        cache: str = "no-store",
    ) -> None:
        try:
            self.send_response(status)
            headers = {
                "Content-Type": media_type,
                "Content-Length": str(len(body)),
                "Cache-Control": cache,
                "Content-Security-Policy": content_policy(is_live=True) + "; frame-ancestors 'none'",
                "Cross-Origin-Resource-Policy": "same-origin",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            }
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal belongs to the flight."""
