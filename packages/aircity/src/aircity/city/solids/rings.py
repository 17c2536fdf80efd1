"""Rings of points, from which solids are lofted, and the arithmetic of the surfaces between them."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.geometry.arithmetic import cos, norm, sin

Floats = NDArray[np.float64]


def circle(radius_m: float, sides: int, start_rad: float = 0.0) -> Floats:
    """A counter-clockwise ring of points (sides, 2)."""
    angle = start_rad + 2 * math.pi * np.arange(sides) / sides
    ring: Floats = radius_m * np.column_stack([cos(angle), sin(angle)])
    return ring


def at_height(ring: ArrayLike, z_m: float) -> Floats:
    """Points (n, 2) in the plane put at one height, (n, 3)."""
    plan = np.asarray(ring, dtype=float)
    return np.hstack([plan, np.full((len(plan), 1), z_m)])


def lifted(points: ArrayLike, by_m: float) -> Floats:
    """Points (n, 3) moved up."""
    higher: Floats = np.asarray(points, dtype=float) + np.array((0.0, 0.0, by_m))
    return higher


def rectangle(length_m: float, width_m: float) -> Floats:
    """A counter-clockwise ring of four points about the origin."""
    return np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)]) * (length_m / 2, width_m / 2)


def cross_product(first: Floats, second: Floats) -> Floats:
    """a × b over the last axis; several times faster than numpy's for the small arrays of modelling."""
    ax, ay, az = first[..., 0], first[..., 1], first[..., 2]
    bx, by, bz = second[..., 0], second[..., 1], second[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def unrolled(quads: Floats) -> Floats:
    """Metres around the widest ring and along the profile for loft quads (k, n, 4, 3)."""
    around = norm(quads[:, :, 1] - quads[:, :, 0], axis=2).max(axis=0)
    rising = norm(quads[:, :, 3] - quads[:, :, 0], axis=2).mean(axis=1)
    u, v = np.cumsum([0.0, *around]), np.cumsum([0.0, *rising])
    uv = np.empty((*quads.shape[:3], 2))
    uv[..., 0] = np.stack([u[:-1], u[1:], u[1:], u[:-1]], axis=1)[None]
    uv[..., 1] = np.stack([v[:-1], v[:-1], v[1:], v[1:]], axis=1)[:, None]
    return uv
