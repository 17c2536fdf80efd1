"""From the pixels of a surface to the extent it spans: Q, then g = (ConvHull(Q_xy), min Q_z, max Q_z)."""

import numpy as np

from airanchor.anchors.mask import Mask, Pixels, bounds_of, pixels_of
from aircity.geometry import Extent
from aircity.world import Observation


def extent_of(surface: Mask, view: Observation) -> Extent:
    """The extent of the points seen at the pixels of `surface`, at least one and all with finite depth.

    Q holds one point per pixel and is gone when this returns.
    """
    pixels = outermost_pixels(surface, view) if view.camera.pitch_rad == 0.0 else pixels_of(surface)
    depth_m = view.depth_m[pixels[:, 1], pixels[:, 0]]
    return Extent.of_points(view.camera.back_project(pixels, depth_m, view.pose))


def outermost_pixels(surface: Mask, view: Observation) -> Pixels:
    """The few pixels of a level view that alone decide the extent of all, however many there are.

    From above, an image column of a level camera is one ray, so only the nearest and the farthest of its
    points can be corners of the hull; the highest and the lowest of all give the heights.
    """
    left, top, right, bottom = bounds_of(surface)
    inside = surface[top:bottom, left:right]
    camera = view.camera
    x = (np.arange(left, right) - camera.cx_px) / camera.fx_px
    y = (np.arange(top, bottom)[:, None] - camera.cy_px) / camera.fy_px
    depth_m = np.where(inside, view.depth_m[top:bottom, left:right], 0.0)
    planar_m = depth_m / np.sqrt(x * x + (y * y + 1.0))
    drop_m = planar_m * y

    columns = np.flatnonzero(inside.any(axis=0))
    nearest = np.where(inside, planar_m, np.inf).argmin(axis=0)[columns]
    farthest = np.where(inside, planar_m, -np.inf).argmax(axis=0)[columns]
    highest = np.unravel_index(np.where(inside, drop_m, np.inf).argmin(), inside.shape)
    lowest = np.unravel_index(np.where(inside, drop_m, -np.inf).argmax(), inside.shape)
    u = np.concatenate([columns, columns, [highest[1], lowest[1]]]) + left
    v = np.concatenate([nearest, farthest, [highest[0], lowest[0]]]) + top
    return np.stack([u, v], axis=-1)
