"""How likely something that answers a landmark's name is the landmark, by its looks alone.

    odds = exp(a + b s)

where s is the score of the sight of it, 0 where the picture shows none. Fitted, together with the weights of
its bearing and its distance, by logistic regression to the decisions of flights over our training paths
(see `python -m benchmarks.fit.landmark_odds`).
"""

import math

from airanchor.embedded.rules.config import LandmarkOdds, OfferedOdds
from airanchor.embedded.rules.config.fitted import MemoryLine


def measured_odds(score: float, odds: LandmarkOdds) -> float:
    """Of something that was measured under the landmark's name."""
    return math.exp(odds.measured_base + odds.measured_slope * score)


def sight_odds(score: float, odds: LandmarkOdds) -> float:
    """Of something that the picture alone shows."""
    return math.exp(odds.seen_base + odds.seen_slope * score)


def remembered_odds(reliability: float, odds: MemoryLine, *, name: float = 1.0) -> float:
    """Of something that the memory holds for the landmark, by how well its names agree, wherever it lies."""
    kept = min(1.0 - odds.doubt, max(odds.doubt, reliability))
    return math.exp(odds.base + odds.name * name + odds.slope * math.log(kept / (1.0 - kept)))


def choice_odds(distance_m: float | None, rivals: int, odds: OfferedOdds) -> float:
    """By how much they change by how far away it is, and how many others are offered that are so called."""
    return math.exp(odds.far * (distance_m or 0.0) / 100.0 + odds.rivals * math.log1p(rivals))


def place_odds(sector: float, reach: float, odds: MemoryLine) -> float:
    """By how much these odds fall by where it lies: its weights of bearing and distance, each to a power.

    0 where a leg cannot lead, as to what lies right here when it begins.
    """
    if reach < odds.least_reach:
        return 0.0
    return float(max(sector, odds.least_weight) ** odds.sector * reach**odds.reach)
