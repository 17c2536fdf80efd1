"""What the words let one expect of a leg: how long it is, and where its landmark comes into view.

People who tell a way name what can be seen from where the next leg begins: a few score metres away, near the
heading that the turn before leads to. Lengths and places are those of the legs of our training paths (see
`python -m benchmarks.fit.leg_statistics`); spreads allow for legs that begin elsewhere than told.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import LegPriors, RulebookConfig
from airanchor.embedded.rules.notes.track import wrap_deg

TURNING = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND)

_USUAL_M: Mapping[Manoeuvre, Callable[[LegPriors], float]] = {
    Manoeuvre.TO: lambda legs: legs.to_m,
    Manoeuvre.STOP: lambda legs: legs.to_m,
    Manoeuvre.PAST: lambda legs: legs.past_m,
    Manoeuvre.AROUND: lambda legs: legs.past_m,
    Manoeuvre.OVER: lambda legs: legs.past_m,
    Manoeuvre.UNDER: lambda legs: legs.past_m,
    Manoeuvre.ACROSS: lambda legs: legs.past_m,
    Manoeuvre.THROUGH: lambda legs: legs.between_m,
    Manoeuvre.BETWEEN: lambda legs: legs.between_m,
}
_USUAL_BEYOND_M: Mapping[Manoeuvre, Callable[[LegPriors], float]] = {
    Manoeuvre.TO: lambda legs: legs.beyond_to_m,
    Manoeuvre.PAST: lambda legs: legs.beyond_past_m,
    Manoeuvre.OVER: lambda legs: legs.beyond_over_m,
    Manoeuvre.BETWEEN: lambda legs: legs.beyond_between_m,
}
"""How far beyond its landmark a leg ends."""


@dataclass(frozen=True, slots=True)
class Sector:
    """The bearings at which something is expected: the middle most, and none beyond half its width."""

    middle_deg: float = 0.0
    half_deg: float = 180.0
    spread_deg: float = field(kw_only=True)

    def holds(self, bearing_deg: float) -> bool:
        """Whether a bearing belongs to it."""
        return abs(wrap_deg(bearing_deg - self.middle_deg)) <= self.half_deg

    def expects(self, bearing_deg: float, likely: float) -> bool:
        """Whether a bearing belongs to it and weighs no less than what is likely."""
        is_anywhere = self.half_deg >= 180.0
        return is_anywhere or (self.holds(bearing_deg) and self.weight(bearing_deg) >= likely)

    def weight(self, bearing_deg: float) -> float:
        """How likely a bearing is against the middle: exp(-(off / spread)^2 / 2)."""
        return _bell(wrap_deg(bearing_deg - self.middle_deg) / self.spread_deg)


def range_weight(distance_m: float, legs: LegPriors) -> float:
    """How likely a leg leads to something so far from where it begins."""
    if distance_m < legs.near_m:
        return max(_bell((legs.near_m - distance_m) / legs.near_spread_m), legs.odd_near)
    return max(_bell(max(distance_m - legs.far_m, 0.0) / legs.far_spread_m), legs.odd_far)


def leads_to(clause: Clause) -> bool:
    """Whether a leg ends at or a little beyond the landmark it names."""
    return clause.manoeuvre in _USUAL_M


def reach_weight(clause: Clause, distance_m: float, legs: LegPriors) -> float:
    """The same for the leg of a clause, which may state how long it is."""
    if clause.metres is None or clause.is_absolute or clause.manoeuvre not in _USUAL_BEYOND_M:
        return range_weight(distance_m, legs) * _counted_weight(clause, distance_m, legs)
    told_m = clause.metres - _USUAL_BEYOND_M[clause.manoeuvre](legs)
    return max(_bell((distance_m - told_m) / legs.told_spread_m), legs.odd_near)


def _counted_weight(clause: Clause, distance_m: float, legs: LegPriors) -> float:
    """What is left of it for what is too near to have two of its kind before it, as "the third" has."""
    is_counted = any((mention.ordinal or 0) >= legs.counted_from for mention in clause.mentions)
    return _bell(max(legs.counted_m - distance_m, 0.0) / legs.counted_spread_m) if is_counted else 1.0


def _bell(off: float) -> float:
    return math.exp(-0.5 * off**2)


def usual_m(clause: Clause, config: RulebookConfig) -> float:
    """How far a leg leads: as stated, else as such legs usually do."""
    if clause.metres is not None and not clause.is_absolute:
        return clause.metres
    usual = _USUAL_M.get(clause.manoeuvre, _USUAL_M[Manoeuvre.TO] if clause.until else None)
    return config.forward_m if usual is None else usual(config.legs)


def side_deg(mention: Mention, config: RulebookConfig) -> float:
    """How far off the leg's heading a landmark lies that is to be passed on a side."""
    passing_deg = config.expectation.passing_deg
    return {"left": -passing_deg, "right": passing_deg}.get(mention.side or "", 0.0)


def ahead(mention: Mention, config: RulebookConfig, *, is_told: bool = False) -> Sector:
    """Where the landmark of a leg is expected; `is_told` is whether a turn has set the heading for it."""
    spread_deg = config.legs.ahead_spread_deg if is_told else config.legs.untold_spread_deg
    return Sector(side_deg(mention, config), config.expectation.ahead_deg, spread_deg=spread_deg)


def anywhere(config: RulebookConfig) -> Sector:
    """Where a landmark is expected of which the words tell nothing."""
    return Sector(spread_deg=config.expectation.anywhere_spread_deg)


def facing(mention: Mention, config: RulebookConfig) -> Sector:
    """Where a landmark is expected that is to be faced: on the side that the words tell, else anywhere."""
    if mention.side is None:
        return anywhere(config)
    sign = 1 if mention.side == "right" else -1
    half_deg = config.turn_deg + config.expectation.own_side_deg
    return Sector(sign * config.turn_deg, half_deg, spread_deg=config.legs.facing_spread_deg)


def after_turn(clause: Clause, wanted_deg: float, config: RulebookConfig) -> Sector:
    """Where the landmark is expected that a turn leads to."""
    is_stated = clause.degrees is not None or clause.manoeuvre is Manoeuvre.TURN_AROUND
    legs = config.legs
    if clause.until and not is_stated:
        spread_deg = legs.facing_spread_deg
    else:
        spread_deg = legs.stated_spread_deg if is_stated else legs.turn_spread_deg
    half_deg = config.expectation.sector_spreads * spread_deg
    if clause.manoeuvre is not Manoeuvre.TURN_AROUND:  # which has no other side to end on
        least_deg = config.expectation.least_turn_deg
        half_deg = min(half_deg, abs(wanted_deg) - least_deg if clause.until else abs(wanted_deg))
    return Sector(wanted_deg, half_deg, spread_deg=spread_deg)
