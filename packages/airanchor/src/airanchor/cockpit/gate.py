"""Who may come in: this machine's browser, by one of the server's own names, from its own page.

A page from elsewhere that points its name at this machine (DNS rebinding) has another Host; one that opens a
websocket or posts a file across sites has another Origin. Both get nothing.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS = ("GET", "HEAD")
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Of all that is served."""


def page_policy(port: int) -> str:
    """What the cockpit's page may do: run and show its own files, and talk to its own server."""
    lines = " ".join(f"ws://{host}" for host in own_hosts(port))
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self' {lines}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def own_hosts(port: int) -> tuple[str, str]:
    """The Host headers of a browser that really asks this server."""
    return f"127.0.0.1:{port}", f"localhost:{port}"


class Gate:
    """Stands before the application. The port is known only once the server listens."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.port = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan" or self._is_welcome(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "not from this server's page"})
        else:
            body = b"This address is not served here."
            kinds = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": 403, "headers": kinds})
            await send({"type": "http.response.body", "body": body})

    def _is_welcome(self, scope: Scope) -> bool:
        headers = [(name.lower(), value.decode("latin-1").lower()) for name, value in scope["headers"]]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        own = own_hosts(self.port)
        if len(hosts) != 1 or hosts[0] not in own:
            return False
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS and not origins:
            return True
        return len(origins) == 1 and origins[0] in [f"http://{host}" for host in own]
