"""Retrieval by odds: category, attributes and place each speak for themselves.

The paper's S_R mixes two cosines, so that a missing description beats a fitting one and "blue" is almost
"green". Here an instance answers for the names it was itself seen under, a description counts aspect by
aspect where both sides speak of it, and what contradicts the phrase counts against.
"""

from airanchor.memory.config import MemoryConfig
from airanchor.memory.evidence import account_of_text, compared, descriptions_of, name_cosines, names_of
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import Reader, Wording
from airanchor.memory.odds import RetrievalOdds, log_odds_of, weighed
from airanchor.memory.records import Instance
from airanchor.memory.similarity import calibrated

FAR_M = 80.0
"""The unit in which distance is weighed, however far away candidates are looked for: the paper's D_R."""


def retrieval_evidence(
    item: Instance, wording: Wording, d_xy_m: float, reader: Reader, config: MemoryConfig
) -> dict[str, float]:
    """What speaks for an instance being what a phrase names, by the names of `RetrievalOdds`."""
    best, mean = name_cosines(item, wording.category_vector, reader)
    agree, conflict, words = compared(account_of_text(wording.appearance), descriptions_of(item))
    return {
        "name": float(calibrated(best, config.category_floor)),
        "names": float(calibrated(mean, config.category_floor)),
        "agree": agree,
        "conflict": conflict,
        "words": words,
        "reliable": log_odds_of(item.confidence, 0.05),
        "far": d_xy_m / FAR_M,
    }


def log_odds(evidence: dict[str, float], odds: RetrievalOdds) -> float:
    """The sum of what speaks for it."""
    return weighed(odds, evidence)


def name_score(evidence: dict[str, float], odds: RetrievalOdds) -> float:
    """The cosines of names, best and mean, in the proportion in which they are weighed."""
    total = odds.name + odds.names
    if total <= 0:
        return evidence["name"]
    return (odds.name * evidence["name"] + odds.names * evidence["names"]) / total


def labels_of(item: Instance, register: Register) -> tuple[str, ...]:
    """The instance's own names, the most frequent first: its type's others may be those of its neighbours."""
    own = [name for name, _ in names_of(item).most_common()]
    return tuple(own) or tuple(dict.fromkeys(register.types[item.type_id].labels.texts))
