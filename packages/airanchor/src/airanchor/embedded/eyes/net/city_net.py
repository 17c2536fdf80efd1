"""CityNet: what the trained network makes of a view, cell by cell."""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.embedded.eyes.net.planes import (
    LOG_DEPTH_MEAN,
    LOG_DEPTH_SCALE,
    PLANES,
    STEP_PX,
    depth_planes,
    log_depth_of,
    rays,
)
from airanchor.embedded.eyes.net.runtime import NetRuntime
from airanchor.embedded.eyes.net.weights import NetFile, stored_net
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.errors import InputError

Floats = NDArray[np.float32]

SIDE_PX = 512
"""A picture is seen with its longer side so long, whatever its size: the scale of the training views."""
STRIDE = 4
"""Pixels of the picture, as seen, per cell."""
SKY = NOTHING + 1
"""The column of `log_names` after the names and NOTHING."""
_FIT_PX = 32


@dataclass(frozen=True, eq=False)
class CellMaps:
    """What each cell of a view shows, (h, w, ...).

    The cells cover the picture evenly: the pixel (u, v) of a picture of W by H pixels lies in row v h // H
    and column u w // W. Names and depth are made from the features when they are asked for: the eyes need
    names only of regions, and those of a mean of cells are nearly free.
    """

    traits: Floats  # (h, w, TRAITS) probabilities, for cells of things
    joins: Floats  # (h, w, 2) probabilities that a cell goes with its right and its lower neighbour
    features: Floats  # (h, w, F) what all others are made from, linear before their softmax or sigmoid
    head: Floats  # (F + 1, outputs) how: names, NOTHING, SKY, traits, joins, depth; the last row is added

    @cached_property
    def log_names(self) -> Floats:
        """(h, w, 102) log-probabilities of NAMES, NOTHING, SKY."""
        scores = self.name_scores(self.features)
        scores -= scores.max(axis=-1, keepdims=True)
        return np.asarray(scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True)))

    @cached_property
    def log_depth(self) -> Floats:
        """(h, w) logarithm of metres along the ray, as the network guesses it."""
        scaled = self.features @ self.head[:-1, -1] + self.head[-1, -1]
        return np.asarray(scaled * np.float32(LOG_DEPTH_SCALE) + np.float32(LOG_DEPTH_MEAN))

    def name_scores(self, features: Floats) -> Floats:
        """Log-probabilities (..., 102) but for what all names of a row share, of any mean of features."""
        return np.asarray(features @ self.head[:-1, : SKY + 1] + self.head[-1, : SKY + 1])

    def trait_scores(self, features: Floats) -> Floats:
        """Log-odds (..., TRAITS) of any mean of features."""
        return np.asarray(features @ self.head[:-1, SKY + 1 : -3] + self.head[-1, SKY + 1 : -3])

    def rows_and_columns(self, height_px: int, width_px: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The row of cells of each row of pixels of the picture, and the column of each column."""
        h, w = self.joins.shape[:2]
        return np.arange(height_px) * h // height_px, np.arange(width_px) * w // width_px


class CityNet:
    """The trained eyes. The same picture always gives the same numbers."""

    def __init__(self, stored: NetFile | None = None) -> None:
        self._runtime = NetRuntime((stored or stored_net()).model)

    def look(
        self,
        rgb: NDArray[np.uint8],
        depth_m: NDArray[np.float32] | None = None,
        *,
        focal_px: float | None = None,
        pitch_rad: float = 0.0,
    ) -> CellMaps:
        """The cells of a picture (H, W, 3), with its depth along the rays (H, W) if there is any.

        `focal_px` is in pixels of the picture (half its width if not given: 90 degrees across); the principal
        point is its middle. Depth of 0 or NaN is no reading, infinite depth is the sky.
        """
        _check(rgb, depth_m)
        told = self._runtime.run(network_input(rgb, depth_m, focal_px=focal_px, pitch_rad=pitch_rad))
        h, w = (side // STRIDE for side in seen_size(*rgb.shape[:2]))
        traits, joins, features = (
            np.ascontiguousarray(told[name][0, :h, :w]) for name in ("traits", "joins", "features")
        )
        return CellMaps(traits, joins, features, told["head"])


@cache
def shared_net() -> CityNet:
    """The network that comes with the package, loaded once."""
    return CityNet()


def network_input(
    rgb: NDArray[np.uint8],
    depth_m: NDArray[np.float32] | None = None,
    *,
    focal_px: float | None = None,
    pitch_rad: float = 0.0,
) -> Floats:
    """What the network is given for a view, (1, PLANES, h, w)."""
    return _padded(_planes(rgb, depth_m, focal_px or rgb.shape[1] / 2, pitch_rad))


def _check(rgb: NDArray[np.uint8], depth_m: NDArray[np.float32] | None) -> None:
    if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8 or not rgb.size:
        raise InputError(f"a picture is (height, width, 3) of bytes, not {rgb.shape} of {rgb.dtype}")
    if depth_m is not None and depth_m.shape != rgb.shape[:2]:
        raise InputError(f"depth {depth_m.shape} must have the size of its picture, {rgb.shape[:2]}")


def seen_size(height_px: int, width_px: int) -> tuple[int, int]:
    """(height, width) at which a picture is seen: multiples of a cell, the longer side 512 pixels."""
    scale = SIDE_PX / max(height_px, width_px)
    height, width = (max(round(side * scale / STRIDE), 1) * STRIDE for side in (height_px, width_px))
    return height, width


def _planes(
    rgb: NDArray[np.uint8], depth_m: NDArray[np.float32] | None, focal_px: float, pitch_rad: float
) -> Floats:
    """(PLANES, h, w) of a picture at the size at which it is seen."""
    size = rgb.shape[:2]
    height, width = seen_size(*size)
    if size != (height, width):
        rgb = np.asarray(Image.fromarray(rgb).resize((width, height), Image.Resampling.BILINEAR))
    v, u = (_from_middle(side, seen) for side, seen in zip(size, (height, width), strict=True))
    right, up = rays(u, v, focal_px, pitch_rad)
    planes = np.zeros((PLANES, *up.shape), np.float32)
    _fill_colours(planes, rgb)
    planes[12], planes[13] = right, up
    if depth_m is not None:
        rows, columns = (
            np.arange(0, seen, STEP_PX) * side // seen
            for side, seen in zip(size, (height, width), strict=True)
        )
        told = depth_planes(*log_depth_of(depth_m[rows[:, None], columns]), up)
        planes[14:] = told.transpose(2, 0, 1)
    return planes


def _fill_colours(planes: Floats, rgb: NDArray[np.uint8]) -> None:
    """What `fold_colours` gives, plane by plane, without the copies that it needs."""
    for k in range(3 * STEP_PX**2):
        row, column, colour = k // (3 * STEP_PX), k // 3 % STEP_PX, k % 3
        np.divide(rgb[row::STEP_PX, column::STEP_PX, colour], np.float32(127.5), out=planes[k])
        planes[k] -= 1


def _from_middle(side_px: int, seen_px: int) -> Floats:
    """Where the points of the planes lie along one side, in pixels of the picture from its middle."""
    at = (np.arange(0, seen_px, STEP_PX) + STEP_PX / 2) * side_px / seen_px - side_px / 2
    return at.astype(np.float32)


def _padded(planes: Floats) -> Floats:
    """(1, PLANES, h, w), the sides filled up to what the network can halve four times over."""
    step = _FIT_PX // STEP_PX
    below, beside = (-side % step for side in planes.shape[1:])
    if not (below or beside):
        return planes[None]
    return np.pad(planes, ((0, 0), (0, below), (0, beside)), mode="edge")[None]
