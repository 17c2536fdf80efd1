"""Where the landmarks are, put together from the anchor graph, the priors, the picture and the progress."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.sentences import AnchorReading, read_sentences
from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.eyes.reader import PictureDetection, bearing_deg, elevation_deg
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import CLIMBS, TURNS, Goal, is_between
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.cues import read_priors
from airanchor.embedded.rules.space.detections import best_detection, in_reach, phrase_of, track_of
from airanchor.embedded.rules.space.expectation import (
    TURNING,
    Sector,
    after_turn,
    ahead,
    facing,
    leads_to,
    reach_weight,
)
from airanchor.embedded.rules.space.likelihood import measured_odds, remembered_odds, sight_odds
from airanchor.embedded.rules.space.lookout import PanoramaPicture
from airanchor.embedded.rules.space.openings import UNMEASURED_M, FreeDirection, openings
from airanchor.embedded.rules.space.pointers import pointed_at
from airanchor.embedded.rules.space.remembered import (
    Rated,
    at_a_glance,
    place_weight,
    remembered_place,
    unless_elsewhere,
    with_remembered,
)
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg


class LandmarkEvidence:
    """One moment's knowledge; a tag that is absent simply tells nothing."""

    def __init__(
        self,
        values: Mapping[str, str],
        image: NDArray[np.uint8] | None,
        goal: Goal,
        senses: Senses,
    ) -> None:
        self._goal, self._senses, self._image = goal, senses, image
        self.readings = read_sentences(values.get("graph", ""))
        self.openings = openings(self.readings)
        self._priors = read_priors(values.get("priors", ""))

    def track(self, mention: Mention) -> LandmarkTrack | None:
        """The best knowledge of where a landmark is."""
        measured, remembered = self.measured(mention), self.remembered(mention)
        known, config = self._known(mention), self._senses.config
        # What is out of the picture cannot be seen to be right; a measurement elsewhere is of a namesake.
        if known is not None and not self._should_show(known):
            is_it = measured is not None and not is_jump(measured, known, config)
            is_doubted = (
                not known.source.is_sure
                and remembered is not None
                and remembered[0] >= config.sights.least_odds
            )
            if is_it or not is_doubted:
                return measured if is_it else known
        found = self._likeliest(mention, measured, known, remembered)
        return remembered[1] if found is None and remembered is not None else found

    def measured(self, mention: Mention) -> LandmarkTrack | None:
        """The landmark among the graph's objects."""
        return match_reading(mention, self.readings, self._goal.others(mention), self._senses)

    def detection(self, mention: Mention) -> PictureDetection | None:
        """The landmark in the picture, as it stands there."""
        if self._image is None:
            return None
        config, sector = self._senses.config, self._sector(mention)
        wanted, bare = [(mention, config.seen_score)], replace(mention, attributes=())
        if self._goal.progress.looked_deg is not None:  # what a look around turned to is looked for as there
            wanted = [(mention, config.around_score), (bare, config.bare_score)]
        elif self._goal.progress.is_lost(mention.label):
            wanted.append((bare, config.bare_score))
        sights = (
            best_detection(one, self._image, self._senses, least_score=least_score, sector=sector)
            for one, least_score in wanted
        )
        return next(filter(None, sights), None)

    def _sector(self, mention: Mention) -> Sector:
        """Where a landmark is expected: where it is known to be, else where the words lead."""
        known, agrees_deg = self._known(mention), self._senses.config.sights.agrees_deg
        return self._told(mention) if known is None else Sector(known.bearing_deg, spread_deg=agrees_deg)

    def _known(self, mention: Mention) -> LandmarkTrack | None:
        """What earlier decisions have found, unless a leg begins that leads elsewhere by its words.

        What they only remembered is none of it: the memory tells of it again, to be judged by what is seen.
        """
        known, goal = self._goal.progress.knows(mention.label), self._goal
        if known is not None and known.source is PlaceSource.REMEMBERED:
            return None
        is_beginning = goal.active.manoeuvre not in (*TURNS, *CLIMBS) and goal.progress.flown_m == 0
        if known is None or not (is_beginning and goal.has_turned):
            return known
        likely = self._senses.config.expectation.likely
        return known if self._told(mention).expects(known.bearing_deg, likely) else None

    def _told(self, mention: Mention) -> Sector:
        """Where the words lead."""
        active, config = self._goal.active, self._senses.config
        if active.manoeuvre in TURNING and mention in self._goal.led_to:
            return after_turn(active, wanted_turn_deg(active, config), config)
        if active.manoeuvre is Manoeuvre.FACE:
            return facing(mention, config)
        return ahead(mention, config, is_told=self._goal.is_heading_told and not is_between(active))

    def _likeliest(
        self,
        mention: Mention,
        measured: LandmarkTrack | None,
        known: LandmarkTrack | None,
        remembered: Rated | None = None,
    ) -> LandmarkTrack | None:
        """The likeliest of what is measured, seen, known from before and remembered; None if none is enough.

        Only the landmark of a leg is expected anywhere; of others any measurement tells.
        """
        if self._goal.active.manoeuvre in (*TURNS, *CLIMBS) and (measured or known) is not None:
            return measured or known
        rules, odds = self._senses.config.sights, self._senses.config.odds
        detection, seen = self.detection(mention), self.seen(mention)
        score = 0.0 if detection is None else detection.score
        is_counted = mention.ordinal is not None and mention.ordinal > 1
        sure = known if known is not None and known.source.is_sure else None
        rated = self._rated(mention, [place for place in (measured, sure) if place is not None])
        jump_m, same_deg = self._senses.config.jump_m, rules.agrees_deg / 2
        found, weights = (measured, sure, seen), self._senses.config.remembered
        remembered = unless_elsewhere(remembered, found, weights, same_m=jump_m, same_deg=same_deg)
        rated = with_remembered(rated, remembered, same_m=jump_m, same_deg=same_deg)
        # A measurement goes by the name alone, and may be of a twin: a sight counts beside it.
        if seen is not None and (
            is_counted or not any(_is_one(seen, place, rules.agrees_deg) for _, place in rated)
        ):
            rated.append((sight_odds(score, odds) * self._fit(mention, seen), seen))
        # The first target alone is asked for first, which is all that tells what a bare direction was for.
        pointed = pointed_at(mention, self.readings) if mention in self._goal.targets[:1] else None
        if pointed is not None and not rated:
            pointed_odds = sight_odds(rules.pointed_score, odds)
            rated.append((pointed_odds * self._fit(mention, pointed), pointed))
        best = max(rated, key=lambda one: one[0], default=None)
        return best[1] if best is not None and best[0] >= rules.least_odds else None

    def _rated(self, mention: Mention, places: Sequence[LandmarkTrack]) -> list[Rated]:
        """What was measured, with its odds."""
        odds = self._senses.config.odds
        return [
            (measured_odds(self._support(mention, place), odds) * self._fit(mention, place), place)
            for place in places
        ]

    def _support(self, mention: Mention, place: LandmarkTrack) -> float:
        """The best score of a sight where something was measured."""
        if self._image is None:
            return 0.0
        same_deg = self._senses.config.sights.same_deg
        found = self._senses.scenes.read(self._image).find(phrase_of(mention))
        near = (sight.score for sight in found if abs(sight.bearing_deg - place.bearing_deg) <= same_deg)
        return max(near, default=0.0)

    def _fit(self, mention: Mention, track: LandmarkTrack) -> float:
        """How well a place agrees with where the words lead."""
        return self._reach(mention, track) * self._sector(mention).weight(track.bearing_deg)

    def _reach(self, mention: Mention, track: LandmarkTrack) -> float:
        """How likely the active leg leads as far as to a place."""
        active = self._goal.active
        if track.d_xy_m is None or mention not in active.mentions or not leads_to(active):
            return 1.0
        along_m = self._goal.progress.flown_m + track.forward_m
        return reach_weight(active, along_m, self._senses.config.legs)

    def remembered(self, mention: Mention, views: Sequence[PanoramaPicture] = ()) -> Rated | None:
        """What is remembered with its odds; None where nothing is, or it is hardly where the words lead.

        Any views of a look around tell of its place beside the picture.
        """
        prior, config = remembered_place(mention, self._priors, self._senses), self._senses.config
        if prior is None:
            return None
        track, told = prior.track, self._told(mention)
        odds = remembered_odds(prior.reliability, config.remembered)
        odds *= place_weight(track, mention, self._goal, told, self._senses)
        if self._image is not None:
            views = (PanoramaPicture(0.0, self._image), *views)
        if odds > 0.0:
            odds *= at_a_glance(track, mention, views, self._senses)
        return (odds, track) if odds >= config.remembered.alone else None

    def seen(self, mention: Mention) -> LandmarkTrack | None:
        """The landmark in the picture, at the distance measured where a direction points at it.

        What is far away is a mere bearing, and only if it is clear to see. A leg under way whose heading
        a turn has told leads no farther: of 25 such bearings in train and dev flights none was right.
        """
        detection = self.detection(mention)
        if detection is None:
            return None
        track, surface = track_of(mention, detection), self._surface_at(detection)
        if surface is not None:
            track = _measured_at(track, surface)
        progress = self._goal.progress
        score = 1.0 if progress.looked_deg is not None else detection.score
        sight = in_reach(track, score, self._senses.config)
        is_beyond = sight is not None and sight.d_xy_m is None and progress.flown_m > 0
        return None if is_beyond and self._goal.has_turned else sight

    def course_deg(self, mention: Mention, ahead_m: float) -> float | None:
        """Where a river or street leads: the bearing of the part of it that lies so far ahead."""
        detection = self.detection(mention)
        if detection is None or self._image is None:
            return None
        scene = self._senses.scenes.read(self._image)
        rows, columns = np.nonzero(detection.mask)
        if not len(rows):
            return detection.bearing_deg
        horizon, focal_px = (scene.size_px[1] - 1) / 2, scene.size_px[0] / 2
        aim = horizon + focal_px * scene.height_m / ahead_m
        off = np.abs(rows - max(aim, rows.min()))
        there = columns[off <= off.min() + self._senses.config.sights.rows_px]
        return float(bearing_deg(float(np.median(there)), scene.size_px[0]))

    def _surface_at(self, detection: PictureDetection) -> FreeDirection | None:
        """The measured direction that meets the detected thing."""
        if self._image is None:
            return None
        height_px, width_px = self._image.shape[:2]
        same_deg = self._senses.config.sights.same_ray_deg
        aim_deg = bearing_deg(detection.pixel[0], width_px)
        rise_deg = elevation_deg(detection.pixel, (width_px, height_px))
        near = [
            opening
            for opening in self.openings
            if abs(opening.bearing_deg - aim_deg) <= same_deg
            and abs(opening.elevation_deg - rise_deg) <= same_deg
        ]
        return min(near, key=lambda opening: abs(opening.bearing_deg - aim_deg), default=None)

    def _should_show(self, known: LandmarkTrack) -> bool:
        """Whether a known thing should be in the picture now; one only seen also where it was flown to."""
        bearing_deg, distance_m, config = abs(known.bearing_deg), known.d_xy_m or 0.0, self._senses.config
        if self._image is None or (known.source.is_sure and distance_m < config.sights.below_m):
            return False
        is_flown_to = distance_m <= config.near_m and bearing_deg <= config.abeam_deg
        return bearing_deg <= config.view_deg or is_flown_to


