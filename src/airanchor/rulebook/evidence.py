"""Where the landmarks are, put together from the anchor graph, the priors, the picture and the progress."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.sentences import Reading, read_sentences
from airanchor.geometry import read_cue_words
from airanchor.perception import Phrase
from airanchor.perception.scene_reader import Sighting, bearing_deg, elevation_deg
from airanchor.rulebook.config import RulebookConfig
from airanchor.rulebook.goal import Goal
from airanchor.rulebook.language.clause import Mention
from airanchor.rulebook.senses import Senses
from airanchor.rulebook.track import Source, Track, plain, wrap_deg

SAME_RAY_DEG = 5.0
"""A measured direction this near to a sighting's pixel tells how far the sighted thing is."""
ROWS_PX = 8
"""How much of a picture's height tells where a river leads."""
UNMEASURED_M = 99.9
"""A free distance from here on is only known to be longer."""
DOWN_DEG = -25.0
"""A direction that points down at least this much meets the ground near by."""
AGREES_DEG = 25.0
"""A sighting this near to where a landmark is known to be is that landmark."""

_PRIOR = re.compile(
    r"Landmark [^\[\]\n]{1,40} \[(?P<label>[^\n]{0,400}?)\] -> (?P<id>[^\n:]{1,80}): (?P<cue>[^\n]{1,400})"
)
_RELIABILITY = re.compile(r"reliability (\d(?:\.\d{1,3})?)")


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue in words, as numbers."""

    bearing_deg: float
    dz_m: float | None
    d_xy_m: float | None
    reliability: float


@dataclass(frozen=True, slots=True)
class Opening:
    """A direction of which it is known how far it is free."""

    bearing_deg: float
    elevation_deg: float
    free_m: float


def read_cue(text: str) -> Cue | None:
    """The numbers of a cue in words; None where it has no bearing."""
    told, reliability = read_cue_words(text), _RELIABILITY.search(text)
    if told.bearing_deg is None:
        return None
    return Cue(
        wrap_deg(told.bearing_deg), told.dz_m, told.d_xy_m, float(reliability[1]) if reliability else 0.0
    )


def openings(readings: Sequence[Reading]) -> tuple[Opening, ...]:
    """The directions of a graph."""
    found = []
    for reading in readings:
        if reading.label is not None or reading.free_m is None:
            continue
        rise = min(max(reading.dz_m / max(reading.free_m, 0.1), -1.0), 1.0)
        found.append(Opening(reading.bearing_deg, float(np.degrees(np.arcsin(rise))), reading.free_m))
    return tuple(found)


class Evidence:
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
        self._priors = _priors(values.get("priors", ""))

    def track(self, mention: Mention) -> Track | None:
        """The best knowledge of where a landmark is."""
        measured, prior = self.measured(mention), self._remembered(mention)
        known = self._goal.progress.knows(mention.label)
        config = self._senses.config
        if measured and prior and measured.gap_m(prior[0]) > config.jump_m and prior[1] >= config.trusted:
            return prior[0]
        if measured and known and known.d_xy_m is not None and _is_jump(measured, known, config.jump_m):
            return known
        if measured:
            return measured
        if prior:
            return prior[0]
        return self._settled(known, self.seen(mention))

    def measured(self, mention: Mention) -> Track | None:
        """The landmark among the graph's objects."""
        return match_reading(mention, self.readings, self._goal.others(mention), self._senses)

    def sighting(self, mention: Mention) -> Sighting | None:
        """The landmark in the picture, as it stands there."""
        if self._image is None:
            return None
        config = self._senses.config
        if not self._goal.progress.is_turned_to:
            return best_sighting(mention, self._image, self._senses, least_score=config.seen_score)
        wanted = (mention, replace(mention, attributes=()))
        found = (
            best_sighting(one, self._image, self._senses, least_score=config.confirm_score) for one in wanted
        )
        return next(filter(None, found), None)

    def seen(self, mention: Mention) -> Track | None:
        """The landmark in the picture, at the distance measured where a direction points at it.

        What is far away is a mere bearing, and only if it is clear to see.
        """
        sighting = self.sighting(mention)
        if sighting is None:
            return None
        track, surface = sighted(mention, sighting), self._surface_at(sighting)
        if surface is not None:
            track = _measured_at(track, surface)
        score = 1.0 if self._goal.progress.is_turned_to else sighting.score
        return in_reach(track, score, self._senses.config)

    def course_deg(self, mention: Mention, ahead_m: float) -> float | None:
        """Where a river or street leads: the bearing of the part of it that lies so far ahead."""
        sighting = self.sighting(mention)
        if sighting is None or self._image is None:
            return None
        scene = self._senses.scenes.read(self._image)
        rows, columns = np.nonzero(sighting.mask)
        if not len(rows):
            return sighting.bearing_deg
        horizon, focal_px = (scene.size_px[1] - 1) / 2, scene.size_px[0] / 2
        aim = horizon + focal_px * scene.height_m / ahead_m
        off = np.abs(rows - max(aim, rows.min()))
        return float(bearing_deg(float(np.median(columns[off <= off.min() + ROWS_PX])), scene.size_px[0]))

    def _surface_at(self, sighting: Sighting) -> Opening | None:
        """The measured direction that meets the sighted thing."""
        if self._image is None:
            return None
        height_px, width_px = self._image.shape[:2]
        aim_deg = bearing_deg(sighting.pixel[0], width_px)
        rise_deg = elevation_deg(sighting.pixel, (width_px, height_px))
        near = [
            opening
            for opening in self.openings
            if abs(opening.bearing_deg - aim_deg) <= SAME_RAY_DEG
            and abs(opening.elevation_deg - rise_deg) <= SAME_RAY_DEG
        ]
        return min(near, key=lambda opening: abs(opening.bearing_deg - aim_deg), default=None)

    def _remembered(self, mention: Mention) -> tuple[Track, float] | None:
        best: tuple[Track, float] | None = None
        best_score = self._senses.config.same_name
        for label, cue in self._priors:
            score = self._senses.names.same_thing(mention.category, mention.attributes, label)
            if score >= best_score and (best is None or score > best_score):
                track = Track(mention.label, cue.bearing_deg, cue.d_xy_m, cue.dz_m, Source.REMEMBERED)
                best, best_score = (track, cue.reliability), score
        return best

    def _settled(self, known: Track | None, seen: Track | None) -> Track | None:
        """A sighting refreshes what was known of the same place; elsewhere, what was known well stands."""
        if known is not None and not known.source.is_sure and self._should_show(known):
            return seen
        if known is None or seen is None:
            return known or seen
        agrees = abs(wrap_deg(known.bearing_deg - seen.bearing_deg)) <= AGREES_DEG
        return seen if known.d_xy_m is None or (agrees and seen.d_xy_m is not None) else known

    def _should_show(self, known: Track) -> bool:
        """Whether a thing that was only seen should be in the picture now, or was flown to without proof."""
        is_near = known.d_xy_m is not None and known.d_xy_m <= self._senses.config.near_m
        return self._image is not None and (is_near or abs(known.bearing_deg) <= self._senses.config.view_deg)


