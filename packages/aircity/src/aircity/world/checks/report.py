"""What the conformance kit found: one line per rule, passed, broken or skipped with the reason."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from aircity.errors import ConformanceError


class Verdict(StrEnum):
    """How a rule came out."""

    PASSED = "passed"
    BROKEN = "broken"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class RuleResult:
    """One rule, its verdict, and what was seen."""

    rule: str
    verdict: Verdict
    detail: str

    def __str__(self) -> str:
        return f"{self.verdict.value:8}{self.rule}: {self.detail}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All rules in the order they ran."""

    results: tuple[RuleResult, ...]

    def rules(self, verdict: Verdict) -> tuple[str, ...]:
        """The names of the rules with this verdict."""
        return tuple(result.rule for result in self.results if result.verdict is verdict)

    @property
    def passed(self) -> tuple[str, ...]:
        """The rules that were kept."""
        return self.rules(Verdict.PASSED)

    @property
    def broken(self) -> tuple[str, ...]:
        """The rules that were broken, the most telling first."""
        return self.rules(Verdict.BROKEN)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The rules that could not be judged; their details say why."""
        return self.rules(Verdict.SKIPPED)

    def raise_if_broken(self) -> None:
        """Raise a ConformanceError that names every broken rule."""
        lines = [f"{result.rule}: {result.detail}" for result in self.results if result.rule in self.broken]
        if lines:
            raise ConformanceError("the world breaks its contract\n  " + "\n  ".join(lines))

    def to_text(self) -> str:
        """One line per rule."""
        return "\n".join(str(result) for result in self.results)

    def to_json(self) -> dict[str, list[dict[str, str]]]:
        """The same for programs."""
        rows = [
            {"rule": result.rule, "verdict": result.verdict.value, "detail": result.detail}
            for result in self.results
        ]
        return {"rules": rows}

    __str__ = to_text


class RuleBroken(Exception):  # noqa: N818 - a verdict, not an error of the kit
    """Raised by a rule; the text says what was seen and what was expected."""


class RuleSkipped(Exception):  # noqa: N818
    """Raised by a rule that cannot be judged here; the text says why."""


def judged(rules: Iterable[Callable[[], str]]) -> CheckReport:
    """Every rule under the name of its function; each returns what was seen, or raises."""
    return CheckReport(tuple(judge_rule(rule.__name__, rule) for rule in rules))


def judge_rule(name: str, rule: Callable[[], str]) -> RuleResult:
    """One rule; whatever it throws is the fault of what is under test, and worth reporting."""
    try:
        return RuleResult(name, Verdict.PASSED, rule())
    except RuleSkipped as reason:
        return RuleResult(name, Verdict.SKIPPED, str(reason))
    except RuleBroken as fault:
        return RuleResult(name, Verdict.BROKEN, str(fault))
    except Exception as error:
        return RuleResult(name, Verdict.BROKEN, f"raised {type(error).__name__}: {error}")
