"""A service's key: read from the environment, shown to nobody, and struck out of any text that echoes it."""

import html
import json
import os
import re
from collections.abc import Callable, Generator, Mapping
from urllib.parse import quote

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
        """The text without the key, plain or escaped as JSON, URLs or HTML would."""
        secret = self._reveal()
        if len(secret) < MIN_REDACTED:
            return text
        for form in _echoes(secret):
            text = re.sub(re.escape(form), STRUCK_OUT, text, flags=re.IGNORECASE)
        return text

    def redact_bytes(self, data: bytes) -> bytes:
        """The data without the key."""
        return self.redact(data.decode("latin-1")).encode("latin-1")


def _echoes(secret: str) -> tuple[str, ...]:
    """The key as JSON, URLs and HTML may write it, longest first: all of it escaped, or its signs alone."""
    quoted = json.dumps(secret)[1:-1]
    forms = {secret, quoted, json.dumps(quoted)[1:-1], html.escape(secret), quote(secret, safe="")}
    forms |= {form.replace("/", "\\/") for form in tuple(forms)}
    for written in ("\\u{:04x}", "%{:02x}", "&#{};", "&#x{:x};"):
        whole = "".join(written.format(ord(char)) for char in secret)
        signs = "".join(char if char.isalnum() else written.format(ord(char)) for char in secret)
        kept = "".join(
            char if char.isalnum() or char in "-_." else written.format(ord(char)) for char in secret
        )
        forms |= {whole, signs, kept}
    return tuple(sorted(forms, key=len, reverse=True))


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
