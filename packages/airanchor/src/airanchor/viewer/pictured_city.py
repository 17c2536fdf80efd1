"""What the city looked like, drawn and rendered by who calls: the ground, the view from above, the way flown.

A recording does not hold its city. Whoever builds a page hands in an object that can picture it, if there is
one on this machine, or a sentence why there is none.
"""

import base64
import io
import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.drawing import CityGround, GroundBox, box_around
from airanchor.trace import ImageStore, ViewDirection
from airanchor.viewer.pictures import open_picture
from airanchor.viewer.story import FlightStory
from airanchor.viewer.track import flown_track
from aircity.geometry import Camera, Pose

MARGIN_M = 140.0
"""Of ground around a flight."""
ABOVE_PX, FRAME_PX = 1024, 288
MOST_FRAMES = 180
SOLID = ("low", "middle", "high", "landmark", "tree")
"""Kinds of things that stand on the ground."""
_GRAIN_PX = 32
_LOOKS = 3
_MOST_UNLIKE = 12.0
"""Mean difference of views, of 255, above which they are not of the same city. Measured between three cities
at four places each: the same city with the strongest noise and traffic up to 3, seen from 4 m beside up to
10, another city 15 to 96."""


class PicturedCity(Protocol):
    """A city that can be pictured."""

    @property
    def ground(self) -> CityGround:
        """Seen from above."""

    def above(self, box: GroundBox, longest_px: int) -> Image.Image:
        """A box of it from high above, north up."""

    def views(self, track: Sequence[tuple[float, Pose]], camera: Camera) -> Iterator[NDArray[np.uint8]]:
        """What is seen at each (step, pose)."""


def is_city_of(city: PicturedCity, story: FlightStory, images: ImageStore) -> bool:
    """Whether a kept view shows this city; true where no view was kept, and nothing says otherwise."""
    unlike = []
    for moment in story.moments:
        digest, pose = moment.pictures["raw"], moment.pose
        kept = open_picture(images, digest) if digest else None
        is_ahead = moment.view is None or moment.view.view is ViewDirection.FORWARD
        if kept is not None and pose is not None and is_ahead:
            view = next(city.views([(float(moment.path_at), pose)], flight_camera(story, 4 * _GRAIN_PX)))
            unlike.append(np.abs(_coarse(Image.fromarray(view)) - _coarse(kept)).mean())
        if len(unlike) == _LOOKS:
            break
    return not unlike or bool(np.mean(unlike) <= _MOST_UNLIKE)


def _coarse(picture: Image.Image) -> NDArray[np.float64]:
    return np.asarray(picture.resize((_GRAIN_PX, _GRAIN_PX), Image.Resampling.BOX), np.float64)


def flight_camera(story: FlightStory, width_px: int) -> Camera:
    """The flight's own forward camera with fewer pixels."""
    if story.scene is None:
        return Camera.from_fov(width_px, width_px)
    own = story.scene.camera
    height_px = max(1, round(width_px * own.height_px / own.width_px))
    return Camera.from_fov(width_px, height_px, math.degrees(2 * math.atan(own.width_px / 2 / own.fx_px)))


def flight_box(story: FlightStory, margin_m: float = MARGIN_M) -> GroundBox:
    """The ground that a map of the flight may show."""
    places: list[Sequence[float]] = [(leg.pose.x_m, leg.pose.y_m) for leg in story.path]
    if story.evaluation is not None:
        places += [story.evaluation.goal, *story.evaluation.reference]
    return box_around(places or [(0.0, 0.0)], margin_m)


def shown_box(story: FlightStory, city: PicturedCity) -> GroundBox:
    """What of the city the map of a flight needs; all of it where the flight was never in it."""
    whole = city.ground.box
    box = flight_box(story)
    low = [max(mine, whose - MARGIN_M) for mine, whose in zip(box[:2], whole[:2], strict=True)]
    high = [min(mine, whose + MARGIN_M) for mine, whose in zip(box[2:], whole[2:], strict=True)]
    if low[0] >= high[0] or low[1] >= high[1]:
        return whole
    return low[0], low[1], high[0], high[1]


def city_json(city: PicturedCity, box: GroundBox) -> dict[str, Any]:
    """The ground of a page: areas in decimetres, each corner counted from the one before, with heights of
    what stands in metres, and a picture from above."""
    shown = city.ground.within(box)
    layers: list[list[Any]] = []
    for area in shown.areas:
        if not layers or layers[-1][0] != area.kind:
            layers.append([area.kind, [], []])
        layers[-1][1].append(_steps(area.corners))
        if area.kind in SOLID:
            layers[-1][2].append([round(height_m, 1) for height_m in area.heights_m])
    return {
        "layers": layers,
        "names": [[name.words[:60], *(round(m, 1) for m in (*name.at, name.size_m))] for name in shown.names],
        "attribution": shown.attribution[:300],
        "above": {"box": [round(side, 2) for side in box], "uri": _jpeg(city.above(box, ABOVE_PX), 72)},
    }


def frames_json(city: PicturedCity, story: FlightStory, most: int = MOST_FRAMES) -> dict[str, Any]:
    """Small views along the way, and after which step each was seen."""
    track = flown_track(story, most)
    views = city.views(track, flight_camera(story, FRAME_PX)) if track else iter(())
    return {
        "at": [step for step, _ in track],
        "uris": [_jpeg(Image.fromarray(view), 56) for view in views],
    }


def _steps(corners: Sequence[tuple[float, float]]) -> list[int]:
    whole = np.rint(np.asarray(corners) * 10).astype(int)
    moved = np.vstack([whole[:1], np.diff(whole, axis=0)])
    flat: list[int] = moved.ravel().tolist()
    return flat


def _jpeg(picture: Image.Image, quality: int) -> str:
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode()}"