def height_above_ground_m(openings: tuple[Opening, ...]) -> float | None:
    """The drone's height by the steepest measured direction that met something below."""
    down = [one for one in openings if one.elevation_deg <= DOWN_DEG and one.free_m < UNMEASURED_M]
    if not down:
        return None
    lowest = min(down, key=lambda one: one.elevation_deg)
    return lowest.free_m * -float(np.sin(np.radians(lowest.elevation_deg)))


def _measured_at(track: Track, surface: Opening) -> Track:
    """The track at the distance of the surface that a direction met on it, if that could be measured."""
    if surface.free_m >= UNMEASURED_M:
        return replace(track, d_xy_m=None, dz_m=None)
    rise_rad = np.radians(surface.elevation_deg)
    return replace(
        track,
        source=Source.AIMED,
        d_xy_m=surface.free_m * float(np.cos(rise_rad)),
        dz_m=surface.free_m * float(np.sin(rise_rad)),
    )


def _is_jump(measured: Track, known: Track, jump_m: float) -> bool:
    near = known.d_xy_m is not None and known.d_xy_m <= 2 * jump_m
    return near and measured.gap_m(known) > max(jump_m, 0.6 * (measured.d_xy_m or 0.0))


def match_reading(
    mention: Mention, readings: Sequence[Reading], others: set[str], senses: Senses
) -> Track | None:
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
    return Track(mention.label, best.bearing_deg, best.d_xy_m, best.dz_m, Source.MEASURED)


def best_sighting(
    mention: Mention, image: NDArray[np.uint8], senses: Senses, *, least_score: float
) -> Sighting | None:
    """The likeliest sight of a landmark, on the side the text says if there are several."""
    found = senses.scenes.read(image).find(phrase_of(mention))
    sure = [sighting for sighting in found if sighting.score >= least_score]
    if mention.ordinal is not None and 2 <= mention.ordinal <= len(sure):
        sure.sort(key=lambda sighting: sighting.range_m or np.inf)
        return sure[mention.ordinal - 1]
    if mention.side:
        sign = 1 if mention.side == "right" else -1
        sure.sort(key=lambda sighting: sign * sighting.bearing_deg < 0)
    return sure[0] if sure else None


def sighted(mention: Mention, sighting: Sighting, offset_deg: float = 0.0) -> Track:
    """A sight as a track; `offset_deg` is where the picture was looking."""
    angle_deg = wrap_deg(sighting.bearing_deg + offset_deg)
    dz_m = None
    if sighting.range_m is not None:
        dz_m = sighting.range_m * float(np.tan(np.radians(sighting.elevation_deg)))
    return Track(mention.label, angle_deg, sighting.range_m, dz_m, Source.SEEN)


def in_reach(track: Track, score: float, config: RulebookConfig) -> Track | None:
    """Something seen as a landmark: far away it is a bearing alone, and must be clearer to see."""
    if track.d_xy_m is not None and track.d_xy_m < config.sight_range_m:
        return track
    return replace(track, d_xy_m=None, dz_m=None) if score >= config.far_score else None


def phrase_of(mention: Mention) -> Phrase:
    """The words to look for."""
    return Phrase(mention.category.strip() or "landmark", mention.attributes)


def _priors(text: str) -> tuple[tuple[str, Cue], ...]:
    found = []
    for match in _PRIOR.finditer(text):
        cue = read_cue(match["cue"])
        if cue is not None:
            found.append((plain(match["label"]), cue))
    return tuple(found)
