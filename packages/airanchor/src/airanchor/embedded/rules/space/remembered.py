"""What the memory tells of a landmark, as evidence beside what is seen and measured.

A remembered place has odds of its own, times how well it lies where the words lead (see `likelihood`).
What is seen or measured at that very place speaks for the same thing, so that the odds of both add up: of
two that look alike the one is taken that is remembered. A picture that shows the place, and nothing of the
kind there, speaks against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.rules.config import PriorOdds, RulebookConfig
from airanchor.embedded.rules.goal import CLIMBS, TURNS, Goal
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.cues import RememberedCue
from airanchor.embedded.rules.space.expectation import (
    TURNING,
    Sector,
    after_turn,
    leads_to,
    reach_weight,
)
from airanchor.embedded.rules.space.likelihood import place_odds
from airanchor.embedded.rules.space.lookout import PanoramaPicture, from_behind, is_shown_at
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg

Rated = tuple[float, LandmarkTrack]
"""Odds of being the landmark, and the place."""


@dataclass(frozen=True, slots=True)
class ToldPlace:
    """Where a prior tells that a landmark is."""

    track: LandmarkTrack
    reliability: float


def remembered_place(
    mention: Mention, priors: Sequence[tuple[str, RememberedCue]], senses: Senses
) -> ToldPlace | None:
    """The prior whose name agrees best with a landmark's."""
    best, best_score = None, senses.config.same_name
    for label, cue in priors:
        score = senses.names.same_thing(mention.category, mention.attributes, label)
        if score > best_score or (best is None and score >= best_score):
            best, best_score = cue, score
    if best is None:
        return None
    track = LandmarkTrack(mention.label, best.bearing_deg, best.d_xy_m, best.dz_m, PlaceSource.REMEMBERED)
    return ToldPlace(track, best.reliability)


def place_weight(track: LandmarkTrack, mention: Mention, goal: Goal, told: Sector, senses: Senses) -> float:
    """How well a remembered place lies where the words lead from where the leg began; 0 where they cannot.

    `told` is where they lead from here on. After a turn that is where the turn was to lead, with all that
    such turns vary: where a look around has turned to something else, the place lies where it was told.
    """
    config, flown_m = senses.config, goal.progress.flown_m
    begun_m, begun_deg = from_behind(track.d_xy_m or 0.0, track.bearing_deg, flown_m)
    is_back = flown_m > 0 and abs(track.bearing_deg) > config.sights.onward_deg
    if is_back and goal.active.manoeuvre not in (Manoeuvre.TO, Manoeuvre.STOP):
        return 0.0  # flown past, whatever it was
    leg = next((one for one in goal.clauses[goal.progress.part :] if mention in one.mentions), None)
    reach = 1.0  # a turn that comes first makes a leg no shorter
    if track.d_xy_m is not None and leg is not None and leads_to(leg):
        reach = reach_weight(leg, begun_m, config.legs)
    return place_odds(_sector(goal, told, config).weight(begun_deg), reach, config.remembered)


def _sector(goal: Goal, told: Sector, config: RulebookConfig) -> Sector:
    before = goal.clauses[goal.progress.part - 1] if goal.progress.part else None
    if before is None or before.manoeuvre not in TURNING or goal.active.manoeuvre in (*TURNS, *CLIMBS):
        return told
    wanted_deg, looked_deg = wanted_turn_deg(before, config), goal.progress.looked_deg
    left_deg = 0.0 if looked_deg is None else wrap_deg(wanted_deg - looked_deg)
    return Sector(left_deg, spread_deg=after_turn(before, wanted_deg, config).spread_deg)


def with_remembered(
    rated: Sequence[Rated], remembered: Rated | None, *, same_m: float, same_deg: float
) -> list[Rated]:
    """The places with what is remembered: the odds of what lies there rise by its own, else it is one more.

    Where something has no distance, its bearing tells whether it is there.
    """
    if remembered is None:
        return list(rated)
    found = [
        (odds + remembered[0], place) if _is_there(place, remembered[1], same_m, same_deg) else (odds, place)
        for odds, place in rated
    ]
    if any(_is_there(place, remembered[1], same_m, same_deg) for _, place in rated):
        return found
    return [*found, remembered]


def unless_elsewhere(
    remembered: Rated | None,
    found: Sequence[LandmarkTrack | None],
    odds: PriorOdds,
    *,
    same_m: float,
    same_deg: float,
) -> Rated | None:
    """What is remembered, less likely where all that is found of the name lies elsewhere."""
    places = [place for place in found if place is not None]
    if remembered is None or not places:
        return remembered
    is_elsewhere = not any(_is_there(place, remembered[1], same_m, same_deg) for place in places)
    return (remembered[0] * (odds.elsewhere if is_elsewhere else 1.0), remembered[1])


def _is_there(place: LandmarkTrack, remembered: LandmarkTrack, same_m: float, same_deg: float) -> bool:
    if place.d_xy_m is None:
        return abs(place.bearing_deg - remembered.bearing_deg) <= same_deg
    return place.gap_m(remembered) <= same_m


def chance(odds: float) -> float:
    """Odds as a probability."""
    return odds / (1.0 + odds)


def at_a_glance(
    place: LandmarkTrack, mention: Mention, views: Sequence[PanoramaPicture], senses: Senses
) -> float:
    """By how much the odds of a remembered place change by whether a picture shows such a thing there.

    1 where no picture shows the place, or it is so near that it may lie below them, or so far that a sight
    tells no distance.
    """
    odds, nearest_m = senses.config.remembered, senses.config.sights.below_m
    if place.d_xy_m is None or not nearest_m <= place.d_xy_m < senses.config.sight_range_m:
        return 1.0
    is_shown = is_shown_at(place.bearing_deg, place.d_xy_m, mention, views, senses)
    return 1.0 if is_shown is None else odds.shown if is_shown else odds.unseen
