"""Writes every exchange with a model into a trace, and answers from such a trace without any model.

Equal flights have equal exchanges, so a replay is exact: a question that differs from the recorded one is an
error that says where, never a guess.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import ChatUnavailable, InputError, ReasonerError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest, Message, Part, TextPart, TokenUse
from airanchor.reasoner.prompts.characters import writable
from airanchor.reasoner.prompts.reader import read_prompt
from airanchor.reasoner.reasoner import Answer, Exchange
from airanchor.trace import (
    AnswerEvent,
    ExchangeEvent,
    MessageRow,
    PartRow,
    Trace,
    TraceWriter,
    UsageRow,
    content_hash,
)

ImageHasher = Callable[[NDArray[np.uint8]], str]


class RecordingListener:
    """Records what a reasoner asks, gets and makes of it."""

    def __init__(self, writer: TraceWriter) -> None:
        self._writer = writer

    def exchanged(self, exchange: Exchange) -> None:
        """One call to the model has ended."""
        answer = exchange.answer
        timing = {"latency_s": answer.latency_s, "retries": float(answer.retries)} if answer else None
        self._writer.write(_event(exchange, self._writer.save_rgb), timing)

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """A role has its reply."""
        self._writer.write(
            AnswerEvent(
                role=role,
                source=answer.source,
                reply=answer.reply.model_dump(mode="json"),
                faults=tuple(writable(fault) for fault in answer.faults),
            )
        )


class ReplayChat:
    """Gives the recorded answers in their order, each only to the very question it answered."""

    def __init__(self, trace: Trace) -> None:
        self._events = tuple(event for event in trace.events if isinstance(event, ExchangeEvent))
        self._folder = trace.folder
        self._count = 0

    @property
    def name(self) -> str:
        """What results are marked with: the model that answered first."""
        return next((event.model for event in self._events if event.model), "replay")

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The recorded answer to the next question, which must be the recorded one."""
        if self._count == len(self._events):
            raise ReasonerError(
                f"{self._folder} holds {len(self._events)} exchanges and {_role(request)} asks one more; "
                "it was recorded with other settings or broken off"
            )
        event = self._events[self._count]
        self._check(event, request)
        self._count += 1
        if event.answer is None:
            raise ChatUnavailable(event.fault or "no answer was recorded")
        return ChatAnswer(
            event.answer,
            usage=TokenUse(event.usage.input, event.usage.output, event.usage.source)
            if event.usage
            else None,
            reasoning=event.reasoning,
            is_truncated=event.is_truncated,
            model=event.model,
        )

    def _check(self, event: ExchangeEvent, request: ChatRequest) -> None:
        difference = _difference(event, request)
        if difference is not None:
            raise ReasonerError(
                f"exchange {self._count + 1} of {self._folder}, attempt {event.attempt} of {event.role}, "
                f"was another question: {difference}. A replay needs the same version, settings and world"
            )


def _event(exchange: Exchange, hash_of: ImageHasher) -> ExchangeEvent:
    request, answer = exchange.request, exchange.answer or ChatAnswer("")
    usage = answer.usage
    return ExchangeEvent(
        role=exchange.role,
        attempt=exchange.attempt,
        messages=_rows(request.messages, hash_of),
        temperature=request.temperature,
        seed=request.seed,
        max_output_tokens=request.max_output_tokens,
        answer=writable(answer.text) if exchange.answer is not None else None,
        reasoning=writable(answer.reasoning),
        usage=UsageRow(input=usage.input, output=usage.output, source=usage.source) if usage else None,
        is_truncated=answer.is_truncated,
        model=writable(answer.model),
        fault=writable(exchange.fault) if exchange.fault is not None else None,
    )


def _rows(messages: tuple[Message, ...], hash_of: ImageHasher) -> tuple[MessageRow, ...]:
    return tuple(
        MessageRow(author=message.author, parts=tuple(_part(part, hash_of) for part in message.parts))
        for message in messages
    )


def _part(part: Part, hash_of: ImageHasher) -> PartRow:
    if isinstance(part, TextPart):
        return PartRow(text=writable(part.text))
    return PartRow(image=hash_of(part.rgb))


def _difference(event: ExchangeEvent, request: ChatRequest) -> str | None:
    """Where a question first differs from the recorded one, in words."""
    asked = _rows(request.messages, content_hash)
    for place, (then, now) in enumerate(zip(event.messages, asked, strict=False), 1):
        if then != now:
            return f"message {place} ({now.author}, now of {_role(request)}) {_first_unlike(then, now)}"
    if len(event.messages) != len(asked):
        return f"it had {len(event.messages)} messages and has {len(asked)} now"
    for setting in ("temperature", "seed", "max_output_tokens"):
        then_set, now_set = getattr(event, setting), getattr(request, setting)
        if then_set != now_set:
            return f"{setting} was {then_set} and is {now_set} now"
    return None


def _first_unlike(then: MessageRow, now: MessageRow) -> str:
    if then.author != now.author:
        return f"was by {then.author}"
    images = 0
    for old, new in zip(then.parts, now.parts, strict=False):
        images += new.image is not None
        if old == new:
            continue
        if old.text is None or new.text is None:
            return (
                f"has another image {images}" if old.text is None and new.text is None else "has other parts"
            )
        at = next(
            (at for at, (a, b) in enumerate(zip(old.text, new.text, strict=False)) if a != b),
            min(len(old.text), len(new.text)),
        )
        return f"said {_around(old.text, at)} and says {_around(new.text, at)} now"
    return f"had {len(then.parts)} parts and has {len(now.parts)} now"


def _around(text: str, at: int) -> str:
    return ascii(text[max(0, at - 20) : at + 30])


def _role(request: ChatRequest) -> str:
    try:
        return read_prompt(request.messages).role
    except InputError:
        return "no known role"
