"""One HTTP request with a hard deadline, a cap on what comes back, and no redirects.

A time-out of an HTTP library is per read: a server that drips one byte a second never meets it. So the
exchange runs on a thread of its own that checks the deadline at each chunk, and the caller stops waiting at
the deadline, or at Ctrl-C, whatever that thread is stuck in: name lookup, dripping headers, a body without
end.
"""

import queue
import threading
import time
from dataclasses import dataclass

import httpx

from airanchor.errors import ChatRefused, ChatUnavailable
from airanchor.reasoner.client.api_key import ApiKey
from aircity.machine import interruption

_GRACE_S = 0.25  # lets the exchange report its own time-out, which says more, before the caller gives up
_LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class Response:
    """What came back, whole."""

    status: int
    headers: httpx.Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """What one exchange may take."""

    timeout_s: float
    max_body_bytes: int = 4_000_000


def post_json(client: httpx.Client, url: str, *, content: bytes, key: ApiKey, limits: Limits) -> Response:
    """POST and return the response of any status, or raise ChatUnavailable."""
    results: queue.SimpleQueue[Response | Exception] = queue.SimpleQueue()

    def exchange() -> None:
        try:
            results.put(_exchange(client, url, content=content, key=key, limits=limits))
        except Exception as error:
            results.put(error)

    threading.Thread(target=exchange, name="chat exchange", daemon=True).start()
    result = _awaited(results, limits)
    if isinstance(result, Response):
        return result
    raise _in_our_words(result, url, limits) from None


def _awaited(results: "queue.SimpleQueue[Response | Exception]", limits: Limits) -> Response | Exception:
    """The result of the exchange, or ChatUnavailable at the deadline; Ctrl-C is looked for meanwhile."""
    ends_s = time.monotonic() + limits.timeout_s + _GRACE_S
    while (left_s := ends_s - time.monotonic()) > 0:
        interruption.check()
        try:
            return results.get(timeout=min(left_s, _LOOK_S))
        except queue.Empty:
            continue
    raise ChatUnavailable(_too_late(limits))


def _exchange(
    client: httpx.Client,
    url: str,
    *,
    content: bytes,
    key: ApiKey,
    limits: Limits,
) -> Response:
    ends_s = time.monotonic() + limits.timeout_s
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    with client.stream(
        "POST",
        url,
        content=content,
        headers=headers,
        auth=key,
        timeout=limits.timeout_s,
        follow_redirects=False,
    ) as response:
        body = bytearray()
        for chunk in response.iter_raw():
            body += chunk
            if time.monotonic() > ends_s:
                raise ChatUnavailable(_too_late(limits))
            if len(body) > limits.max_body_bytes:
                raise ChatUnavailable(f"the answer is longer than {limits.max_body_bytes:,} bytes")
        return Response(response.status_code, response.headers, bytes(body))


def _in_our_words(error: Exception, url: str, limits: Limits) -> Exception:
    if isinstance(error, httpx.TimeoutException):
        return ChatUnavailable(_too_late(limits))
    if isinstance(error, httpx.HTTPError):
        return ChatUnavailable(f"the connection failed ({type(error).__name__}: {str(error)[:200]})")
    if isinstance(error, httpx.InvalidURL | UnicodeError):
        return ChatRefused(f"{url[:200]} is no address that can be called; correct base_url in the profile")
    return error


def _too_late(limits: Limits) -> str:
    return f"no complete answer within {limits.timeout_s:g} s"
