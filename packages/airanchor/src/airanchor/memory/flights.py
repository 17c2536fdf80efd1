"""Which flights a memory tells of, and which of them another memory of the scene tells of too.

A flight is kept whole or not at all, so that two memories that share one share all that it saw. Its name does
not say so, since every memory numbers its flights from 1: what it saw, and when, does.
"""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from airanchor.memory.lookup.register import Register
from airanchor.memory.records import InstanceObservation, ObservationTime

ALIKE = 0.5
"""The share of the shorter of two stories that makes both one flight: two from one start may begin alike, and
what was forgotten since is missing in one of them."""
LONGEST_STEM = 240
_NUMBERED = re.compile(r" \(\d+\)$")

Seen = tuple[int, str, str | None, float]
"""The decision, what was seen, its looks and the confidence."""


@dataclass(frozen=True, slots=True)
class FlightNames:
    """What the flights of another memory are called in this one."""

    known: dict[str, str]
    """Those that this memory holds already, by the name there."""
    new: dict[str, str]
    """The others, by the name there: its own, or one of its own where another flight bears that one here."""

    def here(self, moment: ObservationTime) -> ObservationTime:
        """A moment of the other memory, by the name that its flight has in this one."""
        name = self.known.get(moment.episode) or self.new.get(moment.episode, moment.episode)
        return ObservationTime(name, moment.step)


def seen_of(sighting: InstanceObservation) -> Seen:
    """What tells a sighting from the others of its flight."""
    return (sighting.moment.step, sighting.category, sighting.appearance, sighting.confidence)


def flights_of(register: Register) -> dict[str, Counter[Seen]]:
    """What each flight saw, as far as it is kept."""
    found: dict[str, Counter[Seen]] = {}
    for item in register.instances.values():
        for sighting in item.sightings:
            found.setdefault(sighting.moment.episode, Counter())[seen_of(sighting)] += 1
    return found


def match_flights(target: Register, source: Register, taken: Collection[str] = ()) -> FlightNames:
    """Which of the source's flights the target holds; the others get names that are not `taken` there."""
    here = flights_of(target)
    used = {*here, *taken}
    known: dict[str, str] = {}
    theirs = flights_of(source)
    for name, seen in theirs.items():
        rivals = [one for one in here if _stem(one) == _stem(name) and one not in known.values()]
        best = max(rivals, key=lambda one: (_alike(here[one], seen), one == name), default="")
        if best and _alike(here[best], seen) >= ALIKE:
            known[name] = best
    new: dict[str, str] = {}
    for name in theirs:
        if name not in known:
            new[name] = _free(name, used)
            used.add(new[name])
    return FlightNames(known, new)


def _alike(one: Counter[Seen], other: Counter[Seen]) -> float:
    return (one & other).total() / min(one.total(), other.total())


def _stem(name: str) -> str:
    return _NUMBERED.sub("", name)[:LONGEST_STEM]


def _free(name: str, used: Collection[str]) -> str:
    number = 1
    free = name
    while free in used:
        number += 1
        free = f"{_stem(name)} ({number})"
    return free
