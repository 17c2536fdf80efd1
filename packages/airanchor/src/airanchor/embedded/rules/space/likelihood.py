"""How likely something that answers a landmark's name is the landmark, by its looks alone.

    odds = exp(a + b s)

where s is the score of the sight of it, 0 where the picture shows none. Fitted, together with the weights of
its bearing and its distance, by logistic regression to the decisions of flights over our training paths
(see `python -m benchmarks.fit.landmark_odds`).
"""

import math

_MEASURED = (-0.1, 1.8)
_SEEN = (-0.6, 0.8)


def measured_odds(score: float) -> float:
    """Of something that was measured under the landmark's name."""
    return _odds(_MEASURED, score)


def sight_odds(score: float) -> float:
    """Of something that the picture alone shows."""
    return _odds(_SEEN, score)


def _odds(line: tuple[float, float], score: float) -> float:
    return math.exp(line[0] + line[1] * score)
