"""What an import left out, repaired and guessed: counts by kind and reason, each with one example."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from aircity.city.imports.words import clean_text

Outcome = Literal["left out", "repaired", "guessed"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why something was left out, repaired or guessed."""

    reason: str
    count: int
    example: str
    """The id of one object it happened to, or "" where there is none."""
    kind: str = ""
    """What it happened to: "park", "building", or "" where that is not known."""
    outcome: Outcome = "left out"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The account of one import."""

    source: str
    """The file's name, without its folder."""
    format: str
    """"CityJSON", "CityJSONSeq" or "GeoJSON"."""
    version: str
    objects: dict[str, int]
    """Ground-truth objects by category."""
    triangles: int
    features: int = 0
    """Things that the file lists."""
    drawn: int = 0
    """How many of them can be seen in the scene."""
    findings: tuple[Finding, ...] = ()

    def count(self, reason: str) -> int:
        """How often `reason` occurred."""
        return sum(finding.count for finding in self.findings if finding.reason == reason)

    def summary(self) -> str:
        """The account in short, without the findings."""
        kinds = ", ".join(f"{count} {name}" for name, count in sorted(self.objects.items()))
        return (
            f"{self.source}: {self.format} {self.version}".rstrip()
            + f"; {self.drawn} of its {self.features} things are in the scene\n"
            + f"{self.triangles} triangles; {kinds}"
        )


@dataclass(slots=True)
class Tally:
    """Collects findings while a file is read."""

    features: int = 0
    drawn: int = 0
    _counts: Counter[tuple[str, str, Outcome]] = field(default_factory=Counter)
    _examples: dict[tuple[str, str, Outcome], str] = field(default_factory=dict)

    def add(
        self,
        reason: str,
        example: object = "",
        count: int = 1,
        *,
        kind: str = "",
        outcome: Outcome = "left out",
    ) -> None:
        """Note that something was left out; the first example given is kept."""
        if count < 1:
            return
        mark = (clean_text(reason, 120) or "unnamed", clean_text(kind, 40) or "", outcome)
        self._counts[mark] += count
        if not self._examples.get(mark):
            self._examples[mark] = clean_text(example) or ""

    def repair(self, reason: str, example: object = "", count: int = 1) -> None:
        """Note that something broken was put right."""
        self.add(reason, example, count, outcome="repaired")

    def guess(self, reason: str, example: object = "", count: int = 1) -> None:
        """Note that something the file does not say was assumed."""
        self.add(reason, example, count, outcome="guessed")

    def findings(self) -> tuple[Finding, ...]:
        """All findings, most frequent first."""
        return tuple(
            Finding(mark[0], count, self._examples[mark], mark[1], mark[2])
            for mark, count in self._counts.most_common()
        )
