"""Numbers of how parts are flown. Set by hand while tuning on train/dev flights."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class HeightRules(Ranged):
    """Climbs and descents."""

    place: ClassVar[str] = "rulebook heights"

    street_m: float = ranged(10.0, 2.0, 60.0)
    """Street level."""
    least_told_m: float = ranged(5.0, 0.0, 60.0)
    """Smaller changes of height nobody tells,"""
    most_told_m: float = ranged(30.0, 1.0, 200.0)
    """nor larger ones in one go."""
    most_climb_m: float = ranged(30.0, 2.0, 100.0)
    """More is not asked for at once, also where no limit is told."""
    lowest_m: float = ranged(4.0, 1.0, 60.0)
    """No descent asks for less height above ground than this."""
    least_m: float = ranged(2.0, 0.0, 30.0)
    """No climb or descent that the text asks for is smaller: one action of the drone."""
    full_descent_m: float = ranged(25.0, 1.0, 30.0)
    """A descent of less was cut short."""
    sidestep_m: float = ranged(18.0, 5.0, 50.0)
    """How far aside to fly from a roof that ended a descent."""
    flat_m: float = ranged(1.5, 0.0, 30.0)
    """What has its centre no higher above the ground has no roof."""
    over_share: float = ranged(0.5, 0.0, 5.0)
    """The least climb over a thing that is in the way, as a share of `detour_climb_m`."""
    under_m: float = ranged(2.0, -30.0, 30.0)
    """A thing to be flown under has its centre at least so much above the drone,"""
    under_descent_m: float = ranged(25.0, 0.0, 100.0)
    """but no flight sinks more for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegRules(Ranged):
    """Legs to, past and beyond landmarks."""

    place: ClassVar[str] = "rulebook flights"

    look_again_m: float = ranged(36.0, 5.0, 100.0)
    """How far before its end the last leg measures the landmark again, while it is still in view."""
    blind_m: float = ranged(30.0, 5.0, 50.0)
    """How far a flight leads at once for a landmark that is nowhere to be seen, before the next look."""
    before_m: float = ranged(16.0, 0.0, 60.0)
    """How far before a landmark's centre an approach ends where the landmark's near edge is not seen."""
    edge_m: float = ranged(9.0, 0.0, 60.0)
    """How far before the near edge it ends where that is seen."""
    there_m: float = ranged(3.0, 0.0, 30.0)
    """An approach that has no more than this left to fly is over."""
    wall_reach_m: float = ranged(35.0, 0.0, 200.0)
    """A wall before a landmark is the landmark's own if its centre is no farther."""
    abreast_m: float = ranged(6.0, 0.0, 60.0)
    """What lies no farther ahead is beside, below or behind."""
    wide: float = ranged(1.6, 1.0, 10.0)
    """A landmark so many times farther aside than asked for is still passed by flying straight on."""
    aside_deg: float = ranged(30.0, 0.0, 90.0)
    """What lies so much farther aside than `view_deg` is turned to before it is passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetourRules(Ranged):
    """What is done where the way is blocked."""

    place: ClassVar[str] = "rulebook detours"

    edge_deg: float = ranged(40.0, 15.0, 44.0)
    """Where to aim in place of a turn."""
    steep_deg: float = ranged(35.0, 5.0, 44.0)
    """Where to aim in place of a climb."""
    highest_m: float = ranged(45.0, 0.0, 200.0)
    """Higher than this nobody climbs to clear the way."""
    climbs: float = ranged(2.0, 0.0, 20.0)
    """Climbs of `detour_climb_m` after failures; above that a landmark that does not show is given up."""
    failures: int = ranged(3, 1, 20)
    """Failures in a row after which the flight goes back, and no longer climbs."""
    least_share: float = ranged(0.5, 0.0, 1.0)
    """A way that brings the drone less than this share of a short distance closer counts as blocked."""
    sideways_m: float = ranged(10.0, 5.0, 50.0)
    """How far to fly where it looks open, if nothing else is left."""
    guess_deg: float = ranged(20.0, 1.0, 44.0)
    """How far to either side another way is tried after a failure."""
    sink_room_m: float = ranged(10.0, 0.0, 60.0)
    """How much farther than its end a way must be free to sink on it."""
    last_climb_m: float = ranged(4.0, 0.0, 30.0)
    """The change of height that is made where nothing better is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BendRules(Ranged):
    """Turns that are flown."""

    place: ClassVar[str] = "rulebook bends"

    most_deg: float = ranged(41.0, 0.0, 44.0)
    """A turn up to this angle can be flown as a bend."""
    off_deg: float = ranged(25.0, 0.0, 90.0)
    """How far from the stated angle the landmark may lie."""
    corner_tries: int = ranged(3, 0, 20)
    """Decisions that the way to the place of a turn may take."""
    unseen_deg: float = ranged(90.0, 0.0, 180.0)
    """How far to turn for a landmark that is to be faced and not seen, where no look around is allowed."""
    glance_deg: float = ranged(45.0, 15.0, 180.0)
    """How far a look around turns that is flown action by action and not told by how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRules(Ranged):
    """Legs that the drone's state alone can steer: home, by the compass, round a landmark."""

    place: ClassVar[str] = "rulebook state"

    on_course_deg: float = ranged(5.0, 0.0, 45.0)
    """A leg by the compass needs no turn from a heading this near to its course."""
    near_course_deg: float = ranged(25.0, 0.0, 90.0)
    """How far off its course a leg by the compass may lead to the landmark that ends it."""
    overhead_m: float = ranged(6.0, 0.0, 60.0)
    """So near the start, seen from above, only the height is left to be set right."""
    level_m: float = ranged(4.0, 0.0, 60.0)
    """A height this near to that of the start is right."""
    come_to_m: float = ranged(30.0, 5.0, 100.0)
    """From how far away a landmark is circled that was farther."""
    wider: tuple[float, ...] = ranged((1.0, 1.4, 1.8), 1.0, 10.0)
    """Circles to try, one after the other, where the way on is not free."""
    orbit_step_deg: float = ranged(40.0, 5.0, 90.0)
    """How far round a circle one flight leads: the turn to the next one stays inside the picture."""
    least_radius_m: float = ranged(16.0, 1.0, 100.0)
    """No circle is narrower."""
    farthest_m: float = ranged(55.0, 5.0, 200.0)
    """What is to be circled and farther away is come to first."""
