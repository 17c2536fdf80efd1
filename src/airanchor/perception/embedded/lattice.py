"""The lattice: a view thinned to about 256 pixels a side, with points, heights, normals and colours."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.embedded.colours import lab_from_rgb
from airanchor.perception.embedded.depths import fill_and_smooth, upward
from airanchor.perception.embedded.relief import heights_above_ground
from airanchor.sim import Observation

Floats = NDArray[np.float32]

LATTICE_PX = 256
"""The longer side of a lattice: finer costs time and finds little more."""

FAR_M = 600.0
"""Beyond this a reading is scenery: no object is proposed from it."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Per lattice pixel, (h, w, ...)."""

    stride: int
    """View pixels per lattice pixel."""
    rgb: Floats
    """Mean colour of the block, 0 to 255."""
    lab: Floats
    """The same as lightness and two colour axes (CIELAB)."""
    depth_m: Floats
    """Along the ray; 0 where there is no reading, +inf where nothing is hit."""
    inverse: Floats
    """One over the depth along the axis: affine across any plane; 0 where there is no surface."""
    points: Floats
    """In the world; zero where there is no surface."""
    height_m: Floats
    """Above the local ground."""
    up: Floats
    """The normal's vertical share: 1 is level, 0 is a wall."""
    is_surface: NDArray[np.bool_]
    is_ground: NDArray[np.bool_]
    pixel_m: Floats
    """How much of the world one lattice pixel spans at its depth."""
    level_m2: Floats
    """How much level ground one lattice pixel covers."""


def make_lattice(view: Observation) -> Lattice:
    """Everything that is measured once per view."""
    height_px, width_px = view.depth_m.shape
    stride = max(1, round(max(height_px, width_px) / LATTICE_PX))
    rgb = _block_mean(view.rgb, stride)
    depth_m = fill_and_smooth(np.ascontiguousarray(view.depth_m, dtype=np.float32), stride)
    rows, columns = depth_m.shape
    offset = (stride - 1) / 2
    u, v = np.meshgrid(np.arange(columns) * stride + offset, np.arange(rows) * stride + offset)
    pixels = np.stack([u, v], axis=-1)
    is_surface = np.isfinite(depth_m) & (depth_m > 0) & (depth_m < FAR_M)
    usable_m = np.where(is_surface, depth_m, 0)
    planar_m = view.camera.planar_from_ray(pixels, usable_m)
    inverse = np.where(is_surface, 1 / np.maximum(planar_m, 1e-3), 0).astype(np.float32)
    points = view.camera.back_project(pixels, usable_m, view.pose).astype(np.float32)
    height_m = heights_above_ground(points, is_surface, view.pose.position)
    pixel_m = planar_m * stride / view.camera.fx_px
    drop_m = np.abs(view.pose.z_m - points[..., 2])
    tolerance_m = 0.45 + 0.008 * np.clip(view.pose.z_m - points[..., 2] + height_m, 0, 120)
    return Lattice(
        stride=stride,
        rgb=rgb,
        lab=lab_from_rgb(rgb),
        depth_m=depth_m,
        inverse=inverse,
        points=points,
        height_m=height_m,
        up=upward(points, is_surface),
        is_surface=is_surface,
        is_ground=is_surface & (height_m < tolerance_m),
        pixel_m=pixel_m.astype(np.float32),
        level_m2=(pixel_m**2 * usable_m / np.maximum(drop_m, 0.5)).astype(np.float32),
    )


def _block_mean(rgb: NDArray[np.uint8], stride: int) -> Floats:
    """The mean colour of each stride x stride block; blocks cut by the border count what they have."""
    height_px, width_px, _ = rgb.shape
    pad = ((0, -height_px % stride), (0, -width_px % stride), (0, 0))
    whole = np.pad(rgb, pad, mode="edge") if any(after for _, after in pad) else rgb
    total = np.zeros((whole.shape[0] // stride, whole.shape[1] // stride, 3), np.float32)
    for row in range(stride):
        for column in range(stride):
            total += whole[row::stride, column::stride]
    total /= stride * stride
    return total
