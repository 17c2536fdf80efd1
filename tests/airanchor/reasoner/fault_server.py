"""A loopback chat service that misbehaves on request: one handler a fault, over real HTTP."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Call(BaseHTTPRequestHandler):
    """One request; the server's script decides what happens to it."""

    protocol_version = "HTTP/1.1"
    server: "FaultServer"

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length))
        self.server.seen.append(Seen(self.path, dict(self.headers), body))
        self.close_connection = True
        with suppress(BrokenPipeError, ConnectionResetError):  # the client has hung up, as it should
            self.server.next_script()(self, body)

    def reply(self, status: int, data: bytes, **headers: str) -> None:
        """A whole response."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), "Connection": "close", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@dataclass
class Seen:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


Script = Callable[[Call, dict[str, Any]], None]


class FaultServer(ThreadingHTTPServer):
    """Runs its scripts in order, the last one for ever."""

    daemon_threads = True

    def __init__(self, scripts: list[Script]) -> None:
        super().__init__(("127.0.0.1", 0), Call)
        self._scripts = scripts
        self._lock = threading.Lock()
        self.seen: list[Seen] = []
        self.stopped = threading.Event()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def next_script(self) -> Script:
        with self._lock:
            return self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Quiet."""


@contextmanager
def serving(*scripts: Script) -> Iterator[FaultServer]:
    """A running server."""
    server = FaultServer(list(scripts))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()


def completion(content: Any, **changed: Any) -> bytes:
    """The body of a good chat completion."""
    document = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "fault-1",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return json.dumps(document | changed).encode()


def says(content: Any, **changed: Any) -> Script:
    """A good answer with this content."""
    return lambda call, body: call.reply(200, completion(content, **changed))


def sends(data: bytes, status: int = 200, **headers: str) -> Script:
    """Any bytes."""
    return lambda call, body: call.reply(status, data, **headers)


def hangs(call: Call, body: dict[str, Any]) -> None:
    """Never answers."""
    call.server.stopped.wait(20)


def drips(call: Call, body: dict[str, Any]) -> None:
    """A good answer, one byte every fiftieth of a second, so that no single read is slow."""
    data = completion("{}" + " " * 4000)
    call.send_response(200)
    call.send_header("Content-Length", str(len(data)))
    call.end_headers()
    _drip(call, data)


def drips_headers(call: Call, body: dict[str, Any]) -> None:
    """Headers without end."""
    call.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    _drip(call, b"a" * 2000)


def _drip(call: Call, data: bytes) -> None:
    for byte in data:
        if call.server.stopped.is_set():
            return
        call.wfile.write(bytes([byte]))
        call.wfile.flush()
        time.sleep(0.02)


def cuts_body(call: Call, body: dict[str, Any]) -> None:
    """Hangs up in the middle of the body."""
    data = completion('{"node_id": 1}')
    call.send_response(200)
    call.send_header("Content-Length", str(len(data)))
    call.end_headers()
    call.wfile.write(data[: len(data) // 2])


def cuts_at_once(call: Call, body: dict[str, Any]) -> None:
    """Hangs up without a word."""


def understates_length(call: Call, body: dict[str, Any]) -> None:
    """Promises fewer bytes than it sends."""
    data = completion('{"node_id": 1}')
    call.reply(200, data, Content_Length=str(len(data) - 40))


def floods(call: Call, body: dict[str, Any]) -> None:
    """A body without end."""
    call.send_response(200)
    call.send_header("Connection", "close")
    call.end_headers()
    block = b" " * 65536
    for _ in range(2000):
        if call.server.stopped.is_set():
            return
        call.wfile.write(block)


def speaks_no_http(call: Call, body: dict[str, Any]) -> None:
    """Something else listens there."""
    call.wfile.write(b"\x00\x01SSH-2.0 nonsense\r\n\r\n")


def echoes_key(status: int) -> Script:
    """Quotes the key back in everything it says, also hidden behind escapes."""

    def script(call: Call, body: dict[str, Any]) -> None:
        key = call.headers.get("Authorization", "").removeprefix("Bearer ")
        escaped = "".join(f"\\u{ord(char):04x}" for char in key)
        text = f'{{"choices": [{{"message": {{"content": "{key} and {escaped}", '
        text += f'"reasoning_content": "{escaped}"}}}}], "model": "{escaped}", "error": "bad key {key}"}}'
        call.reply(status, text.encode())

    return script
