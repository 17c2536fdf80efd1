"""Why a label is relied on or doubted: the terms of its reliability in plain words."""

from dataclasses import dataclass

from airanchor.memory.associator import span_m
from airanchor.memory.evidence import names_of
from airanchor.memory.odds import ReliabilityOdds
from airanchor.memory.records import Instance
from airanchor.memory.reliability import reliability_evidence

LEAST_TOLD = 0.05
"""Terms that weigh less than this, in log odds, are not told."""
SIZES = ("wide", "tall")
WHY_SIZE = (
    "Long and tall things are doubted because a mask that runs over its neighbours or into the ground is so; "
    "of what is that large in truth it says nothing."
)


@dataclass(frozen=True, slots=True)
class Ground:
    """One term of the log odds that an instance is what its label says."""

    name: str
    """Its evidence, by the names of `ReliabilityOdds`."""
    weight: float
    """Above zero it speaks for the label, below zero against it."""
    words: str

    def __str__(self) -> str:
        return f"{self.words} ({self.weight:+.1f})"


def grounds_of(item: Instance, odds: ReliabilityOdds) -> tuple[Ground, ...]:
    """What speaks for and against an instance, the weightiest first; with the base they add up."""
    found = [
        Ground(name, getattr(odds, name) * value, _words(name, item))
        for name, value in reliability_evidence(item).items()
    ]
    told = [one for one in found if abs(one.weight) >= LEAST_TOLD]
    return tuple(sorted(told, key=lambda one: -abs(one.weight)))


def told_grounds(item: Instance, odds: ReliabilityOdds) -> str:
    """All grounds in a sentence or two."""
    grounds = grounds_of(item, odds)
    speaking_for = ", ".join(str(one) for one in grounds if one.weight > 0) or "nothing"
    against = ", ".join(str(one) for one in grounds if one.weight < 0) or "nothing"
    size = f" {WHY_SIZE}" if any(one.name in SIZES and one.weight < 0 for one in grounds) else ""
    start = f"In log odds it has {odds.base:.1f} to begin with"
    return f"{start}; for it: {speaking_for}; against it: {against}.{size}"


def doubts_of(item: Instance, odds: ReliabilityOdds) -> str:
    """What speaks against an instance, in short."""
    against = [one for one in grounds_of(item, odds) if one.weight < 0]
    words = ", ".join(one.words for one in against) or "little is known of it"
    if against and all(one.name in SIZES for one in against):
        return f"only its size speaks against it ({words}): right if the thing is that large"
    return f"against it: {words}"


def _words(name: str, item: Instance) -> str:
    match name:
        case "chance":
            told = [sighting.confidence for sighting in item.sightings]
            return f"seen with confidence {sum(told) / len(told):.2f} on average"
        case "again":
            return f"seen {times(item.observations)}"
        case "wide":
            return f"{span_m(item.extent):.0f} m long"
        case "tall":
            return f"{item.extent.z_max_m - item.extent.z_min_m:.0f} m tall"
        case "steady":
            (label, count), total = names_of(item).most_common(1)[0], len(item.sightings)
            return f'called "{label}" in {count} of {total} sightings'
        case "contradicted":
            return f"something else seen {times(item.contradictions)} in its very place"
        case _:
            return f"missed {times(item.absences)} in a row"


def times(count: int) -> str:
    """Once, 4 times; never."""
    return {0: "never", 1: "once"}.get(count, f"{count} times")
