"""The frames of a film, one after the other: a title, the way flown at its speed, and how it ended."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from airanchor.drawing import CityGround
from airanchor.errors import InputError
from airanchor.trace import ImageStore
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.pictured_city import PicturedCity, flight_camera
from airanchor.viewer.pictures import open_picture
from airanchor.viewer.story import FlightStory
from airanchor.viewer.track import Track, pose_at
from airanchor.viewer.video.cards import end_card, title_card
from airanchor.viewer.video.layout import HEIGHT_PX, WIDTH_PX, FilmLayout
from aircity.geometry import Pose, wrap

FLYING_M_S, TURNING_RAD_S = 12.0, math.radians(60.0)
"""How fast the drone is shown to fly and turn; recordings hold steps, and no times between them."""
BLOCKED_S = 0.2
"""What a step takes that led nowhere."""
TITLE_S, END_S = 2.5, 5.0
MOST_S = 1200.0
"""How long a film of one flight may be; one of 500 steps takes 210 s."""
RENDER_PX = 512


@dataclass(frozen=True, slots=True)
class FilmFormat:
    """How large and how fast."""

    width_px: int
    frames_per_s: int
    speed: float
    """Times the flying speed."""


_FORMATS = {".mp4": FilmFormat(WIDTH_PX, 24, 1.0), ".gif": FilmFormat(640, 8, 4.0)}
VIDEO_SUFFIXES = tuple(_FORMATS)


def film_format(suffix: str, speed: float | None = None) -> FilmFormat:
    """What fits a kind of file; `speed` instead of its own."""
    usual = _FORMATS[suffix]
    return usual if speed is None else FilmFormat(usual.width_px, usual.frames_per_s, speed)


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """Frames that are made while they are written."""

    format: FilmFormat
    count: int
    frames: Iterator[Image.Image]

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.count / self.format.frames_per_s

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height, both even, as films must have them."""
        width = self.format.width_px
        return width, round(width * HEIGHT_PX / WIDTH_PX / 2) * 2


def make_film(story: FlightStory, images: ImageStore, city: PicturedCity | None, film: FilmFormat) -> Film:
    """A film of the flight: through the city where one can picture that, else of the views that were kept."""
    path = [leg.pose for leg in story.path]
    if not path:
        raise InputError(f"the recording {story.name!r} holds no position: there is nothing to film")
    kept = {} if city is not None else _kept_views(story, images)
    if city is None and not kept:
        raise InputError(
            f"nothing can be filmed: the city {story.scene_id!r} cannot be pictured here and the recording "
            "kept no views; give the city with --scene, or fly again with --images viewing"
        )
    steps = _steps_at(path, film)
    track: Track = [(step, pose_at(path, step)) for step in steps]
    ground = None if city is None else city.ground
    views = _views(story, track, city, kept)
    still_s = (round(seconds * film.frames_per_s) for seconds in (TITLE_S, END_S))
    title_count, end_count = still_s
    count = title_count + len(track) + end_count
    frames = _frames(story, track, views, ground, (title_count, end_count))
    return Film(film, count, _sized(frames, Film(film, count, iter(())).size_px))


def _frames(
    story: FlightStory,
    track: Track,
    views: Iterator[Image.Image],
    ground: CityGround | None,
    stills: tuple[int, int],
) -> Iterator[Image.Image]:
    layout = FilmLayout(story, ground)
    first = next(views)
    yield from itertools.repeat(title_card(story, first), stills[0])
    view = first
    for (step, pose), view in zip(track, itertools.chain([first], views), strict=True):
        yield layout.frame(view, step, pose)
    yield from itertools.repeat(end_card(story, view), stills[1])


def _sized(frames: Iterator[Image.Image], size_px: tuple[int, int]) -> Iterator[Image.Image]:
    for frame in frames:
        yield frame if frame.size == size_px else frame.resize(size_px, Image.Resampling.LANCZOS)


def _steps_at(path: list[Pose], film: FilmFormat) -> list[float]:
    """After how many steps the drone is at each frame."""
    times_s = np.cumsum([0.0, *(_leg_s(*legs) for legs in itertools.pairwise(path))]) / film.speed
    if times_s[-1] > MOST_S:
        raise InputError(
            f"the film would last {times_s[-1] / 60:.0f} minutes, and {MOST_S / 60:.0f} is the most; "
            f"give --speed {math.ceil(film.speed * times_s[-1] / MOST_S)} or more"
        )
    count = max(1, math.ceil(float(times_s[-1]) * film.frames_per_s)) + 1
    shown_s = np.minimum(np.arange(count) / film.frames_per_s, times_s[-1])
    return [float(step) for step in np.interp(shown_s, times_s, np.arange(len(path)))]


def _leg_s(before: Pose, after: Pose) -> float:
    turn = abs(wrap(after.heading_rad - before.heading_rad))
    return max(before.distance_m(after) / FLYING_M_S, turn / TURNING_RAD_S) or BLOCKED_S


def _kept_views(story: FlightStory, images: ImageStore) -> dict[int, Image.Image]:
    """The view of each decision, by the steps flown before it."""
    opened = ((moment.path_at, _raw(moment, images)) for moment in story.moments)
    return {step: view for step, view in opened if view is not None}


def _raw(moment: ReplayStep, images: ImageStore) -> Image.Image | None:
    digest = moment.pictures["raw"] or moment.pictures["overlay"]
    return open_picture(images, digest) if digest else None


def _views(
    story: FlightStory, track: Track, city: PicturedCity | None, kept: dict[int, Image.Image]
) -> Iterator[Image.Image]:
    if city is not None:
        yield from (Image.fromarray(rgb) for rgb in city.views(track, flight_camera(story, RENDER_PX)))
        return
    begins = sorted(kept)
    for step, _ in track:
        yield kept[max((begin for begin in begins if begin <= step), default=begins[0])]