def _is_one(seen: LandmarkTrack, place: LandmarkTrack, agrees_deg: float) -> bool:
    return abs(seen.bearing_deg - place.bearing_deg) <= agrees_deg / 2


def _measured_at(track: LandmarkTrack, surface: FreeDirection) -> LandmarkTrack:
    """The track at the distance of the surface that a direction met on it, if that could be measured."""
    if surface.free_m >= UNMEASURED_M:
        return replace(track, d_xy_m=None, dz_m=None)
    rise_rad = np.radians(surface.elevation_deg)
    return replace(
        track,
        source=PlaceSource.AIMED,
        d_xy_m=surface.free_m * float(np.cos(rise_rad)),
        dz_m=surface.free_m * float(np.sin(rise_rad)),
    )


def is_jump(measured: LandmarkTrack, known: LandmarkTrack, config: RulebookConfig) -> bool:
    """Whether a measurement is of something else than what is known."""
    rules = config.sights
    near = known.d_xy_m is not None and known.d_xy_m <= rules.jump_near * config.jump_m
    return near and measured.gap_m(known) > max(config.jump_m, rules.jump_share * (measured.d_xy_m or 0.0))


def match_reading(
    mention: Mention, readings: Sequence[AnchorReading], others: set[str], senses: Senses
) -> LandmarkTrack | None:
    """The object of a graph that a mention names; never one that was asked for under another name."""
    best, best_score = None, senses.config.same_name
    for reading in readings:
        if reading.label is None or reading.label in others:
            continue
        score = senses.names.same_thing(mention.category, mention.attributes, reading.label)
        if score > best_score or (best is None and score >= best_score):
            best, best_score = reading, score
    if best is None:
        return None
    return LandmarkTrack(mention.label, best.bearing_deg, best.d_xy_m, best.dz_m, PlaceSource.MEASURED)
