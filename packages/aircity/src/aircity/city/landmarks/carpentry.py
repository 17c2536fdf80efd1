"""Assembled parts many landmarks share: pitched roofs, lattices, colonnades, stairs, crosses, arches."""

import math

import numpy as np
from numpy.typing import ArrayLike
from shapely.geometry import Polygon
from shapely.ops import unary_union

from aircity.city.solids.rings import at_height
from aircity.city.solids.shapes import Shape, across, beams, box, cylinder, facets, join, loft, upright


def gable_roof(length_m: float, width_m: float, height_m: float, *, eaves_m: float = 0.4) -> Shape:
    """A ridge along x over length x width, closed below and at the gables, overhanging by `eaves_m`."""
    x, y = length_m / 2 + eaves_m, width_m / 2 + eaves_m
    return _ridged(x, y, x, height_m)


def hip_roof(length_m: float, width_m: float, height_m: float, *, eaves_m: float = 0.4) -> Shape:
    """Four slopes up to a ridge along the longer side, x."""
    x, y = length_m / 2 + eaves_m, width_m / 2 + eaves_m
    return _ridged(x, y, max(x - y, 0.01), height_m)


def _ridged(x: float, y: float, ridge: float, z: float) -> Shape:
    a, b, c, d = (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0), (-x, -y, 0.0)
    front, back = (ridge, 0.0, z), (-ridge, 0.0, z)
    return join(
        facets([[b, c, back, front], [d, a, front, back], [a, d, c, b]]),
        facets([[a, b, front], [c, d, back]]),
    )


def gabled(length_m: float, width_m: float, height_m: float, roof_m: float) -> Shape:
    """A house's walls, gables included, ready for `gable_slopes`."""
    half = width_m / 2
    outline = [(-half, 0), (half, 0), (half, height_m), (0, height_m + roof_m), (-half, height_m)]
    return upright(outline, length_m)


def gable_slopes(
    length_m: float, width_m: float, height_m: float, roof_m: float, *, thick_m: float = 0.25
) -> Shape:
    """Two roof slabs that lie on `gabled` walls and overhang them."""
    rise = roof_m / (width_m / 2)
    reach = width_m / 2 + 0.45
    low, lift = height_m - 0.45 * rise, 0.05
    outline = [
        (reach, low + lift),
        (reach, low + thick_m + lift),
        (0, height_m + roof_m + thick_m + lift),
        (-reach, low + thick_m + lift),
        (-reach, low + lift),
        (0, height_m + roof_m + lift),
    ]
    return upright(outline, length_m + 0.8)


def lattice(
    base_m: float, top_m: float, height_m: float, bays: int, *, bar_m: float = 0.2, crossed: bool = False
) -> Shape:
    """A four-legged lattice mast, `base_m` wide below and `top_m` above."""
    level = np.linspace(0, 1, bays + 1)
    half = (base_m + (top_m - base_m) * level)[:, None] / 2
    signs = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)])
    joints = np.concatenate(
        [
            half[:, :, None] * signs[None],
            np.broadcast_to((level * height_m)[:, None, None], (bays + 1, 4, 1)),
        ],
        axis=2,
    )  # (bays + 1, 4, 3)
    beside = np.roll(joints, -1, axis=1)
    legs = beams(joints[0], joints[-1], 1.5 * bar_m)
    rungs = beams(joints[1:], beside[1:], bar_m, sides=3)
    braces = beams(joints[:-1], beside[1:], bar_m, sides=3)
    parts = [legs, rungs, braces]
    if crossed:
        parts.append(beams(beside[:-1], joints[1:], bar_m, sides=3))
    return join(*parts)


def colonnade(points: ArrayLike, radius_m: float, height_m: float, sides: int = 10) -> Shape:
    """Columns at (n, 2) points, with square bases and capitals."""
    plinth = box(2.6 * radius_m, 2.6 * radius_m, 0.4)
    column = join(
        plinth,
        cylinder(radius_m, height_m - 0.8, sides, top_m=0.85 * radius_m).at(0, 0, 0.4),
        plinth.at(0, 0, height_m - 0.4),
    )
    places = np.asarray(points, dtype=float)
    return column.repeated(np.column_stack([places, np.zeros(len(places))]))


def stairs(width_m: float, rise_m: float, steps: int, tread_m: float = 0.35) -> Shape:
    """Steps rising towards -x, their foot ending at x = steps * tread."""
    outline = [(0.0, 0.0)]
    step = rise_m / steps
    outline.append((steps * tread_m, 0.0))
    for k in range(steps):
        outline += [((steps - k) * tread_m, (k + 1) * step), ((steps - k - 1) * tread_m, (k + 1) * step)]
    return across(outline, width_m)


def cross(height_m: float) -> Shape:
    """A Latin cross that faces front."""
    bar = 0.12 * height_m
    arm = 0.32 * height_m
    outline = unary_union(
        [
            Polygon([(-bar / 2, 0), (bar / 2, 0), (bar / 2, height_m), (-bar / 2, height_m)]),
            Polygon(
                [
                    (-arm, 0.58 * height_m),
                    (arm, 0.58 * height_m),
                    (arm, 0.58 * height_m + bar),
                    (-arm, 0.58 * height_m + bar),
                ]
            ),
        ]
    )
    return upright(outline, bar)


def arch_outline(width_m: float, height_m: float, *, at_m: float = 0.0, foot_m: float = 0.0) -> Polygon:
    """A round-headed opening in (y, z), `width_m` wide and `height_m` high, standing on `foot_m`."""
    radius = width_m / 2
    turn = np.linspace(0, math.pi, 9)
    head = [(at_m + radius * math.cos(a), foot_m + height_m - radius + radius * math.sin(a)) for a in turn]
    return Polygon([(at_m - radius, foot_m), (at_m + radius, foot_m), *head])


def wall_with_openings(width_m: float, height_m: float, openings: list[Polygon]) -> Polygon:
    """A wall in (y, z) with holes or notches cut."""
    half = width_m / 2
    wall = Polygon([(-half, 0), (half, 0), (half, height_m), (-half, height_m)])
    cut = wall.difference(unary_union(openings))
    assert isinstance(cut, Polygon), "openings must leave the wall in one piece"
    return cut


def arched_panel(width_m: float, height_m: float, depth_m: float = 0.2) -> Shape:
    """A round-headed window or door leaf that faces front, its foot on z = 0."""
    return upright(arch_outline(width_m, height_m), depth_m)


def row(count: int, length_m: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """`count` positions spread evenly and centred over a length, half a step from its ends."""
    return (np.arange(count) + 0.5) * length_m / count - length_m / 2


def band(inner: ArrayLike, outer: ArrayLike, low_m: float, high_m: float, *, tilt_m: float = 0.0) -> Shape:
    """The solid between two rings (n, 2), open in the middle; `tilt_m` raises its inner edge."""
    section = np.stack(
        [
            at_height(outer, low_m),
            at_height(outer, high_m),
            at_height(inner, high_m + tilt_m),
            at_height(inner, low_m + tilt_m),
        ],
        axis=1,
    )
    return loft(section[::-1], closed=True)
