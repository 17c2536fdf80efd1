"""The heading that the words of a turn and the sights of a look around make likeliest together.

    value(h) = exp(-((h - m) / s)^2 / 2) * (b + sum over sights of p^4 exp(-((h - a) / k)^2 / 2))

over headings h: m and s are what the words let one expect, p the score of a sight at bearing a, k how far a
leg's landmark lies from its heading, and b what the words weigh where nothing is seen. The fourth power is
because in a look around a middling score is hardly ever right. Numbers from the legs of our training paths.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.rulebook.language.clause import Clause, Manoeuvre
from airanchor.rulebook.track import wrap_deg
from airanchor.rulebook.turning import is_exact, wanted_turn_deg

VAGUE_SPREAD_DEG = 21.0
"""How much turns differ of which only the side is told."""
SHARP_SPREAD_DEG = 12.0
AROUND_SPREAD_DEG = 15.0
FACING_SPREAD_DEG = 39.0
"""The same where the turn ends at a landmark, wherever that is on its side."""
UNTOLD_SPREAD_DEG = 30.0
"""How far the next leg leads to either side where no turn is told."""
SIGHT_SPREAD_DEG = 14.0
BLIND = 0.1
POWER = 4
STEP_DEG = 5


@dataclass(frozen=True, slots=True)
class Expected:
    """What the words say of a heading, relative to the present one."""

    middle_deg: float
    spread_deg: float
    floor: float = 0.0
    """The least weight of any heading: what is clear to see may lie elsewhere."""


UNTOLD = Expected(0.0, UNTOLD_SPREAD_DEG, floor=0.15)


def expected_heading(clause: Clause, usual_deg: float) -> Expected:
    """What a turn lets one expect; no spread where it tells the angle itself."""
    wanted_deg = wanted_turn_deg(clause, usual_deg)
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return Expected(wanted_deg, AROUND_SPREAD_DEG)
    if is_exact(clause):
        return Expected(wanted_deg, 0.0)
    if clause.degrees is not None:
        return Expected(wanted_deg, SHARP_SPREAD_DEG)
    return Expected(wanted_deg, FACING_SPREAD_DEG if clause.until else VAGUE_SPREAD_DEG)


def likeliest_heading_deg(expected: Expected, sights: Sequence[tuple[float, float]]) -> float:
    """The heading worth most; sights are (bearing in degrees, score)."""
    if expected.spread_deg <= 0.0:
        return expected.middle_deg

    def worth(heading_deg: float) -> float:
        seen = sum(score**POWER * _near(heading_deg - at, SIGHT_SPREAD_DEG) for at, score in sights)
        told = max(_near(heading_deg - expected.middle_deg, expected.spread_deg), expected.floor)
        return told * (BLIND + seen)

    offs = sorted(range(-180, 180, STEP_DEG), key=abs)
    return wrap_deg(max((expected.middle_deg + off for off in offs), key=worth))


def _near(off_deg: float, spread_deg: float) -> float:
    return math.exp(-0.5 * (wrap_deg(off_deg) / spread_deg) ** 2)
