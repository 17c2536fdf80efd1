"""Numbers of when parts are done, given up or proven. Set by hand while tuning on train/dev flights."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionRules(Ranged):
    """When a part of a subtask is done."""

    place: ClassVar[str] = "rulebook completion"

    nearly_turned_deg: float = ranged(60.0, 0.0, 180.0)
    """A turn that ends this near to the angle of the words has been made."""
    looked_share: float = ranged(0.15, 0.0, 1.0)
    """A look around, or a flight on, that has made this share of a turn has made it."""
    turned_share: float = ranged(0.6, 0.0, 1.0)
    """So much of a turn is made by anything else."""
    turn_looks: int = ranged(2, 1, 10)
    """Looks around after which a turn counts as made, wherever they have turned to."""
    soon: float = ranged(0.5, 0.0, 1.0)
    """Shorter shares of the usual length of a leg are hardly ever told of."""
    soon_unsure: float = ranged(0.7, 0.0, 1.0)
    """The same where the landmark was only seen."""
    short_m: float = ranged(4.0, 0.0, 30.0)
    """How much of an approach may be left: steps are five metres long."""
    beyond_m: float = ranged(14.0, 0.0, 60.0)
    """How far beyond a landmark a flight past it must lead to be over."""
    abeam_m: float = ranged(4.0, 0.0, 30.0)
    """What lies no farther ahead is abeam."""
    abeam_reach: float = ranged(2.0, 1.0, 10.0)
    """A landmark to stop beside is no farther than so many `beside_m`."""
    end_reach: float = ranged(2.0, 1.0, 10.0)
    """What ends a leg does so abeam, too, no farther away than so many `near_m`."""
    behind_deg: float = ranged(30.0, 0.0, 90.0)
    """A landmark that was passed may still lie so much less aside than `abeam_deg`, after a turn to it."""
    moved_m: float = ranged(3.0, 0.0, 30.0)
    """A flight that went less has passed nothing."""
    home_m: float = ranged(9.0, 1.0, 60.0)
    """How far from its start a flight back there may end."""
    level_m: float = ranged(3.0, 0.0, 30.0)
    """A thing whose centre is this much above the drone is not below it."""
    away_share: float = ranged(0.6, 0.0, 1.0)
    """The share of `forward_m` that leads away from something."""
    cut_m: float = ranged(3.0, 0.0, 30.0)
    """A climb that lacks more of what was asked was cut short by the air."""
    climb_left_m: float = ranged(4.0, 0.0, 30.0)
    """How much of a change of height may be left."""
    climb_tries: int = ranged(2, 1, 20)
    """Decisions after which a climb that fails is as far as the air allows."""
    round_deg: float = ranged(15.0, 0.0, 180.0)
    """How much of a circle may be left unflown."""
    faced_deg: float = ranged(60.0, 5.0, 180.0)
    """After a turn what lies farther aside is a namesake that was turned away from."""
    sink_m: float = ranged(6.0, 0.0, 60.0)
    """More that was climbed to clear the way is undone before the next subtask, which knows nothing of it."""
    less_m: float = ranged(3.0, 0.0, 30.0)
    """A landmark that came closer by less came no closer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivingUpRules(Ranged):
    """When a part of a subtask ends without proof."""

    place: ClassVar[str] = "rulebook giving_up"

    orbit_tries: int = ranged(18, 1, 60)
    """Decisions after which a circle is given up."""
    astray: float = ranged(1.6, 1.0, 10.0)
    """How many times the usual length of a leg a mere sight is followed."""
    untold_patience: float = ranged(2.0, 1.0, 10.0)
    """How many usual legs are flown for a landmark that never shows where no turn has told the heading."""
    turned_to_deg: float = ranged(20.0, 0.0, 180.0)
    """A look around that turned this far has claimed to see something."""
    stalled: int = ranged(2, 1, 20)
    """Decisions without coming closer after which a landmark near by is given up."""
    stalled_reach: float = ranged(3.0, 1.0, 20.0)
    """What is near by for that, in `near_m`."""
    blocked: int = ranged(3, 1, 20)
    """Blocked flights in a row after which a landmark that does not show is given up."""
    growth_m: float = ranged(8.0, 0.0, 100.0)
    """A landmark this much farther than it was at best means that the way was left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalRules(Ranged):
    """What proves a landmark. The weights in verdicts/arrival.json were fitted with these values."""

    place: ClassVar[str] = "rulebook arrival"

    most_counted: int = ranged(3, 1, 100)
    """More decisions of a kind say nothing more."""
    least_score: float = ranged(0.05, 0.001, 0.5)
    """Lower scores say nothing more."""
    most_score: float = ranged(0.99, 0.5, 0.999)
    """Nor do higher ones."""
    same_deg: float = ranged(12.0, 0.5, 90.0)
    """A sight no farther from where a landmark is taken to be shows it."""
    most_deg: float = ranged(35.0, 0.5, 90.0)
    """The same for what is very near,"""
    half_wide_m: float = ranged(12.0, 0.0, 100.0)
    """which may be so wide to either side."""
