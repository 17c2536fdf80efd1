"""What an import found, repaired and left out: counts by reason, each with one example."""

from collections import Counter
from dataclasses import dataclass, field

from airanchor.sim.city.imports.words import clean_text


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason something was repaired, guessed or skipped."""

    reason: str
    count: int
    example: str
    """The id of one object it happened to, or "" where there is none."""


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
    findings: tuple[Finding, ...] = ()

    def count(self, reason: str) -> int:
        """How often `reason` occurred."""
        return next((finding.count for finding in self.findings if finding.reason == reason), 0)

    def summary(self) -> str:
        """The account as lines of text."""
        kinds = ", ".join(f"{count} {name}" for name, count in sorted(self.objects.items()))
        lines = [
            f"{self.source}: {self.format} {self.version}".rstrip(),
            f"{self.triangles} triangles; {kinds}",
        ]
        lines += [
            f"{finding.count} x {finding.reason}" + (f" (e.g. {finding.example})" if finding.example else "")
            for finding in self.findings
        ]
        return "\n".join(lines)


@dataclass(slots=True)
class Tally:
    """Collects findings while a file is read."""

    _counts: Counter[str] = field(default_factory=Counter)
    _examples: dict[str, str] = field(default_factory=dict)

    def add(self, reason: str, example: object = "", count: int = 1) -> None:
        """Note that `reason` happened; the first example given is kept."""
        if count < 1:
            return
        reason = clean_text(reason, 120) or "unnamed"
        self._counts[reason] += count
        if not self._examples.get(reason):
            self._examples[reason] = clean_text(example) or ""

    def findings(self) -> tuple[Finding, ...]:
        """All findings, most frequent first."""
        return tuple(
            Finding(reason, count, self._examples[reason]) for reason, count in self._counts.most_common()
        )
