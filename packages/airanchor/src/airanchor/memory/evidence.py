"""What is compared where odds decide: an instance's own names, its looks by aspect, their agreement."""

import functools
from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from airanchor.memory.observed import Reader
from airanchor.memory.records import Instance
from airanchor.memory.similarity import cosines
from airanchor.memory.words.aspects import Account, account_of, agreement

NOTHING = Account({}, frozenset())


@functools.lru_cache(maxsize=4096)
def account_of_text(text: str | None) -> Account:
    """A description taken apart; nothing where there is none."""
    return NOTHING if text is None else account_of((text,))


def names_of(item: Instance) -> Counter[str]:
    """What the instance was called, and how often, as far as its story goes; a better name counts instead."""
    return Counter(sighting.name for sighting in item.sightings)


def name_cosines(item: Instance, vector: NDArray[np.floating], reader: Reader) -> tuple[float, float]:
    """The best cosine of a category with the instance's own names, and the mean over its sightings."""
    names = names_of(item)
    found = cosines(vector, np.stack(reader.vectors(list(names))))
    counts = np.fromiter(names.values(), dtype=np.float64)
    return float(found.max()), float(found @ counts / counts.sum())


def compared(asked: Account, descriptions: Iterable[str | None]) -> tuple[float, float, float]:
    """How many aspects agree and how many contradict, and the share of other words said before too.

    Each aspect counts by its mean over the descriptions that speak of it; one that none speaks of counts
    for nothing.
    """
    votes: dict[str, list[float]] = {}
    words: set[str] = set()
    for text in descriptions:
        told = account_of_text(text)
        words |= told.words
        for aspect, said in asked.values.items():
            if aspect in told.values:
                votes.setdefault(aspect, []).append(agreement(said, told.values[aspect], aspect))
    means = [sum(ballot) / len(ballot) for ballot in votes.values()]
    shared = len(asked.words & words) / len(asked.words) if asked.words else 0.0
    return sum(max(0.0, one) for one in means), sum(max(0.0, -one) for one in means), shared


def descriptions_of(item: Instance) -> tuple[str | None, ...]:
    """What was said of the instance's look, sighting by sighting."""
    return tuple(sighting.appearance for sighting in item.sightings)
