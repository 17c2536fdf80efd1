"""A service's key: read from the environment, shown to nobody, and struck out of any text that echoes it."""

import os
import re
from collections.abc import Callable, Generator, Mapping

import httpx

from airanchor.errors import InputError

STRUCK_OUT = "[key removed]"
MIN_REDACTED = 6
"""Shorter keys (a local server's "none", say) are no secrets, and striking them out would garble answers."""
_VISIBLE = re.compile(r"[\x21-\x7e]{1,4096}")


class ApiKey(httpx.Auth):
    """Signs requests with a key that neither repr nor str nor a traceback's variables reveal."""

    def __init__(self, secret: str) -> None:
        self._reveal: Callable[[], str] = lambda: secret

    def __repr__(self) -> str:
        return "ApiKey(hidden)"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Put the key into the one header that carries it."""
        if self._reveal():
            request.headers["Authorization"] = f"Bearer {self._reveal()}"
        yield request

    def redact(self, text: str) -> str:
        """The text without the key."""
        secret = self._reveal()
        return text.replace(secret, STRUCK_OUT) if len(secret) >= MIN_REDACTED else text

    def redact_bytes(self, data: bytes) -> bytes:
        """The data without the key."""
        secret = self._reveal().encode("ascii")
        return data.replace(secret, STRUCK_OUT.encode()) if len(secret) >= MIN_REDACTED else data


def read_key(variable: str | None, environment: Mapping[str, str] | None = None) -> ApiKey:
    """The key in an environment variable; no variable means a service without one."""
    if variable is None:
        return ApiKey("")
    secret = (os.environ if environment is None else environment).get(variable, "").strip()
    if not secret:
        raise InputError(
            f"the key is read from {variable}, which is not set; run: export {variable}=<your key>"
        )
    if not _VISIBLE.fullmatch(secret):
        raise InputError(
            f"{variable} holds spaces, control characters or letters outside ASCII, so it cannot be a key; "
            "copy it again"
        )
    return ApiKey(secret)
