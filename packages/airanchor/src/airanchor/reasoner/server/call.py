"""One HTTP call to the chat server: checked, answered, and every failure told in OpenAI's error shape."""

import hmac
import json
import logging
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from airanchor.errors import BudgetSpent, ChatRefused, ChatUnavailable, InputError
from airanchor.reasoner.chat import ChatAnswer
from airanchor.reasoner.server.answer import CallMark, completion, error_body, stream
from airanchor.reasoner.server.request import BodyFault, CompletionBody, read_body

if TYPE_CHECKING:
    from airanchor.reasoner.server.server import ChatServer

MAX_BODY_BYTES = 64 * 2**20
MAX_DISCARDED_BYTES = 4 * MAX_BODY_BYTES
RETRY_AFTER_S = 2
CHAT, MODELS, HEALTH = "/v1/chat/completions", "/v1/models", "/health"
METHODS = {CHAT: "POST", MODELS: "GET", HEALTH: "GET"}
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")

_log = logging.getLogger(__name__)


class Fault(Exception):  # noqa: N818 - never leaves this file
    """An answer that is an error."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        kind: str = "invalid_request_error",
        field: str | None = None,
        code: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = error_body(message, kind=kind, field=field, code=code)
        self.headers = headers or {}


class ServedCall(BaseHTTPRequestHandler):
    """Called by the server, in a thread per connection."""

    server: "ChatServer"
    protocol_version = "HTTP/1.1"
    server_version = "airanchor"
    sys_version = ""
    timeout = 30.0  # of silence on the line, in seconds
    disable_nagle_algorithm = True  # else a body waits 40 ms for the receipt of its headers
    _unread_bytes: int | None = None
    """What of the body is still on the line; None where it cannot be known."""

    def do_GET(self) -> None:
        """Models and health."""
        self._guarded()

    def do_POST(self) -> None:
        """Chat."""
        self._guarded()

    def log_message(self, format: str, *args: Any) -> None:
        """Calls are not news."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the parent finds wrong with the request line or headers, and methods nobody serves."""
        self._unread_bytes = None
        self.request_version = self.protocol_version  # unread so far, and then no headers would be sent
        if code == HTTPStatus.NOT_IMPLEMENTED:
            self._send_fault(
                Fault(405, f"method {self.command} is not served", headers={"Allow": "GET, POST"})
            )
        else:
            self._send_fault(Fault(code, message or HTTPStatus(code).phrase))

    def _guarded(self) -> None:
        self._unread_bytes = _stated_size(self.headers.get("Content-Length"))
        try:
            self._route()
        except (ConnectionError, TimeoutError):  # the line is dead, so nobody can be told
            raise
        except Exception as error:
            self._send_fault(fault_of(error))

    def _route(self) -> None:
        path = urlsplit(self.path).path.rstrip("/")
        wanted = METHODS[MODELS] if path.startswith(f"{MODELS}/") else METHODS.get(path)
        if wanted is None:
            raise Fault(404, f"path {path[:80]!r} is unknown; served are {', '.join(METHODS)}")
        if wanted != self.command:
            raise Fault(405, f"{path} takes {wanted}, not {self.command}", headers={"Allow": wanted})
        self._check_host()
        if path == HEALTH:
            self._send_json(200, {"status": "ok"})
            return
        self._check_key()
        if path == CHAT:
            self._chat()
        elif path == MODELS:
            self._send_json(200, {"object": "list", "data": [self._model()]})
        else:
            self._check_model(unquote(path.removeprefix(f"{MODELS}/")))
            self._send_json(200, self._model())

    def _check_host(self) -> None:
        name = self.headers.get("Host", "").strip().lower()
        name = name if name.endswith("]") else name.rpartition(":")[0] or name
        if name and self.server.is_local and name not in LOCAL_NAMES:
            raise Fault(403, f"host {name[:80]!r} is not this machine; call {self.server.base_url}")

    def _check_key(self) -> None:
        key = self.server.key
        scheme, _, given = self.headers.get("Authorization", "").partition(" ")
        is_right = hmac.compare_digest(given.strip().encode(), (key or "").encode())
        if key is not None and not (is_right and scheme.lower() == "bearer"):
            raise Fault(401, "the bearer key is missing or wrong", code="invalid_api_key")

    def _check_model(self, name: str) -> None:
        if name != self.server.model:
            message = f"model {name[:80]!r} is not served; valid is {self.server.model!r}"
            raise Fault(404, message, field="model", code="model_not_found")

    def _model(self) -> dict[str, Any]:
        return {"id": self.server.model, "object": "model", "created": 0, "owned_by": "airanchor"}

    def _chat(self) -> None:
        body = read_body(self._read_body())
        self._check_model(body.model)
        answer, call_id = self._ask(body)
        self._send_answer(body, answer, call_id)

    def _ask(self, body: CompletionBody) -> tuple[ChatAnswer, str]:
        try:
            with self.server.slot():
                request = body.chat_request()
                return self.server.answer(request), f"chatcmpl-{request.digest()[:24]}"
        except Exception as error:  # also what would otherwise pass for a failure of this line
            raise fault_of(error) from None

    def _read_body(self) -> bytes:
        kind = self.headers.get_content_type()
        if kind != "application/json":
            raise Fault(415, f"content type {kind[:60]!r} is not served; send application/json")
        if "Content-Length" not in self.headers or "Transfer-Encoding" in self.headers:
            raise Fault(411, "state the size of the body in Content-Length; chunked bodies are not read")
        size = self._unread_bytes
        if size is None:
            raise Fault(400, f"Content-Length {self.headers['Content-Length'][:40]!r} is no number of bytes")
        if size > MAX_BODY_BYTES:
            raise Fault(413, f"the body is {size} bytes; at most {MAX_BODY_BYTES} are taken")
        data = self.rfile.read(size)
        if len(data) < size:
            raise Fault(400, f"the body ended after {len(data)} of {size} bytes")
        self._unread_bytes = 0
        return data

    def _send_answer(self, body: CompletionBody, answer: ChatAnswer, call_id: str) -> None:
        mark = CallMark(self.server.model, call_id, created_s=int(time.time()))
        if not body.stream:
            self._send_json(200, completion(answer, mark))
            return
        options = body.stream_options
        events = stream(answer, mark, with_usage=bool(options and options.include_usage))
        self._send(200, b"".join(events), {"Content-Type": "text/event-stream"})

    def _send_fault(self, fault: Fault) -> None:
        self._send_json(fault.status, fault.body, fault.headers)

    def _discard_body(self) -> None:
        """What is left unread would be taken for the next call, or reset the line under the answer."""
        left = self._unread_bytes
        if left is None or left > MAX_DISCARDED_BYTES or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            return
        while left and (piece := self.rfile.read(min(left, 2**16))):
            left -= len(piece)
        self._unread_bytes = 0
        self.close_connection = self.close_connection or left > 0

    def _send_json(self, status: int, document: Any, headers: dict[str, str] | None = None) -> None:
        kind = {"Content-Type": "application/json"}
        self._send(status, json.dumps(document).encode(), {**kind, **(headers or {})})

    def _send(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self._discard_body()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def fault_of(error: Exception) -> Fault:
    """The error a caller is told; what nobody foresaw is logged here and told without its details."""
    match error:
        case Fault():
            return error
        case BodyFault():
            return Fault(error.status, str(error), field=error.field)
        case InputError():
            return Fault(400, str(error))
        case ChatUnavailable():
            headers = {"Retry-After": str(RETRY_AFTER_S)}
            return Fault(503, str(error), kind="server_error", code="unavailable", headers=headers)
        case ChatRefused():
            return Fault(403, str(error), kind="permission_error", code="refused")
        case BudgetSpent():
            return Fault(402, str(error), kind="insufficient_quota", code="budget_spent")
    _log.error("a call failed", exc_info=error)
    return Fault(500, "the server failed at this call", kind="server_error")


def _stated_size(text: str | None) -> int | None:
    """The number of a Content-Length; 0 where there is none, None where it is no number."""
    if text is None:
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
