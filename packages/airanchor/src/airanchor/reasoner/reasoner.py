"""The reasoner: asks a role and always comes back with a valid reply, or the role's fallback, and says which.

A transport owns its own retries. What the reasoner adds is meaning: an answer that breaks the role's rules is
quoted back once with the fault; if the second is no better, the fallback applies. Only a refused service, one
that is not there and a spent budget end in an exception, since going on would be useless or unwanted.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from airanchor.errors import ChatLost, ChatUnavailable, InputError
from airanchor.reasoner.chat import Author, ChatAnswer, ChatRequest, ChatTransport, Message, TextPart
from airanchor.reasoner.extraction import MAX_CHARS, extract_object
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.prompts.characters import clean, writable
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.usage import ModelCall, UsageLedger
from aircity.machine import interruption

QueryT = TypeVar("QueryT")
ReplyT = TypeVar("ReplyT", bound=Reply)
MAX_UNANSWERED = 3
"""Questions in a row without any answer after which a model counts as lost; each was tried several times."""
MAX_QUOTE = 4000
"""Characters of a faulty answer that are quoted back."""
MAX_FAULTS = 1500
"""Characters of what is wrong with it."""


class ReplySource(StrEnum):
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
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Answer(Generic[ReplyT]):
    """A valid reply, where it came from, and what was wrong on the way."""

    reply: ReplyT
    source: ReplySource
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

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= 2:
            raise InputError(f"temperature {self.temperature} must be from 0 to 2")
        if not 1 <= self.max_output_tokens <= 1_000_000:
            raise InputError(f"max_output_tokens {self.max_output_tokens} must be from 1 to 1000000")
        if not 0 <= self.repairs <= 5:
            raise InputError(f"repairs {self.repairs} must be from 0 to 5")


class Reasoner:
    """One model in all roles, for one flight at a time: its ledger and its listener are not shared."""

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
        self._unanswered = 0
        self.ledger = UsageLedger()

    @property
    def name(self) -> str:
        """What results are marked with."""
        return self._transport.name

    def ask(self, role: Role[QueryT, ReplyT], request: QueryT) -> Answer[ReplyT]:
        """Put a request to the model and return a valid reply."""
        messages = render(role, request, self._pixels)
        faults: list[str] = []
        payload: Payload = {}
        for attempt in range(1, 2 + self._config.repairs):
            question = self._question(role, messages)
            answer = self._complete(role, question, attempt)
            if isinstance(answer, ChatUnavailable):
                faults.append(str(answer))
                break
            try:
                payload = self._payload(role, answer, request)
                reply = role.check(payload, request)
            except InputError as error:
                faults.append(str(error))
                self._tell(Exchange(role.name, question, answer, str(error), attempt))
                messages = _asked_again(messages, answer, str(error))
                continue
            self._tell(Exchange(role.name, question, answer, None, attempt))
            source = ReplySource.FIRST if attempt == 1 else ReplySource.REPAIRED
            return self._finished(role, Answer(reply, source, tuple(faults)))
        self.ledger.add_fallback(role.name)
        return self._finished(
            role, Answer(role.fallback(payload, request), ReplySource.FALLBACK, tuple(faults))
        )

    def _question(self, role: Role[Any, Any], messages: tuple[Message, ...]) -> ChatRequest:
        config = self._config
        return ChatRequest(
            messages,
            max_output_tokens=config.max_output_tokens,
            temperature=config.temperature,
            seed=config.seed,
            schema=role.schema,
        )

    def _complete(
        self, role: Role[Any, Any], question: ChatRequest, attempt: int
    ) -> ChatAnswer | ChatUnavailable:
        interruption.check()
        try:
            answer = self._transport.complete(question)
        except ChatUnavailable as error:
            self.ledger.add_unavailable(role.name)
            self._tell(Exchange(role.name, question, None, str(error), attempt))
            self._give_up(error)
            return error
        self._unanswered = 0
        is_repair = attempt > 1
        self.ledger.add(ModelCall(role.name, answer.usage, answer.latency_s, answer.retries, is_repair))
        return replace(answer, text=_kept(answer.text), reasoning=_kept(answer.reasoning))

    def _give_up(self, error: ChatUnavailable) -> None:
        """Raise where one more question without an answer is one too many."""
        self._unanswered += 1
        if self._unanswered >= MAX_UNANSWERED:
            raise ChatLost(
                f"{self._unanswered} questions in a row were not answered; {error}. Go on when the model can "
                "be reached, or choose another one"
            ) from error

    def _payload(self, role: Role[QueryT, Any], answer: ChatAnswer, request: QueryT) -> Payload:
        payload = role.coerce(extract_object(answer, role.wanted), request)
        return role.convert(payload, request, self._pixels)

    def _tell(self, exchange: Exchange) -> None:
        if self._listener is not None:
            self._listener.exchanged(exchange)

    def _finished(self, role: Role[Any, Any], answer: Answer[ReplyT]) -> Answer[ReplyT]:
        if self._listener is not None:
            self._listener.answered(role.name, answer)
        return answer


def _kept(text: object) -> str:
    """What is read and recorded of a text: its end. Whatever is no text is none."""
    return writable(text[-MAX_CHARS:]) if isinstance(text, str) else ""


def _asked_again(messages: tuple[Message, ...], answer: ChatAnswer, fault: str) -> tuple[Message, ...]:
    """The conversation with the faulty answer and what is wrong with it, both as data."""
    words = (
        f"This answer cannot be used:\n{clean(fault[:MAX_FAULTS])}\n"
        "Answer the same question again with one JSON object only, in the form given above."
    )
    return (
        *messages,
        Message(Author.ASSISTANT, (TextPart(clean(answer.text[:MAX_QUOTE]) or "(empty)"),)),
        Message(Author.USER, (TextPart(words),)),
    )
