"""What anchor tests look at: views of any depth, a detector that finds what it is told, a plain encoder."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.perception import Detection, Phrase
from aircity.geometry import Camera, Pose
from aircity.world import Observation


def view_of(
    depth_m: ArrayLike, *, pose: Pose | None = None, camera: Camera | None = None, seed: int = 0
) -> Observation:
    """A view with this depth and a noisy image."""
    depth = np.asarray(depth_m, dtype=np.float32)
    height, width = depth.shape
    rgb = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return Observation(rgb, depth, pose or Pose(0, 0, 40), camera or Camera.from_fov(width, height))


def flat_view(distance_m: float, size_px: int = 64, **options: object) -> Observation:
    """A view in which every ray is this long."""
    return view_of(np.full((size_px, size_px), distance_m), **options)  # type: ignore[arg-type]


def mask_of(left: int, top: int, right: int, bottom: int, size_px: int = 64) -> NDArray[np.bool_]:
    """A rectangle; right and bottom are one past its last pixel."""
    mask = np.zeros((size_px, size_px), dtype=bool)
    mask[top:bottom, left:right] = True
    return mask


def detection_of(mask: ArrayLike, confidence: float = 0.8) -> Detection:
    """A detection with the box of its mask; an empty mask has the box of one pixel."""
    array = np.asarray(mask, dtype=bool)
    rows, columns = np.nonzero(array) if array.any() else (np.zeros(1, int), np.zeros(1, int))
    box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
    return Detection(array, box, confidence)


class ToldDetector:
    """Finds, for each label, the detections it was told; remembers what it was asked."""

    def __init__(self, found: Mapping[str, Sequence[Detection]] | None = None) -> None:
        self.found = dict(found or {})
        self.asked: list[tuple[str, float, float]] = []

    @property
    def name(self) -> str:
        return "told"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        self.asked.append((phrase.label, box_threshold, text_threshold))
        return tuple(self.found.get(phrase.label, ()))


class ColorEncoder:
    """The mean colour of a picture as a unit vector; remembers the pictures."""

    name = "color"
    dimension = 3

    def __init__(self) -> None:
        self.pictures: list[NDArray[np.uint8]] = []

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        self.pictures += images
        rows = np.array([image.reshape(-1, 3).mean(axis=0) + 1.0 for image in images])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
