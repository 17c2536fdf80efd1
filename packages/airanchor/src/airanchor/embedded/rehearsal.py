"""The rehearsal before a flight: a small view is read, searched and planned in, so that all is compiled.

Compiling takes a minute on a new machine. Done here it is told part by part; left to the first decision of a
flight, it would be a minute of silence.
"""

from functools import partial

import numpy as np

from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.regions.marks import INKS
from airanchor.perception import ImageEncoder, Phrase, TextEncoder
from airanchor.planning import FreeSpace, plan_pixel
from aircity.geometry import Camera, Pose
from aircity.machine.compilation import get_ready
from aircity.world import Observation

SIDE_PX = 128
GROUND_M, WALL_M = 20.0, 45.0

_rehearsed: set[tuple[str, str]] = set()


def rehearse(text: TextEncoder, image: ImageEncoder, reader: SceneReader) -> None:
    """Call once, in this process, whatever a flight with these encoders calls and numba compiles."""
    names = (text.name, image.name)
    if names in _rehearsed:
        return
    view = small_view()
    crop = view.rgb[32:96, 32:96]
    detector = EmbeddedDetector(text, reader)
    get_ready(
        "perception and planning",
        (
            ("reading views", partial(_read, reader, view)),
            ("finding things in them", partial(detector.detect, Phrase("house", ("red",)), view)),
            ("comparing pictures", partial(image.encode, [crop])),
            ("planning", partial(_plan, view)),
        ),
    )
    _rehearsed.add(names)


def small_view() -> Observation:
    """A red house with a drawn mark on it, on green ground under the sky."""
    camera = Camera.from_fov(SIDE_PX, SIDE_PX)
    rays = camera.rays(camera.pixel_grid)
    with np.errstate(divide="ignore"):
        depth_m = np.where(rays[..., 1] > 0, GROUND_M / rays[..., 1], np.inf).astype(np.float32)
    rgb = np.where((depth_m < np.inf)[..., None], (90, 140, 70), (150, 190, 230)).astype(np.uint8)
    house = (slice(30, 90), slice(40, 90))
    depth_m[house], rgb[house] = (WALL_M / rays[house][..., 2]).astype(np.float32), (180, 60, 50)
    rgb[50:62, 60:72] = INKS[0]
    return Observation(rgb, depth_m, Pose(0.0, 0.0, GROUND_M), camera)


def _read(reader: SceneReader, view: Observation) -> None:
    reading = reader.read(view.rgb)
    reading.find(Phrase("house", ("red",)))
    reading.objects()


def _plan(view: Observation) -> None:
    plan_pixel(view, (SIDE_PX // 2, SIDE_PX // 2 - 8), 20.0)
    FreeSpace(view).contains(view.pose.position)
