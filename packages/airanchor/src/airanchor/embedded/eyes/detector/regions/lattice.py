# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""The lattice: a view thinned to about 256 pixels a side, with points, heights, normals and colours."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import lab_from_rgb
from airanchor.embedded.eyes.detector.regions.depths import fill_and_smooth, upward
from airanchor.embedded.eyes.detector.regions.relief import heights_above_ground
from aircity.machine.compilation import njit
from aircity.world import Observation

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
    rgb = _block_mean(np.ascontiguousarray(view.rgb), stride)
    depth_m = fill_and_smooth(np.ascontiguousarray(view.depth_m, dtype=np.float32), stride)
    is_surface = np.isfinite(depth_m) & (depth_m > 0) & (depth_m < FAR_M)
    camera, pose = view.camera, view.pose
    lens = (camera.fx_px, camera.fy_px, camera.cx_px, camera.cy_px)
    rotation, origin = camera.world_from_camera(pose)
    points, inverse, pixel_m, level_m2 = _survey(
        depth_m, is_surface, stride, lens, rotation, origin, float(pose.z_m)
    )
    height_m = heights_above_ground(points, is_surface, pose.position)
    tolerance_m = 0.45 + 0.008 * np.clip(pose.z_m - points[..., 2] + height_m, 0, 120)
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
        pixel_m=pixel_m,
        level_m2=level_m2,
    )


@njit(cache=True, nogil=True, error_model="numpy")
def _survey(depth_m, is_surface, stride, lens, rotation, origin, eye_m):
    """(points, inverse, pixel_m, level_m2) of a lattice, see Lattice; back-projected as Camera does."""
    rows, columns = depth_m.shape
    fx_px, fy_px, cx_px, cy_px = lens
    offset = (stride - 1) / 2
    points = np.empty((rows, columns, 3), np.float32)
    inverse = np.zeros((rows, columns), np.float32)
    pixel_m, level_m2 = np.zeros((rows, columns), np.float32), np.zeros((rows, columns), np.float32)
    for i in range(rows):
        y = (i * stride + offset - cy_px) / fy_px
        for j in range(columns):
            x = (j * stride + offset - cx_px) / fx_px
            ray_m = np.float64(depth_m[i, j]) if is_surface[i, j] else 0.0
            planar_m = ray_m / np.sqrt(x * x + y * y + 1.0)
            for axis in range(3):
                ahead = x * rotation[axis, 0] + y * rotation[axis, 1] + rotation[axis, 2]
                points[i, j, axis] = planar_m * ahead + origin[axis]
            if is_surface[i, j]:
                inverse[i, j] = 1 / max(planar_m, 1e-3)
                side_m = planar_m * stride / fx_px
                drop_m = max(abs(np.float32(eye_m) - points[i, j, 2]), np.float32(0.5))
                pixel_m[i, j], level_m2[i, j] = side_m, side_m * side_m * ray_m / drop_m
    return points, inverse, pixel_m, level_m2


@njit(cache=True, nogil=True)
def _block_mean(rgb, stride):
    """The mean colour of each stride x stride block; the border is repeated where it cuts a block."""
    height_px, width_px, _ = rgb.shape
    rows, columns = (height_px + stride - 1) // stride, (width_px + stride - 1) // stride
    out = np.empty((rows, columns, 3), np.float32)
    share = np.float32(stride * stride)
    for i in range(rows):
        for j in range(columns):
            red = green = blue = 0
            for y in range(i * stride, (i + 1) * stride):
                v = min(y, height_px - 1)
                for x in range(j * stride, (j + 1) * stride):
                    u = min(x, width_px - 1)
                    red += rgb[v, u, 0]
                    green += rgb[v, u, 1]
                    blue += rgb[v, u, 2]
            out[i, j, 0] = np.float32(red) / share
            out[i, j, 1] = np.float32(green) / share
            out[i, j, 2] = np.float32(blue) / share
    return out
