"""What was measured on train paths and flights over them: data files with their provenance, read once.

A file holds `values`, which are these settings, beside what they were taken from. The programs that measure
renew the files: `python -m benchmarks.fit.leg_statistics --write` and `benchmarks.fit.landmark_odds --write`.
"""

import functools
import json
from dataclasses import dataclass, fields
from importlib import resources
from typing import Any, ClassVar, TypeVar

from airanchor.embedded.rules.config.ranges import Ranged, fitted
from airanchor.errors import InputError

LEG_FILE, ODDS_FILE, PRIOR_FILE = "leg_statistics.json", "landmark_odds.json", "prior_odds.json"
Group = TypeVar("Group", bound="LegPriors | TurnPriors | LandmarkOdds | PriorOdds | OfferedOdds")


@dataclass(frozen=True, slots=True, kw_only=True)
class LegPriors(Ranged):
    """How long legs are, and where their landmarks lie, in our training paths.

    Lengths and places lie near the measured ones, rounded by hand; spreads are wider than measured, to allow
    for legs that begin elsewhere than told, and were set by hand while tuning on train and dev flights.
    """

    place: ClassVar[str] = "rulebook legs"

    to_m: float = fitted(5.0, 300.0)
    """The usual length of a leg up to its landmark."""
    past_m: float = fitted(5.0, 300.0)
    """The same of a leg past, around, over, under or across it."""
    between_m: float = fitted(5.0, 300.0)
    """The same of a leg between two things, or through one."""
    beyond_to_m: float = fitted(-100.0, 100.0)
    """How far beyond its landmark's centre a leg up to it ends; negative is before it."""
    beyond_past_m: float = fitted(-100.0, 100.0)
    """The same of a leg past it."""
    beyond_over_m: float = fitted(-100.0, 100.0)
    """The same of a leg over it."""
    beyond_between_m: float = fitted(-100.0, 100.0)
    """The same of a leg between two things."""
    near_m: float = fitted(5.0, 200.0)
    """The landmark of a leg is hardly ever nearer to where it begins, or the leg were over."""
    far_m: float = fitted(20.0, 1000.0)
    """Nor is it often farther."""
    near_spread_m: float = fitted(1.0, 100.0)
    """How fast likelihood falls below the first: a leg may have begun a little elsewhere than it was told."""
    far_spread_m: float = fitted(1.0, 200.0)
    """How fast it falls beyond the second."""
    odd_near: float = fitted(0.0, 1.0)
    """What is left of it for what is nearer."""
    odd_far: float = fitted(0.0, 1.0)
    """What is left of it for what is farther."""
    counted_from: float = fitted(2.0, 10.0)
    """From this ordinal on the first of a kind is told from the one meant by how far away it is."""
    counted_m: float = fitted(5.0, 200.0)
    """How far such a one lies: of 56 in our training paths 5 % at most 44 m, half at most 68 m."""
    counted_spread_m: float = fitted(1.0, 100.0)
    """How fast likelihood falls below that."""
    told_spread_m: float = fitted(1.0, 200.0)
    """How far from where a stated length leads to the landmark lies."""
    stated_spread_deg: float = fitted(1.0, 180.0)
    """How far a leg's landmark lies from a heading that the words state."""
    turn_spread_deg: float = fitted(1.0, 180.0)
    """The same where they only say to which side to turn."""
    facing_spread_deg: float = fitted(1.0, 180.0)
    """The same where the turn ends at the landmark, wherever that is on its side."""
    ahead_spread_deg: float = fitted(1.0, 180.0)
    """The same where a turn has set the heading: what lies 30 degrees off is hardly ever meant."""
    untold_spread_deg: float = fitted(1.0, 180.0)
    """The same where nothing was said of the heading, or where two things lie on either side of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPriors(Ranged):
    """How far the turns of our training paths lead, by how they are told.

    Spreads are near the measured ones, rounded by hand. `facing_mean_deg`, `untold_spread_deg` and
    `sight_spread_deg` are farther from what is measured: set by hand while tuning on train and dev flights.
    """

    place: ClassVar[str] = "rulebook turns"

    facing_mean_deg: float = fitted(15.0, 180.0)
    """How far a turn leads that ends where a landmark lies ahead; in our training paths 30 to 150."""
    vague_spread_deg: float = fitted(1.0, 180.0)
    """How much turns of which only the side is told differ from a right angle; in our training paths they
    lead 75 degrees on average, with a spread of 21 about that."""
    sharp_spread_deg: float = fitted(1.0, 180.0)
    """The same of turns told as sharp."""
    around_spread_deg: float = fitted(1.0, 180.0)
    """The same of turns around."""
    facing_spread_deg: float = fitted(1.0, 180.0)
    """The same where the turn ends at a landmark, wherever that is on its side."""
    untold_spread_deg: float = fitted(1.0, 180.0)
    """How far the next leg leads to either side where no turn is told."""
    sight_spread_deg: float = fitted(1.0, 180.0)
    """How far a leg's landmark lies from its heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarkOdds(Ranged):
    """Log odds = base + slope x score that what answers a landmark's name is the landmark, by its looks.

    From a fit whose own figures were not kept; the file has those of the same program, run again since.
    """

    place: ClassVar[str] = "rulebook odds"

    measured_base: float = fitted(-10.0, 10.0)
    """Of something that was measured under the name, where the picture shows nothing of it."""
    measured_slope: float = fitted(-20.0, 20.0)
    """What a score of 1 of the sight of it adds."""
    seen_base: float = fitted(-10.0, 10.0)
    """Of something that the picture alone shows."""
    seen_slope: float = fitted(-20.0, 20.0)
    """What a score of 1 adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLine(Ranged):
    """How likely something that the memory holds is a landmark.

    Log odds = base + name x agreement of names + slope x log odds of its reliability
    + sector x log weight of its bearing + reach x log weight of its distance.
    """

    base: float = fitted(-10.0, 10.0)
    """Of something of another name, remembered with even odds, right where the words lead."""
    name: float = fitted(-20.0, 20.0)
    """What full agreement of the names adds."""
    slope: float = fitted(-20.0, 20.0)
    """What each unit of the log odds of its reliability adds."""
    sector: float = fitted(0.0, 10.0)
    """The power of the weight of its bearing where the words lead."""
    reach: float = fitted(0.0, 10.0)
    """The same of the weight of its distance."""
    least_weight: float = fitted(0.0001, 1.0)
    """No such weight counts as less."""
    least_reach: float = fitted(0.0, 1.0)
    """The least weight, by its distance, of something remembered that a leg may lead to at all."""
    doubt: float = fitted(0.001, 0.5)
    """No reliability counts as surer, or as more doubtful, than this leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedOdds(MemoryLine):
    """Of what is offered for a landmark, where its subtask begins: beside others, and from afar."""

    place: ClassVar[str] = "rulebook offered"

    far: float = fitted(-20.0, 20.0)
    """What each hundred metres away adds to the log odds."""
    rivals: float = fitted(-20.0, 20.0)
    """What the logarithm of one more than the others adds that are so called as well."""
    rival_share: float = fitted(0.0, 1.0)
    """So called as well is what agrees with the name at least this much as well."""
    told: float = fitted(0.0, 10.0)
    """The least odds of a candidate to be told as the landmark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorOdds(MemoryLine):
    """Of what was chosen and is told as the landmark, at every decision."""

    place: ClassVar[str] = "rulebook remembered"

    alone: float = fitted(0.0, 10.0)
    """The least odds, weighed, of something remembered to be looked for where nothing else tells of a place:
    lower than of a sight, since without it the drone would fly on blindly."""
    shown: float = fitted(1.0, 100.0)
    """By how much the odds rise where a picture shows something of the name in its direction."""
    unseen: float = fitted(0.0, 1.0)
    """And what is left of them where a picture shows the place and nothing of the name there."""
    elsewhere: float = fitted(0.0, 1.0)
    """What is left of them where something of the name is seen or measured elsewhere, and nothing there."""


@functools.cache
def offered_odds(part: str = "offered") -> OfferedOdds:
    """As the data file has them: "offered" for the paper's retrieval, "offered_far" for ours."""
    return _read(OfferedOdds, PRIOR_FILE, part)


@functools.cache
def prior_odds(part: str = "remembered") -> PriorOdds:
    """As the data file has them: "remembered" after the paper's retrieval, "remembered_far" after ours."""
    return _read(PriorOdds, PRIOR_FILE, part)


@functools.cache
def leg_priors() -> LegPriors:
    """As the data file has them."""
    return _read(LegPriors, LEG_FILE, "legs")


@functools.cache
def turn_priors() -> TurnPriors:
    """As the data file has them."""
    return _read(TurnPriors, LEG_FILE, "turns")


@functools.cache
def landmark_odds() -> LandmarkOdds:
    """As the data file has them."""
    return _read(LandmarkOdds, ODDS_FILE, "odds")


def _read(group: type[Group], file: str, part: str) -> Group:
    stored: dict[str, Any] = json.loads(resources.files(__package__).joinpath(file).read_text("utf-8"))
    values, names = stored["values"][part], [one.name for one in fields(group)]
    if sorted(values) != sorted(names):
        odd = ", ".join(sorted(set(values) ^ set(names)))
        raise InputError(f"{file}: {part} must hold exactly {', '.join(names)}; it differs in {odd}")
    return group(**values)
