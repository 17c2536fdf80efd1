"""What is seen: detections of things in one picture, and how the same thing looks in two of them."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.contracts import Phrase


@dataclass(frozen=True, slots=True, eq=False)
class PictureDetection:
    """One region of a picture that seems to be a thing."""

    box_px: tuple[int, int, int, int]
    """left, top, right, bottom; right and bottom are one past the last pixel."""
    pixel: tuple[int, int]
    """(u, v), on the thing and well inside it."""
    mask: NDArray[np.bool_]  # (height, width) of the picture
    score: float
    """0 to 1: how probably it is what was asked for."""
    bearing_deg: float
    """Of its middle, to the right of straight ahead."""
    elevation_deg: float
    """Of its middle, above the horizon."""
    range_m: float | None
    """Rough horizontal distance, for the height above ground that the reader was told; None: cannot tell."""
    base_px: tuple[int, int] | None
    """Where it meets the ground; None where that is hidden, outside the picture or above the horizon."""
    touches_border: bool
    """Whether the picture's border cuts it."""
    top_deg: float = 0.0
    """Elevation of its highest pixel: above 0 it is taller than the camera is high."""

    @property
    def width_px(self) -> int:
        """Columns of its box."""
        return self.box_px[2] - self.box_px[0]

    @property
    def height_px(self) -> int:
        """Rows of its box."""
        return self.box_px[3] - self.box_px[1]


@dataclass(frozen=True, slots=True, eq=False)
class NamedDetection:
    """A thing with the words a person would use for it."""

    category: str
    attributes: tuple[str, ...]
    """Colour, material, shape or height, the most telling first."""
    detection: PictureDetection

    @property
    def phrase(self) -> Phrase:
        """The words as a phrase to look for."""
        return Phrase(self.category, self.attributes)

    @property
    def label(self) -> str:
        """As people say it: "red brick house"."""
        return self.phrase.label


@dataclass(frozen=True, slots=True)
class Approach:
    """How a thing changed between two pictures."""

    size_ratio: float
    """Apparent size after over before: above 1 it is closer, 2 means half the distance."""
    bearing_change_deg: float
    """After minus before; positive: it moved to the right."""
    is_certain: bool
    """False where a border cuts the thing in either picture, so that sizes cannot be compared."""


def compare(before: PictureDetection, after: PictureDetection) -> Approach:
    """How much closer and to which side a thing moved, by its apparent size.

    Widths and heights are compared by the geometric mean of their ratios; where a border cuts the thing in
    either picture the larger of the two stands, as a cut hides growth.
    """
    wider = after.width_px / max(before.width_px, 1)
    taller = after.height_px / max(before.height_px, 1)
    is_certain = not (before.touches_border or after.touches_border)
    ratio = math.sqrt(wider * taller) if is_certain else max(wider, taller)
    return Approach(ratio, after.bearing_deg - before.bearing_deg, is_certain)
