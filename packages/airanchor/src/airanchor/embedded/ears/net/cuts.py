"""Where a text is cut into legs: at words that sound like a beginning, one thing to fly to for each leg.

Of all ways to cut the text the one is taken whose score is best: how much the first words sound like
beginnings, less what is odd about the legs. Found from left to right (Viterbi).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_ENDS = ".!?\n"
_STEERS = ("turn", "climb")
_OWN = ("main", "move", "side", *_STEERS)
LIKELY = -4.0
"""A word that sounds less like a beginning (log odds) is none, unless a sentence begins with it."""
CLEAREST = 5.0
"""How much one beginning counts at most."""
NO_THING = 4.0
"""How odd a leg is that names no thing to fly to, in log odds."""
TWO_THINGS = 4.0
"""How odd it is that a turn or climb stands between two things of one leg."""
LATE_TURN = 2.0
"""How odd it is that a leg ends with a turn or climb behind its thing."""
TALK = 1.0
"""How odd a sentence is that has no part in any leg."""


def cut_legs(
    begins: NDArray[np.float32], names: Sequence[str], text: str, spans: Sequence[tuple[int, int]]
) -> list[range]:
    """The words of each leg, given how much each sounds like a beginning and which part it has in its leg."""
    ends = [text[start] in _ENDS for start, _ in spans]
    firsts = [at for at in range(1, len(names)) if begins[at] > LIKELY or ends[at - 1]]
    best: dict[int, tuple[float, int]] = {0: (0.0, 0)}
    for last in (*firsts, len(names)):
        best[last] = max(
            (
                score + _beginning(begins, first) - _oddness(names[first:last], is_sentence=ends[last - 1]),
                first,
            )
            for first, (score, _) in best.items()
        )
    legs: list[range] = []
    last = len(names)
    while last:
        first = best[last][1]
        legs.append(range(first, last))
        last = first
    return legs[::-1]


def _beginning(begins: NDArray[np.float32], first: int) -> float:
    return float(np.clip(begins[first], -CLEAREST, CLEAREST)) if first else 0.0


def _oddness(names: Sequence[str], *, is_sentence: bool) -> float:
    """How unlike one leg a stretch of words is."""
    odd, has_thing, has_steered = 0.0, False, False
    for name in names:
        if name in _STEERS:
            has_steered = has_thing
        elif name == "main":
            odd += TWO_THINGS * has_steered
            has_thing, has_steered = True, False
    if has_thing:
        return odd + LATE_TURN * has_steered
    return TALK if is_sentence and not any(name in _OWN for name in names) else NO_THING
