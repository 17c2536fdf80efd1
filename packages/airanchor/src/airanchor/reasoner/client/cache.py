"""A chat that asks its model only once: answers are kept on disk under all that they depend on."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident

from pydantic import BaseModel, ConfigDict, ValidationError

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest, ChatTransport, TokenUse
from airanchor.reasoner.prompts.characters import writable
from aircity.machine.untrusted import read_bytes

MAX_BYTES = 4_000_000
"""No answer is a hundredth as long; a longer file is none of ours."""


class _Entry(BaseModel):
    """One kept answer. It repeats its key, so that a file in the wrong place answers nothing."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    key: str
    text: str
    reasoning: str = ""
    is_truncated: bool = False
    model: str = ""


class CachedChat:
    """Wraps a transport. The key is the profile's, the whole request, and the schema of its answer.

    A hit costs nothing and says so: no tokens, no time, and "cached" as the source. What cannot be read is a
    miss, and a folder that cannot be written to any more only means that nothing new is kept.
    """

    def __init__(self, transport: ChatTransport, folder: str | Path, profile_key: str) -> None:
        self._transport = transport
        self._folder = Path(folder)
        self._profile_key = profile_key
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"answers cannot be kept in {folder}: {error}; choose another folder") from error

    @property
    def name(self) -> str:
        """The wrapped transport's: the answers are its own."""
        return self._transport.name

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The kept answer, or the transport's, which is then kept unless it is empty."""
        key = self._key(request)
        path = self._folder / key[:2] / f"{key}.json"
        kept = _read(path, key)
        if kept is not None:
            return ChatAnswer(
                kept.text,
                usage=TokenUse(0, 0, "cached"),
                reasoning=kept.reasoning,
                is_truncated=kept.is_truncated,
                model=kept.model,
            )
        answer = self._transport.complete(request)
        if answer.text.strip() or answer.reasoning.strip():
            _write(path, _entry(key, answer))
        return answer

    def _key(self, request: ChatRequest) -> str:
        schema = json.dumps(request.schema, sort_keys=True)
        parts = json.dumps([self._profile_key, request.digest(), schema])
        return hashlib.sha256(parts.encode()).hexdigest()


def _entry(key: str, answer: ChatAnswer) -> _Entry:
    return _Entry(
        key=key,
        text=writable(answer.text),
        reasoning=writable(answer.reasoning),
        is_truncated=answer.is_truncated,
        model=writable(answer.model),
    )


def _read(path: Path, key: str) -> _Entry | None:
    try:
        entry = _Entry.model_validate_json(read_bytes(path, MAX_BYTES))
    except (OSError, ValidationError):
        return None
    return entry if entry.key == key else None


def _write(path: Path, entry: _Entry) -> None:
    """Write so that other processes see the file whole or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}.part")
    try:
        path.parent.mkdir(exist_ok=True)
        unfinished.write_text(entry.model_dump_json(), encoding="utf-8")
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
