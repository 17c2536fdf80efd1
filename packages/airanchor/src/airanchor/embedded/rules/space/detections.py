"""Landmarks in a picture: which of the things seen is meant, and what a sight tells of its place."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.expectation import Sector, ahead
from airanchor.perception import Phrase


def best_detection(
    mention: Mention,
    image: NDArray[np.uint8],
    senses: Senses,
    *,
    least_score: float,
    sector: Sector | None = None,
    farthest_m: float | None = None,
) -> PictureDetection | None:
    """The likeliest sight of a landmark, by its looks and where it is expected.

    With `farthest_m` only sights that the picture tells to be nearer count. The second is not counted: the
    distances that a picture tells are too rough to put its like in order.
    """
    found = senses.scenes.read(image).find(phrase_of(mention))
    sure = [detection for detection in found if detection.score >= least_score]
    if farthest_m is not None:
        sure = [detection for detection in sure if (detection.range_m or np.inf) < farthest_m]
    expected = sector or ahead(mention, senses.config)
    half_m = senses.config.sights.nearest_range_m

    def worth(detection: PictureDetection) -> float:
        near = 1.0
        if mention.ordinal == 1:
            near = 1.0 / (1.0 + (detection.range_m or half_m) / half_m)
        return detection.score * expected.weight(detection.bearing_deg) * near

    return max(sure, key=worth, default=None)


def track_of(mention: Mention, detection: PictureDetection, offset_deg: float = 0.0) -> LandmarkTrack:
    """A sight as a track; `offset_deg` is where the picture was looking."""
    angle_deg = wrap_deg(detection.bearing_deg + offset_deg)
    dz_m = None
    if detection.range_m is not None:
        dz_m = detection.range_m * float(np.tan(np.radians(detection.elevation_deg)))
    return LandmarkTrack(mention.label, angle_deg, detection.range_m, dz_m, PlaceSource.SEEN)


def in_reach(track: LandmarkTrack, score: float, config: RulebookConfig) -> LandmarkTrack | None:
    """Something seen as a landmark: far away it is a bearing alone, and must be clearer to see."""
    if track.d_xy_m is not None and track.d_xy_m < config.sight_range_m:
        return track
    return replace(track, d_xy_m=None, dz_m=None) if score >= config.far_score else None


def phrase_of(mention: Mention) -> Phrase:
    """The words to look for."""
    return Phrase(mention.category.strip() or "landmark", mention.attributes)
