"""The heading that the words of a turn and the sights of a look around make likeliest together.

    told(h)  = exp(-((h - m) / s)^2 / 2)
    seen(h)  = sum over sights of w exp(-((h - a) / k)^2 / 2)
    value(h) = b told(h) + seen(h) max(told(h), f min(seen(h), 1)^c)

over headings h: m and s are what the words let one expect, w the worth of a sight at bearing a, k how far a
leg's landmark lies from its heading, b what the words weigh where nothing is seen, and f what is clear to see
weighs where the words do not lead. Spreads from the legs of our training paths (see
`python -m benchmarks.fit.leg_statistics`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.space.turn_angles import is_exact, wanted_turn_deg


@dataclass(frozen=True, slots=True)
class ExpectedHeading:
    """What the words say of a heading, relative to the present one."""

    middle_deg: float
    spread_deg: float
    floor: float = 0.0
    """The weight of any heading at which something is clear to see."""


def untold_heading(config: RulebookConfig) -> ExpectedHeading:
    """What a leg lets one expect of which no turn is told."""
    return ExpectedHeading(0.0, config.turns.untold_spread_deg, floor=config.heading.untold_floor)


def expected_heading(clause: Clause, config: RulebookConfig) -> ExpectedHeading:
    """What a turn lets one expect; no spread where it tells the angle itself."""
    wanted_deg, turns = wanted_turn_deg(clause, config), config.turns
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return ExpectedHeading(wanted_deg, turns.around_spread_deg)
    if is_exact(clause):
        return ExpectedHeading(wanted_deg, 0.0)
    if clause.degrees is not None:
        return ExpectedHeading(wanted_deg, turns.sharp_spread_deg)
    return ExpectedHeading(wanted_deg, turns.facing_spread_deg if clause.until else turns.vague_spread_deg)


def likeliest_heading_deg(
    expected: ExpectedHeading, sights: Sequence[tuple[float, float]], config: RulebookConfig
) -> float:
    """The heading worth most; sights are (bearing in degrees, worth up to 1)."""
    if expected.spread_deg <= 0.0:
        return expected.middle_deg
    rules, sight_spread_deg = config.heading, config.turns.sight_spread_deg

    def value(heading_deg: float) -> float:
        told = _near(heading_deg - expected.middle_deg, expected.spread_deg)
        seen = sum(worth * _near(heading_deg - at, sight_spread_deg) for at, worth in sights)
        return rules.blind * told + seen * max(told, expected.floor * min(seen, 1.0) ** rules.clear)

    offs = sorted(range(-180, 180, rules.step_deg), key=abs)
    return wrap_deg(max((expected.middle_deg + off for off in offs), key=value))


def _near(off_deg: float, spread_deg: float) -> float:
    return math.exp(-0.5 * (wrap_deg(off_deg) / spread_deg) ** 2)
