"""Numbers of where landmarks are sought and taken to be. Set by hand while tuning on train/dev flights."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectationRules(Ranged):
    """Where the words of a leg or a turn let one expect its landmark."""

    place: ClassVar[str] = "rulebook expectation"

    passing_deg: float = ranged(10.0, 0.0, 90.0)
    """How far to its side a landmark lies that is to be passed there."""
    own_side_deg: float = ranged(10.0, 0.0, 90.0)
    """A turn to one side never leads farther to the other."""
    least_turn_deg: float = ranged(12.0, 0.0, 45.0)
    """What needs less of a turn is not said to be turned to."""
    likely: float = ranged(0.3, 0.0, 1.0)
    """The least weight in a sector of something that is to be turned to."""
    ahead_deg: float = ranged(100.0, 10.0, 180.0)
    """What lies farther off the heading of a leg is not its landmark."""
    anywhere_spread_deg: float = ranged(90.0, 1.0, 360.0)
    """How much what lies ahead is likelier where a landmark may be anywhere."""
    sector_spreads: float = ranged(2.5, 0.5, 10.0)
    """The same after a turn, as a number of spreads off the heading that it leads to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingRules(Ranged):
    """How words and sights are weighed for the heading after a turn."""

    place: ClassVar[str] = "rulebook heading"

    blind: float = ranged(0.1, 0.0, 1.0)
    """b: what the words weigh where nothing is seen."""
    clear: int = ranged(2, 1, 10)
    """c: how fast the weight of what is clear to see falls with what the sights are worth."""
    untold_floor: float = ranged(0.1, 0.0, 1.0)
    """f: what is clear to see weighs where the words do not lead, if they tell of no turn."""
    step_deg: int = ranged(5, 1, 30)
    """How far apart the headings are that are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SightRules(Ranged):
    """What is taken for a landmark of what is measured, seen and remembered."""

    place: ClassVar[str] = "rulebook sights"

    nearest_range_m: float = ranged(60.0, 1.0, 1000.0)
    """Where the text asks for the nearest, a thing this far away counts half as much as one right here."""
    same_ray_deg: float = ranged(5.0, 0.5, 45.0)
    """A measured direction this near to a detection's pixel tells how far the detected thing is."""
    rows_px: int = ranged(8, 0, 100)
    """How much of a picture's height tells where a river leads."""
    least_odds: float = ranged(0.55, 0.0, 10.0)
    """The least odds of being the landmark of something to be flown to."""
    same_deg: float = ranged(8.0, 0.5, 45.0)
    """A sight no farther from where something was measured is of that thing."""
    onward_deg: float = ranged(75.0, 10.0, 180.0)
    """What is remembered farther aside or behind is not what a leg under way leads past, over or through."""
    below_m: float = ranged(25.0, 0.0, 200.0)
    """What is nearer may lie below the picture."""
    agrees_deg: float = ranged(25.0, 1.0, 90.0)
    """A detection this near to where a landmark is known to be is that landmark."""
    pointed_score: float = ranged(0.5, 0.0, 1.0)
    """What a direction that was asked for as an object is worth against the score of a sight."""
    jump_near: float = ranged(3.0, 1.0, 20.0)
    """Only of what is known to be nearer than so many jumps is it told that a measurement is of another."""
    jump_share: float = ranged(0.6, 0.0, 2.0)
    """A measurement of what is far away may be off by this share of its distance."""
    down_deg: float = ranged(-12.0, -90.0, 0.0)
    """A measured direction that points down at least this much tells of the ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookoutRules(Ranged):
    """Which sight of a look around is turned to."""

    place: ClassVar[str] = "rulebook lookout"

    shown_deg: float = ranged(40.0, 1.0, 45.0)
    """A view shows what lies no farther from its middle, clear of its borders."""
    power: int = ranged(2, 1, 10)
    """A sight is worth its score to this power: in a look around a middling score is seldom right."""
    same_deg: float = ranged(15.0, 0.5, 90.0)
    """Sights of two views no farther apart are of one thing."""
    same_range: float = ranged(1.6, 1.0, 10.0)
    """A sight whose distance looks no more times larger or smaller than a remembered one is at that place: of
    106 decisions of train flights such a sight was there for 31 of 46 right and 14 of 60 wrong places."""
    own_share: float = ranged(0.5, 0.0, 1.0)
    """What a sight's own score counts beside those of all views that should show the thing."""
    half_range_m: float = ranged(200.0, 1.0, 5000.0)
    """A thing this far away counts half as much as one right here."""
    unknown_range_m: float = ranged(120.0, 1.0, 1000.0)
    """How far away something is taken to be whose distance a sight does not tell."""
    rival_share: float = ranged(0.6, 0.0, 1.0)
    """A sight worth this share of the best may be meant as well where the text counts them."""
    bare_share: float = ranged(0.64, 0.0, 1.0)
    """What a sight counts that answers the category alone."""
    bare_below: float = ranged(0.25, 0.0, 1.0)
    """How little the sights of the whole name may be worth for those to count."""
    known_worth: float = ranged(0.64, 0.0, 1.0)
    """What a remembered or measured place counts against a sight."""
    doubted: float = ranged(0.5, 0.0, 1.0)
    """A remembered place with less of a chance is weighed against the sights of a look around."""
    least_worth: float = ranged(0.09, 0.0, 1.0)
    """What a sight must be worth to be told of."""
    told_within_deg: float = ranged(15.0, 0.0, 90.0)
    """How near to the heading that is taken a sight must lie to be told of."""
    asked_worth: float = ranged(0.2, 0.0, 1.0)
    """What a sight must be worth to be looked at for an answer."""
    asked_turn_deg: float = ranged(10.0, 0.0, 180.0)
    """A look around for an answer that turned less has found nothing to look at."""
    off_cost: float = ranged(0.006, 0.0, 1.0)
    """What a degree away from the wished heading costs against openness, on the way round an obstacle."""
    unseen_openness: float = ranged(0.5, 0.0, 1.0)
    """How open a direction counts that no view shows."""
    round_deg: tuple[float, ...] = ranged((30.0, 45.0, 60.0, 75.0, 90.0), 1.0, 180.0)
    """How far to either side a way round an obstacle is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRules(Ranged):
    """Which directions are asked to be measured."""

    place: ClassVar[str] = "rulebook queries"

    down_deg: float = ranged(-38.0, -44.0, 0.0)
    """A look down steep enough to meet the ground near by, and inside the picture."""
    roofs_deg: tuple[float, ...] = ranged((-30.0, 0.0, 30.0), -44.0, 44.0)
    """Where such looks go for a height above the ground: to both sides too, past the roofs."""
    fan_deg: tuple[float, ...] = ranged(
        (0.0, -25.0, 25.0, -12.0, 12.0, -38.0, 38.0, -6.0, 6.0, -18.0, 18.0, -31.0, 31.0), -44.0, 44.0
    )
    """Level directions to measure where nothing better is left to ask, in this order."""
    apart_deg: float = ranged(8.0, 0.0, 44.0)
    """A direction no farther from the way to be flown tells nothing new."""
    aside_deg: float = ranged(25.0, 1.0, 44.0)
    """How far beside the way a second one is measured where no other looks open."""
    edge_deg: float = ranged(41.0, 15.0, 44.0)
    """A way farther aside is not in the picture to be measured."""
