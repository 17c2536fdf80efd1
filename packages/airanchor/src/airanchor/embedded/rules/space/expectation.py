"""What the words let one expect of a leg: how long it is, and where its landmark comes into view.

People who tell a way name what can be seen from where the next leg begins: a few score metres away, near the
heading that the turn before leads to. Lengths and places are those of the legs of our training paths (see
`python -m benchmarks.fit.leg_statistics`); spreads allow for legs that begin elsewhere than told.
"""

import math
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import wrap_deg

TURNING = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND)
STATED_SPREAD_DEG = 20.0
"""How far a leg's landmark lies from a heading that the words state."""
TURN_SPREAD_DEG = 32.0
"""The same where they only say to which side to turn."""
FACING_SPREAD_DEG = 60.0
"""The same where the turn ends at the landmark, wherever that is on its side."""
AHEAD_SPREAD_DEG = 24.0
"""The same where a turn has set the heading: what lies 30 degrees off is hardly ever meant."""
UNTOLD_SPREAD_DEG = 34.0
"""The same where nothing was said of the heading, or where two things lie on either side of it."""
NEAR_M, FAR_M = 36.0, 110.0
"""The landmark of a leg is hardly ever nearer to where it begins, or the leg were over, or farther."""
NEAR_SPREAD_M, FAR_SPREAD_M = 9.0, 16.0
"""How fast likelihood falls beyond those: a leg may have begun a little elsewhere than it was told."""
ODD_NEAR, ODD_FAR = 0.05, 0.65
"""What is left of it out of that range."""
TOLD_SPREAD_M = 18.0
"""How far from where a stated length leads to the landmark lies."""
UNTOLD_PATIENCE = 2.0
"""How many usual legs are flown for a landmark that never shows where no turn has told the heading."""
PASSING_DEG = 10.0
"""How far to its side a landmark lies that is to be passed there."""
OWN_SIDE_DEG = 10.0
"""A turn to one side never leads farther to the other."""
LEAST_TURN_DEG = 12.0
"""What needs less of a turn is not said to be turned to."""
LIKELY = 0.3
"""The least weight in a sector of something that is to be turned to."""

_USUAL_M = {
    Manoeuvre.TO: 55.0,
    Manoeuvre.STOP: 55.0,
    Manoeuvre.PAST: 90.0,
    Manoeuvre.AROUND: 90.0,
    Manoeuvre.OVER: 90.0,
    Manoeuvre.UNDER: 90.0,
    Manoeuvre.ACROSS: 90.0,
    Manoeuvre.THROUGH: 80.0,
    Manoeuvre.BETWEEN: 80.0,
}

_USUAL_BEYOND_M = {
    Manoeuvre.TO: -26.0,
    Manoeuvre.PAST: 23.0,
    Manoeuvre.OVER: 24.0,
    Manoeuvre.BETWEEN: 16.0,
}
"""How far beyond its landmark a leg ends."""


@dataclass(frozen=True, slots=True)
class Sector:
    """The bearings at which something is expected: the middle most, and none beyond half its width."""

    middle_deg: float = 0.0
    half_deg: float = 180.0
    spread_deg: float = 90.0

    def holds(self, bearing_deg: float) -> bool:
        """Whether a bearing belongs to it."""
        return abs(wrap_deg(bearing_deg - self.middle_deg)) <= self.half_deg

    def expects(self, bearing_deg: float) -> bool:
        """Whether a bearing belongs to it and is not unlikely."""
        is_anywhere = self.half_deg >= 180.0
        return is_anywhere or (self.holds(bearing_deg) and self.weight(bearing_deg) >= LIKELY)

    def weight(self, bearing_deg: float) -> float:
        """How likely a bearing is against the middle: exp(-(off / spread)^2 / 2)."""
        return _bell(wrap_deg(bearing_deg - self.middle_deg) / self.spread_deg)


def range_weight(distance_m: float) -> float:
    """How likely a leg leads to something so far from where it begins."""
    if distance_m < NEAR_M:
        return max(_bell((NEAR_M - distance_m) / NEAR_SPREAD_M), ODD_NEAR)
    return max(_bell(max(distance_m - FAR_M, 0.0) / FAR_SPREAD_M), ODD_FAR)


def leads_to(clause: Clause) -> bool:
    """Whether a leg ends at or a little beyond the landmark it names."""
    return clause.manoeuvre in _USUAL_M


def reach_weight(clause: Clause, distance_m: float) -> float:
    """The same for the leg of a clause, which may state how long it is."""
    if clause.metres is None or clause.is_absolute or clause.manoeuvre not in _USUAL_BEYOND_M:
        return range_weight(distance_m)
    told_m = clause.metres - _USUAL_BEYOND_M[clause.manoeuvre]
    return max(_bell((distance_m - told_m) / TOLD_SPREAD_M), ODD_NEAR)


def _bell(off: float) -> float:
    return math.exp(-0.5 * off**2)


def usual_m(clause: Clause, config: RulebookConfig) -> float:
    """How far a leg leads: as stated, else as such legs usually do."""
    if clause.metres is not None and not clause.is_absolute:
        return clause.metres
    return _USUAL_M.get(clause.manoeuvre, config.forward_m)


def side_deg(mention: Mention) -> float:
    """How far off the leg's heading a landmark lies that is to be passed on a side."""
    return {"left": -PASSING_DEG, "right": PASSING_DEG}.get(mention.side or "", 0.0)


def ahead(mention: Mention, *, is_told: bool = False) -> Sector:
    """Where the landmark of a leg is expected; `is_told` is whether a turn has set the heading for it."""
    return Sector(side_deg(mention), 100.0, spread_deg=AHEAD_SPREAD_DEG if is_told else UNTOLD_SPREAD_DEG)


def facing(mention: Mention, usual_deg: float) -> Sector:
    """Where a landmark is expected that is to be faced: on the side that the words tell, else anywhere."""
    if mention.side is None:
        return Sector()
    sign = 1 if mention.side == "right" else -1
    return Sector(sign * usual_deg, usual_deg + OWN_SIDE_DEG, spread_deg=FACING_SPREAD_DEG)


def after_turn(clause: Clause, wanted_deg: float) -> Sector:
    """Where the landmark is expected that a turn leads to."""
    is_stated = clause.degrees is not None or clause.manoeuvre is Manoeuvre.TURN_AROUND
    if clause.until and not is_stated:
        spread_deg = FACING_SPREAD_DEG
    else:
        spread_deg = STATED_SPREAD_DEG if is_stated else TURN_SPREAD_DEG
    half_deg = 2.5 * spread_deg
    if clause.manoeuvre is not Manoeuvre.TURN_AROUND:
        half_deg = min(half_deg, abs(wanted_deg) - LEAST_TURN_DEG if clause.until else abs(wanted_deg))
    return Sector(wanted_deg, half_deg, spread_deg=spread_deg)
