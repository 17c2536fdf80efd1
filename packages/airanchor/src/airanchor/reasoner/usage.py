"""What the model was asked and what it took: one row per role, as a workload table needs it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from airanchor.reasoner.chat import TokenUse


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call: a question or a repair of it."""

    role: str
    usage: TokenUse | None
    latency_s: float
    retries: int
    is_repair: bool


@dataclass(slots=True)
class UsageLedger:
    """All calls of a flight or a run, and how many questions ended in their fallback."""

    calls: list[ModelCall] = field(default_factory=list)
    fallbacks: dict[str, int] = field(default_factory=dict)
    unavailable: dict[str, int] = field(default_factory=dict)
    """Calls that ended without any answer; they are not among `calls`."""

    def add(self, call: ModelCall) -> None:
        """Book one call."""
        self.calls.append(call)

    def add_fallback(self, role: str) -> None:
        """Book a question without a usable answer."""
        self.fallbacks[role] = self.fallbacks.get(role, 0) + 1

    def add_unavailable(self, role: str) -> None:
        """Book a call that ended without any answer."""
        self.unavailable[role] = self.unavailable.get(role, 0) + 1

    def rows(self) -> "tuple[RoleUse, ...]":
        """One row per role that was asked, in the order of first use."""
        roles = dict.fromkeys([*(call.role for call in self.calls), *self.fallbacks, *self.unavailable])
        return tuple(self.row(role) for role in roles)

    def row(self, role: str) -> "RoleUse":
        """The row of one role."""
        calls = [call for call in self.calls if call.role == role]
        return _row(role, calls, self.fallbacks.get(role, 0), self.unavailable.get(role, 0))

    def total(self) -> "RoleUse":
        """All roles together."""
        return _row("total", self.calls, sum(self.fallbacks.values()), sum(self.unavailable.values()))


@dataclass(frozen=True, slots=True)
class RoleUse:
    """The calls of one role. Averages per call are ratios of sums."""

    role: str
    calls: int
    input_tokens: int
    output_tokens: int
    uncounted_calls: int
    """Calls whose tokens nobody told; their tokens are missing from the sums."""
    token_source: str
    """"billed", the name of the tokenizer that counted, or "mixed"."""
    latency_p50_s: float
    latency_p95_s: float
    retries: int
    repairs: int
    fallbacks: int
    unavailable: int
    """Calls that ended without any answer; they are not among `calls`."""


def _row(role: str, calls: list[ModelCall], fallbacks: int, unavailable: int) -> RoleUse:
    told = [call.usage for call in calls if call.usage is not None]
    latencies = sorted(call.latency_s for call in calls)
    return RoleUse(
        role=role,
        calls=len(calls),
        input_tokens=sum(usage.input for usage in told),
        output_tokens=sum(usage.output for usage in told),
        uncounted_calls=len(calls) - len(told),
        token_source=_source(usage.source for usage in told),
        latency_p50_s=_quantile(latencies, 0.50),
        latency_p95_s=_quantile(latencies, 0.95),
        retries=sum(call.retries for call in calls),
        repairs=sum(call.is_repair for call in calls),
        fallbacks=fallbacks,
        unavailable=unavailable,
    )


def _source(sources: Iterable[str]) -> str:
    distinct = sorted(set(sources))
    return distinct[0] if len(distinct) == 1 else ("mixed" if distinct else "none")


def _quantile(ordered: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    if not ordered:
        return 0.0
    return ordered[max(0, -(-len(ordered) * round(share * 100) // 100) - 1)]
