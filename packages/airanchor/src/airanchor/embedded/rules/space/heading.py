"""The heading that the words of a turn and the sights of a look around make likeliest together.

    told(h)  = exp(-((h - m) / s)^2 / 2)
    seen(h)  = sum over sights of w exp(-((h - a) / k)^2 / 2)
    value(h) = b told(h) + seen(h) max(told(h), f min(seen(h), 1)^c)

over headings h: m and s are what the words let one expect, w the worth of a sight at bearing a, k how far a
leg's landmark lies from its heading, b what the words weigh where nothing is seen, and f what is clear to see
weighs where the words do not lead. Numbers from the legs of our training paths (see
`python -m benchmarks.fit.leg_statistics`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.space.turn_angles import is_exact, wanted_turn_deg

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
CLEAR = 2
"""How fast that weight falls with what the sights are worth."""
STEP_DEG = 5


@dataclass(frozen=True, slots=True)
class ExpectedHeading:
    """What the words say of a heading, relative to the present one."""

    middle_deg: float
    spread_deg: float
    floor: float = 0.0
    """The weight of any heading at which something is clear to see."""


UNTOLD = ExpectedHeading(0.0, UNTOLD_SPREAD_DEG, floor=0.1)


def expected_heading(clause: Clause, usual_deg: float) -> ExpectedHeading:
    """What a turn lets one expect; no spread where it tells the angle itself."""
    wanted_deg = wanted_turn_deg(clause, usual_deg)
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return ExpectedHeading(wanted_deg, AROUND_SPREAD_DEG)
    if is_exact(clause):
        return ExpectedHeading(wanted_deg, 0.0)
    if clause.degrees is not None:
        return ExpectedHeading(wanted_deg, SHARP_SPREAD_DEG)
    return ExpectedHeading(wanted_deg, FACING_SPREAD_DEG if clause.until else VAGUE_SPREAD_DEG)


def likeliest_heading_deg(expected: ExpectedHeading, sights: Sequence[tuple[float, float]]) -> float:
    """The heading worth most; sights are (bearing in degrees, worth up to 1)."""
    if expected.spread_deg <= 0.0:
        return expected.middle_deg

    def value(heading_deg: float) -> float:
        told = _near(heading_deg - expected.middle_deg, expected.spread_deg)
        seen = sum(worth * _near(heading_deg - at, SIGHT_SPREAD_DEG) for at, worth in sights)
        return BLIND * told + seen * max(told, expected.floor * min(seen, 1.0) ** CLEAR)

    offs = sorted(range(-180, 180, STEP_DEG), key=abs)
    return wrap_deg(max((expected.middle_deg + off for off in offs), key=value))


def _near(off_deg: float, spread_deg: float) -> float:
    return math.exp(-0.5 * (wrap_deg(off_deg) / spread_deg) ** 2)
