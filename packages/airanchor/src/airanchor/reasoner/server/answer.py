"""Writes answers and errors as OpenAI's clients read them, whole or as server-sent events."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from airanchor.reasoner.chat import ChatAnswer


@dataclass(frozen=True, slots=True)
class CallMark:
    """What every document of one call carries."""

    model: str
    call_id: str
    created_s: int

    def to_json(self, kind: str) -> dict[str, Any]:
        """The first fields of a document of that kind."""
        return {"id": self.call_id, "object": kind, "created": self.created_s, "model": self.model}


def completion(answer: ChatAnswer, mark: CallMark) -> dict[str, Any]:
    """The whole answer as one document."""
    message = {"role": "assistant", "content": answer.text, "refusal": None}
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    choice = {"index": 0, "message": message, "finish_reason": _reason(answer), "logprobs": None}
    return {**mark.to_json("chat.completion"), "choices": [choice], **_usage(answer)}


def stream(answer: ChatAnswer, mark: CallMark, *, with_usage: bool) -> Iterator[bytes]:
    """The answer as server-sent events: one piece with all its text, its end, and the mark of the end."""
    head = mark.to_json("chat.completion.chunk")
    delta = {"role": "assistant", "content": answer.text}
    if answer.reasoning:
        delta["reasoning_content"] = answer.reasoning
    yield _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _reason(answer)}]})
    if with_usage:
        yield _event({**head, "choices": [], **_usage(answer)})
    yield b"data: [DONE]\n\n"


def error_body(
    message: str, *, kind: str, field: str | None = None, code: str | None = None
) -> dict[str, Any]:
    """An error as OpenAI's clients read it."""
    return {"error": {"message": message, "type": kind, "param": field, "code": code}}


def _reason(answer: ChatAnswer) -> str:
    return "length" if answer.is_truncated else "stop"


def _usage(answer: ChatAnswer) -> dict[str, Any]:
    use = answer.usage
    if use is None:
        return {}
    total = use.input + use.output
    told = {"prompt_tokens": use.input, "completion_tokens": use.output, "total_tokens": total}
    return {"usage": {**told, "source": use.source}}


def _event(document: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(document).encode() + b"\n\n"
