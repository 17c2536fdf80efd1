"""Grounded anchors: a direction with a distance, or an object with a shape and an identity to remember."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception import Phrase
from aircity.geometry import Extent

Point = NDArray[np.float64]  # (3,) in the world


@dataclass(frozen=True, slots=True, eq=False)
class DirectionAnchor:
    """A pixel grounded by depth. It lives for one decision and is never remembered."""

    index: int
    """Its number in the query; kept when others are discarded."""
    pixel: tuple[int, int]
    point_in_world: Point
    """The reference point: a surface, or a capped point in the air when `is_far`."""
    distance_m: float
    """Along the ray, at most the reliable range."""
    is_far: bool
    degraded: bool = False
    """Whether an object beyond the reliable range became this direction."""

    @property
    def marker_px(self) -> tuple[int, int]:
        """Where its number is drawn: its own pixel."""
        return self.pixel


@dataclass(frozen=True, slots=True, eq=False)
class ObjectAnchor:
    """An object grounded by mask and depth. It keeps no points, only their extent."""

    index: int
    phrase: Phrase
    extent: Extent
    confidence: float
    """q = detector confidence x (1 - share of far pixels)."""
    visual: NDArray[np.float32]  # (d,) unit vector of the raw crop
    box_px: tuple[int, int, int, int]
    marker_px: tuple[int, int]
    """Where its number is drawn: the mask's centroid, moved onto the mask."""
    seen: tuple[str, ...] = ()
    """What it looks like by measurement, where the detector tells; the phrase is what was asked for."""

    @property
    def point_in_world(self) -> Point:
        """The reference point: the extent's centre."""
        return self.extent.center


Anchor = DirectionAnchor | ObjectAnchor
