"""What the model was asked: the exchanges of one question and the reply they led to, gathered per role."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from airanchor.trace import AnswerEvent, ExchangeEvent, MessageRow
from airanchor.viewer.clock import ClockReading


@dataclass(frozen=True, slots=True)
class TimedExchange:
    """One exchange with its time."""

    event: ExchangeEvent
    new_messages: tuple[MessageRow, ...]
    """Without those that the call before it already showed."""
    latency_s: float | None
    retries: int


@dataclass(slots=True)
class RoleQuestion:
    """One question to a role: its calls, and its answer once there is one."""

    role: str
    calls: list[TimedExchange] = field(default_factory=list)
    answer: AnswerEvent | None = None

    @property
    def trouble(self) -> str:
        """'fallback', 'repaired', 'retried', 'unanswered', or '' where all went well."""
        if self.answer is None:
            return "unanswered"
        if self.answer.source == "fallback":
            return "fallback"
        if self.answer.source.startswith("repair"):
            return "repaired"
        return "retried" if any(call.retries for call in self.calls) else ""


class Asking:
    """Collects questions until a decision takes them."""

    def __init__(self) -> None:
        self._waiting: list[RoleQuestion] = []
        self.last_s: float | None = None
        """When the event before was written."""

    def hear(self, event: object, reading: ClockReading) -> bool:
        """Take in an exchange or an answer; False for any other event."""
        if isinstance(event, ExchangeEvent):
            self._exchanged(event, reading)
        elif isinstance(event, AnswerEvent):
            self._open(event.role).answer = event
        return isinstance(event, ExchangeEvent | AnswerEvent)

    def take(self) -> list[RoleQuestion]:
        """The questions asked since the last time."""
        taken, self._waiting = self._waiting, []
        return taken

    def _exchanged(self, event: ExchangeEvent, reading: ClockReading) -> None:
        question = self._open(event.role)
        before = question.calls[-1].event.messages if question.calls else ()
        latency_s = reading.latency_s
        if not latency_s and reading.elapsed_s is not None and self.last_s is not None:
            latency_s = max(0.0, reading.elapsed_s - self.last_s)  # a transport without a clock says 0
        question.calls.append(
            TimedExchange(event, _beyond(event.messages, before), latency_s, reading.retries)
        )

    def _open(self, role: str) -> RoleQuestion:
        last = self._waiting[-1] if self._waiting else None
        if last is None or last.role != role or last.answer is not None:
            self._waiting.append(RoleQuestion(role))
        return self._waiting[-1]


def _beyond(messages: Sequence[MessageRow], before: Sequence[MessageRow]) -> tuple[MessageRow, ...]:
    shown = len(before) if tuple(messages[: len(before)]) == tuple(before) else 0
    return tuple(messages[shown:])


@dataclass(frozen=True, slots=True)
class RoleTotals:
    """What one role took in all."""

    role: str
    questions: int
    calls: int
    input_tokens: int
    output_tokens: int
    uncounted_calls: int
    sources: tuple[str, ...]
    latency_s: float
    repaired: int
    fallbacks: int


def workload(questions: Iterable[RoleQuestion]) -> list[RoleTotals]:
    """One row per role, in the order of first use."""
    by_role: dict[str, list[RoleQuestion]] = {}
    for question in questions:
        by_role.setdefault(question.role, []).append(question)
    return [_row(role, asked) for role, asked in by_role.items()]


def _row(role: str, asked: list[RoleQuestion]) -> RoleTotals:
    calls = [call for question in asked for call in question.calls]
    counted = [call.event.usage for call in calls if call.event.usage is not None]
    return RoleTotals(
        role=role,
        questions=len(asked),
        calls=len(calls),
        input_tokens=sum(usage.input for usage in counted),
        output_tokens=sum(usage.output for usage in counted),
        uncounted_calls=len(calls) - len(counted),
        sources=tuple(sorted({usage.source for usage in counted})),
        latency_s=sum(call.latency_s or 0.0 for call in calls),
        repaired=sum(question.trouble == "repaired" for question in asked),
        fallbacks=sum(question.trouble == "fallback" for question in asked),
    )
