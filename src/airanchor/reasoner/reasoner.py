"""The reasoner: asks a role and always comes back with a valid reply, or the role's fallback, and says which.

A transport owns its own retries. What the reasoner adds is meaning: an answer that breaks the role's rules is
quoted back once with the fault; if the second is no better, the fallback applies. Only a refused service or a
spent budget ends in an exception, since going on would be useless or unwanted.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from airanchor.errors import ChatUnavailable, InputError
from airanchor.reasoner.chat import Author, ChatAnswer, ChatRequest, ChatTransport, Message, TextPart
from airanchor.reasoner.extraction import extract_object
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.template import clean, render
from airanchor.reasoner.usage import Call, Ledger

QueryT = TypeVar("QueryT")
ReplyT = TypeVar("ReplyT", bound=Reply)


class Source(StrEnum):
    """How a reply came about."""

    FIRST = "first answer"
    REPAIRED = "repaired answer"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question as it was sent and what came back; `fault` says why it could not be used."""

    role: str
    request: ChatRequest
    answer: ChatAnswer | None
    fault: str | None


@dataclass(frozen=True, slots=True)
class Answer(Generic[ReplyT]):
    """A valid reply, where it came from, and what was wrong on the way."""

    reply: ReplyT
    source: Source
    faults: tuple[str, ...] = ()


class ExchangeListener(Protocol):
    """Is told each exchange as it ends, and each answer: a recorder, for one."""

    def exchanged(self, exchange: Exchange) -> None:
        """One call to the model has ended."""
        ...

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """A role has its reply."""
        ...


@dataclass(frozen=True, slots=True)
class ReasonerConfig:
    """How models are asked."""

    temperature: float = 0.0
    seed: int | None = 0
    max_output_tokens: int = 2048
    repairs: int = 1
    """How often a faulty answer is quoted back."""


class Reasoner:
    """One model in all roles."""

    def __init__(
        self,
        transport: ChatTransport,
        *,
        pixels: PixelConvention | None = None,
        config: ReasonerConfig | None = None,
        listener: ExchangeListener | None = None,
    ) -> None:
        self._transport = transport
        self._pixels = pixels or PixelConvention()
        self._config = config or ReasonerConfig()
        self._listener = listener
        self.ledger = Ledger()

    @property
    def name(self) -> str:
        """What results are marked with."""
        return self._transport.name

    def ask(self, role: Role[QueryT, ReplyT], request: QueryT) -> Answer[ReplyT]:
        """Put a request to the model and return a valid reply."""
        messages = render(role, request, self._pixels)
        faults: list[str] = []
        payload: Payload = {}
        for attempt in range(1 + self._config.repairs):
            try:
                answer = self._complete(role, messages, is_repair=attempt > 0)
            except ChatUnavailable as error:
                faults.append(str(error))
                break
            try:
                payload = self._payload(role, answer, request)
                reply = role.check(payload, request)
            except InputError as error:
                faults.append(str(error))
                self._tell(role, messages, answer, str(error))
                messages = _asked_again(messages, answer, str(error))
                continue
            self._tell(role, messages, answer, None)
            source = Source.REPAIRED if attempt else Source.FIRST
            return self._finished(role, Answer(reply, source, tuple(faults)))
        self.ledger.add_fallback(role.name)
        return self._finished(role, Answer(role.fallback(payload, request), Source.FALLBACK, tuple(faults)))

    def _complete(
        self, role: Role[Any, Any], messages: tuple[Message, ...], *, is_repair: bool
    ) -> ChatAnswer:
        request = self._chat_request(role, messages)
        try:
            answer = self._transport.complete(request)
        except ChatUnavailable as error:
            self._tell(role, messages, None, str(error))
            raise
        self.ledger.add(Call(role.name, answer.usage, answer.latency_s, answer.retries, is_repair))
        return answer

    def _chat_request(self, role: Role[Any, Any], messages: tuple[Message, ...]) -> ChatRequest:
        config = self._config
        return ChatRequest(
            messages,
            max_output_tokens=config.max_output_tokens,
            temperature=config.temperature,
            seed=config.seed,
            schema=role.reply.model_json_schema(),
        )

    def _payload(self, role: Role[QueryT, Any], answer: ChatAnswer, request: QueryT) -> Payload:
        payload = role.coerce(extract_object(answer), request)
        return role.convert(payload, request, self._pixels)

    def _tell(
        self,
        role: Role[Any, Any],
        messages: tuple[Message, ...],
        answer: ChatAnswer | None,
        fault: str | None,
    ) -> None:
        if self._listener is not None:
            self._listener.exchanged(Exchange(role.name, self._chat_request(role, messages), answer, fault))

    def _finished(self, role: Role[Any, Any], answer: Answer[ReplyT]) -> Answer[ReplyT]:
        if self._listener is not None:
            self._listener.answered(role.name, answer)
        return answer


def _asked_again(messages: tuple[Message, ...], answer: ChatAnswer, fault: str) -> tuple[Message, ...]:
    """The conversation with the faulty answer and what is wrong with it."""
    words = (
        f"This answer cannot be used:\n{clean(fault)}\n"
        "Answer the same question again with one JSON object only, in the form given above."
    )
    return (
        *messages,
        Message(Author.ASSISTANT, (TextPart(answer.text[:4000] or "(empty)"),)),
        Message(Author.USER, (TextPart(words),)),
    )
