# mypy: allow-untyped-defs, allow-untyped-calls
"""Sun shadows: a height map seen from the sun, baked once, and how lit a point is."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aircity.city.render.kernel import inlined, kernel
from aircity.city.scene import Bounds

MAP_SIZE = 4096
_MARGIN_M = 60.0
_BIAS_M = 0.04


class ShadowMap(NamedTuple):
    """How near to the sun the first surface of each texel is, in the frame (across, along, to the sun)."""

    nearness: NDArray[np.uint16]  # (size, size), 0 = empty
    across: NDArray[np.float64]  # (4,): texel column = across[:3] . point + across[3]
    along: NDArray[np.float64]  # (4,): texel row
    to_sun: NDArray[np.float64]  # (4,): nearness in map units
    texel_m: float
    unit_m: float
    """Metres per unit of nearness."""


def bake_shadows(
    vertices: NDArray[np.float32], bounds: Bounds, sun: NDArray[np.float64], size: int = MAP_SIZE
) -> ShadowMap:
    """The map over the flyable bounds plus a margin, seen from direction `sun` (unit, towards it)."""
    sideways = np.array([0.0, 0.0, 1.0]) if abs(sun[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    across = np.cross(sideways, sun)
    across /= np.linalg.norm(across)
    along = np.cross(sun, across)
    low, high = _covered(vertices, bounds)
    corners = np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
    spans = [(corners @ axis).min() for axis in (across, along, sun)]
    widths = [
        float((corners @ axis).max() - start) for axis, start in zip((across, along, sun), spans, strict=True)
    ]
    texel_m = max(widths[0], widths[1], 1.0) / (size - 4)
    unit_m = max(widths[2], 1.0) / 65000.0
    shadow = ShadowMap(
        nearness=np.zeros((size, size), np.uint16),
        across=np.array([*(across / texel_m), 2.0 - spans[0] / texel_m]),
        along=np.array([*(along / texel_m), 2.0 - spans[1] / texel_m]),
        to_sun=np.array([*(sun / unit_m), 1.0 - spans[2] / unit_m]),
        texel_m=float(texel_m),
        unit_m=float(unit_m),
    )
    rasterise_shadows(vertices.reshape(-1, 9), shadow)
    return shadow


def _covered(
    vertices: NDArray[np.float32], bounds: Bounds
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The box whose shadows are kept: the bounds plus a margin, as high as what stands there."""
    low = np.array([bounds.x_min_m - _MARGIN_M, bounds.y_min_m - _MARGIN_M, 0.0])
    high = np.array([bounds.x_max_m + _MARGIN_M, bounds.y_max_m + _MARGIN_M, 1.0])
    points = vertices.reshape(-1, 3)
    inside = ((points[:, :2] >= low[:2]) & (points[:, :2] <= high[:2])).all(axis=1)
    heights = points[inside, 2]
    if len(heights):
        low[2], high[2] = min(0.0, float(heights.min())), max(1.0, float(heights.max()))
    return low, high


@kernel
def rasterise_shadows(corners, shadow):
    """Draw every triangle (n, 9) into the map, keeping what is nearest to the sun."""
    size = shadow.nearness.shape[0]
    for n in range(len(corners)):
        x0, y0, z0 = _to_map(shadow, corners[n, 0], corners[n, 1], corners[n, 2])
        x1, y1, z1 = _to_map(shadow, corners[n, 3], corners[n, 4], corners[n, 5])
        x2, y2, z2 = _to_map(shadow, corners[n, 6], corners[n, 7], corners[n, 8])
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if abs(area) < 1e-12:
            continue
        dz_dx = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / area
        dz_dy = ((z2 - z0) * (x1 - x0) - (z1 - z0) * (x2 - x0)) / area
        side = 1.0 if area > 0.0 else -1.0
        first = max(0, math.ceil(min(y0, y1, y2)))
        last = min(size - 1, math.floor(max(y0, y1, y2)))
        left = max(0, math.ceil(min(x0, x1, x2)))
        right = min(size - 1, math.floor(max(x0, x1, x2)))
        for row in range(first, last + 1):
            for column in range(left, right + 1):
                e0 = ((x1 - x0) * (row - y0) - (y1 - y0) * (column - x0)) * side
                e1 = ((x2 - x1) * (row - y1) - (y2 - y1) * (column - x1)) * side
                e2 = ((x0 - x2) * (row - y2) - (y0 - y2) * (column - x2)) * side
                if e0 >= 0.0 and e1 >= 0.0 and e2 >= 0.0:
                    z = z0 + dz_dx * (column - x0) + dz_dy * (row - y0)
                    near = np.uint16(min(max(z, 0.0), 65535.0))
                    if near > shadow.nearness[row, column]:
                        shadow.nearness[row, column] = near


@inlined
def _to_map(shadow, x, y, z):
    """A world point in map coordinates: column, row, nearness."""
    a, b, c = shadow.across, shadow.along, shadow.to_sun
    return (
        a[0] * x + a[1] * y + a[2] * z + a[3],
        b[0] * x + b[1] * y + b[2] * z + b[3],
        c[0] * x + c[1] * y + c[2] * z + c[3],
    )


@inlined
def sunlit(shadow, x, y, z, nx, ny, nz, facing):
    """How much of the sun a point sees, 0..1, softened over 3x3 texels; `facing` is normal . sun."""
    # Moving off the surface by about a texel, more on slopes, keeps a surface from shading itself.
    lift = shadow.texel_m * (0.6 + 1.6 * (1.0 - facing))
    column, row, near = _to_map(shadow, x + nx * lift, y + ny * lift, z + nz * lift)
    size = shadow.nearness.shape[0]
    left, top = int(column - 0.5), int(row - 0.5)
    if column < 1.0 or row < 1.0 or left + 2 >= size or top + 2 >= size:
        return 1.0
    fx, fy = column - 0.5 - left, row - 0.5 - top
    free = max(0, int(near + _BIAS_M / shadow.unit_m))  # the map holds 0 for all that is farther
    light = 0.0
    for i in range(3):
        across = 1.0 if shadow.nearness[top + i, left + 1] <= free else 0.0
        if shadow.nearness[top + i, left] <= free:
            across += 1.0 - fx
        if shadow.nearness[top + i, left + 2] <= free:
            across += fx
        light += across * ((1.0 - fy) if i == 0 else (1.0 if i == 1 else fy))
    return light * 0.25
