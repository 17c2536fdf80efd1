"""Closed solids to model with: boxes, lathes, lofts, extrusions, beams and roofs, moved and joined as values.

Every shape is watertight with outward normals, stands with its foot on z = 0 and is centred in x and y,
unless it says otherwise. Textured faces are taken with `split` and stretched with `pictured`.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from aircity.city.solids.mesh import triangulate
from aircity.city.solids.rings import at_height, circle, cross_product, rectangle, unrolled
from aircity.geometry.arithmetic import cos, norm, sin, times

Floats = NDArray[np.float64]
Shading = Literal["flat", "round", "soft"]
"""flat: facets; round: smooth around the rings; soft: smooth along them as well."""

FRONT, BACK = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)
RIGHT, LEFT = (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Triangles without paint: vertices and unit normals (n, 3, 3), uv (n, 3, 2) in metres."""

    vertices: Floats
    normals: Floats
    uv: Floats

    def __len__(self) -> int:
        return len(self.vertices)

    def moved(self, matrix: ArrayLike, offset: ArrayLike = (0.0, 0.0, 0.0)) -> "Shape":
        """M v + t for every vertex; a mirroring M keeps normals outward."""
        transform = np.asarray(matrix, dtype=float)
        vertices = times(self.vertices, transform.T) + np.asarray(offset, dtype=float)
        # det(M) times the inverse of M, transposed, by which normals turn
        cofactors = cross_product(transform[[1, 2, 0]], transform[[2, 0, 1]])
        is_mirror = float(times(transform[0], cofactors[0])) < 0
        normals = times(self.normals, -cofactors.T if is_mirror else cofactors.T)
        normals /= norm(normals, axis=2, keepdims=True)
        if not is_mirror:
            return Shape(vertices, normals, self.uv)
        return Shape(vertices[:, ::-1], normals[:, ::-1], self.uv[:, ::-1])

    def at(self, x_m: float = 0.0, y_m: float = 0.0, z_m: float = 0.0) -> "Shape":
        """Shifted."""
        return Shape(self.vertices + np.array((x_m, y_m, z_m)), self.normals, self.uv)

    def turned(self, angle_rad: float) -> "Shape":
        """Turned about z, front towards right."""
        c, s = math.cos(angle_rad), math.sin(angle_rad)
        return self.moved(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))

    def pitched(self, angle_rad: float) -> "Shape":
        """Turned about y, front towards up."""
        c, s = math.cos(angle_rad), math.sin(angle_rad)
        return self.moved(np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]]))

    def rolled(self, angle_rad: float) -> "Shape":
        """Turned about x, right towards up."""
        c, s = math.cos(angle_rad), math.sin(angle_rad)
        return self.moved(np.array([[1, 0, 0], [0, c, -s], [0, s, c]]))

    def scaled(self, x: float, y: float, z: float) -> "Shape":
        """Stretched along the axes; a negative factor mirrors."""
        return self.moved(np.diag([x, y, z]))

    def repeated(self, offsets: ArrayLike) -> "Shape":
        """One copy at each of the offsets (k, 3)."""
        shifts = np.asarray(offsets, dtype=float).reshape(-1, 1, 1, 3)
        copies = len(shifts)
        return Shape(
            (self.vertices[None] + shifts).reshape(-1, 3, 3),
            np.tile(self.normals, (copies, 1, 1)),
            np.tile(self.uv, (copies, 1, 1)),
        )

    def around(self, count: int, start_rad: float = 0.0) -> "Shape":
        """`count` copies turned evenly about z."""
        return join(*(self.turned(start_rad + 2 * math.pi * k / count) for k in range(count)))

    def split(self, direction: ArrayLike) -> tuple["Shape", "Shape"]:
        """(the faces that look towards `direction`, all others)."""
        edges = self.vertices[:, 1:] - self.vertices[:, :1]
        facets = cross_product(edges[:, 0], edges[:, 1])
        facets /= norm(facets, axis=1, keepdims=True)
        aim = np.asarray(direction, dtype=float)
        chosen = times(facets, aim / norm(aim)) > 0.99
        return self._only(chosen), self._only(~chosen)

    def pictured(self) -> "Shape":
        """A flat face with uv spread 0..1 as its viewer sees it: u to the right, v down."""
        normal = self.normals[0, 0]
        if abs(normal[2]) > 0.9:
            right, down = np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0.0, 0.0])
        else:
            right = np.array([normal[1], -normal[0], 0.0])
            down = np.array([0.0, 0.0, -1.0])
        flat = np.stack([times(self.vertices, right), times(self.vertices, down)], axis=2)
        low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
        return Shape(self.vertices, self.normals, (flat - low) / (high - low))

    def _only(self, chosen: NDArray[np.bool_]) -> "Shape":
        return Shape(self.vertices[chosen], self.normals[chosen], self.uv[chosen])


def join(*shapes: Shape) -> Shape:
    """All shapes as one."""
    return Shape(
        np.concatenate([shape.vertices for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate([shape.uv for shape in shapes]),
    )


def facets(corners: ArrayLike, uv: ArrayLike | None = None) -> Shape:
    """Flat polygons (n, m, 3), convex, as fans; uv defaults to metres right and up on each polygon."""
    points = np.asarray(corners, dtype=float)
    newell = cross_product(points, np.roll(points, -1, axis=1)).sum(axis=1)
    normal = newell / np.maximum(norm(newell, axis=1, keepdims=True), 1e-12)
    coordinates = _planar(points, normal) if uv is None else np.asarray(uv, dtype=float)
    fan = np.array([(0, k, k + 1) for k in range(1, points.shape[1] - 1)])
    triangles = points[:, fan].reshape(-1, 3, 3)
    normals = np.broadcast_to(normal[:, None, None, :], (*points[:, fan].shape[:3], 3)).reshape(-1, 3, 3)
    return _without_slivers(triangles, normals, coordinates[:, fan].reshape(-1, 3, 2))


def loft(rings: ArrayLike, shading: Shading = "flat", *, closed: bool = False) -> Shape:
    """The solid through k convex rings (k, n, 3), counter-clockwise as seen from the last ring's side.

    `closed` joins the last ring to the first (a torus) in place of capping both ends.
    """
    base = np.asarray(rings, dtype=float)
    lower, upper = (base, np.roll(base, -1, axis=0)) if closed else (base[:-1], base[1:])
    quads = np.stack([lower, np.roll(lower, -1, axis=1), np.roll(upper, -1, axis=1), upper], axis=2)
    if shading == "flat":
        sides = facets(quads.reshape(-1, 4, 3))
    else:
        sides = _smooth_sides(quads, soft=shading == "soft", closed=closed)
    if closed:
        return sides
    underside = np.roll(base[:1, ::-1], 1, axis=1)
    return join(sides, facets(underside), facets(base[-1:]))


def lathe(profile: ArrayLike, sides: int = 16, shading: Shading = "round") -> Shape:
    """The solid of revolution about z through (radius, height) pairs, from bottom to top."""
    pairs = np.asarray(profile, dtype=float)
    rings = circle(1.0, sides)[None] * pairs[:, None, :1]
    heights = np.broadcast_to(pairs[:, None, 1:], (len(pairs), sides, 1))
    return loft(np.concatenate([rings, heights], axis=2), shading)


def cylinder(radius_m: float, height_m: float, sides: int = 16, *, top_m: float | None = None) -> Shape:
    """A cylinder, or a frustum or cone when `top_m`, its upper radius, differs."""
    return lathe([(radius_m, 0.0), (radius_m if top_m is None else top_m, height_m)], sides)


def wheel(radius_m: float, width_m: float, sides: int = 8) -> Shape:
    """A cylinder lying across y, centred, standing on z = 0."""
    return cylinder(radius_m, width_m, sides).rolled(math.pi / 2).at(0, width_m / 2, radius_m)


def dome(radius_m: float, height_m: float | None = None, sides: int = 16, bands: int = 5) -> Shape:
    """Half an ellipsoid."""
    rise = np.linspace(0, math.pi / 2, bands + 1)
    tall = radius_m if height_m is None else height_m
    return lathe(np.column_stack([radius_m * cos(rise), tall * sin(rise)]), sides, "soft")


def sphere(radius_m: float, sides: int = 12, bands: int = 6) -> Shape:
    """A ball that stands on z = 0."""
    rise = np.linspace(-math.pi / 2, math.pi / 2, bands + 1)
    profile = np.column_stack([radius_m * cos(rise), radius_m * (1 + sin(rise))])
    return lathe(profile, sides, "soft")


def box(length_m: float, width_m: float, height_m: float, *, top: tuple[float, float] | None = None) -> Shape:
    """A box, length along x; `top` gives another length and width to its upper face (zero: a pyramid)."""
    lower = rectangle(length_m, width_m)
    upper = lower if top is None else rectangle(*top)
    return loft([at_height(lower, 0.0), at_height(upper, height_m)])


def extrude(polygon: Polygon, height_m: float) -> Shape:
    """An upright solid over a polygon, holes and notches allowed, not centred."""
    shape = orient(polygon)
    walls = []
    for ring in (shape.exterior, *shape.interiors):
        foot = np.asarray(ring.coords)[:-1, :2]
        after = np.roll(foot, -1, axis=0)
        corners = [
            at_height(foot, 0.0),
            at_height(after, 0.0),
            at_height(after, height_m),
            at_height(foot, height_m),
        ]
        walls.append(facets(np.stack(corners, axis=1)))
    plan = triangulate(shape)
    cap = np.concatenate([plan, np.full((*plan.shape[:2], 1), height_m)], axis=2)
    return join(*walls, facets(cap), facets(cap[:, ::-1] * (1, 1, 0)))


def across(profile: Polygon | ArrayLike, width_m: float) -> Shape:
    """A side profile in (x, z) given the width `width_m` along y, centred."""
    polygon = profile if isinstance(profile, Polygon) else Polygon(np.asarray(profile, dtype=float))
    return extrude(polygon, width_m).moved([[1, 0, 0], [0, 0, -1], [0, 1, 0]], (0, width_m / 2, 0))


def upright(outline: Polygon | ArrayLike, depth_m: float) -> Shape:
    """A front outline in (y, z) given the depth `depth_m` along x, centred."""
    polygon = outline if isinstance(outline, Polygon) else Polygon(np.asarray(outline, dtype=float))
    return extrude(polygon, depth_m).moved([[0, 0, 1], [1, 0, 0], [0, 1, 0]], (-depth_m / 2, 0, 0))


def beams(starts: ArrayLike, ends: ArrayLike, width_m: float, *, sides: int = 4) -> Shape:
    """Straight bars between points (m, 3), `width_m` thick, with three or more flat sides."""
    low, high = np.asarray(starts, dtype=float).reshape(-1, 3), np.asarray(ends, dtype=float).reshape(-1, 3)
    along = (high - low) / norm(high - low, axis=1, keepdims=True)
    aside = _sideways(along)
    above = cross_product(along, aside)
    ring = circle(width_m / 2 / math.cos(math.pi / sides), sides, start_rad=math.pi / sides)
    offsets = ring[None, :, :1] * aside[:, None] + ring[None, :, 1:] * above[:, None]
    lower, upper = low[:, None] + offsets, high[:, None] + offsets
    quads = np.stack([lower, np.roll(lower, -1, axis=1), np.roll(upper, -1, axis=1), upper], axis=2)
    return join(facets(quads.reshape(-1, 4, 3)), facets(lower[:, ::-1]), facets(upper))


def sweep(path: ArrayLike, radius_m: float, sides: int = 6, *, closed: bool = False) -> Shape:
    """A pipe along a path (k, 3) that is never vertical for long; `closed` joins its ends."""
    points = np.asarray(path, dtype=float)
    along = (
        np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0) if closed else np.gradient(points, axis=0)
    )
    along /= norm(along, axis=1, keepdims=True)
    aside = _sideways(along)
    above = cross_product(along, aside)
    ring = circle(radius_m, sides)
    rings = points[:, None] + ring[None, :, :1] * aside[:, None] + ring[None, :, 1:] * above[:, None]
    return loft(rings, "round", closed=closed)


def hoop(radius_m: float, thick_m: float, sides: int = 24) -> Shape:
    """A thin ring that lies level about z = 0."""
    return sweep(at_height(circle(radius_m, sides), 0.0), thick_m / 2, 4, closed=True)


def _sideways(along: Floats) -> Floats:
    """Unit vectors square to each direction, level where it is not vertical."""
    aside: Floats = cross_product(np.array(UP), along)
    aside[norm(aside, axis=1) < 1e-6] = (0.0, 1.0, 0.0)
    aside /= norm(aside, axis=1, keepdims=True)
    return aside


def _planar(points: Floats, normal: Floats) -> Floats:
    """Metres along the level and the rising axis of each polygon, from its lowest corner; x, y if level."""
    level = np.abs(normal[:, 2]) > 0.999
    aside = _sideways(normal)
    rising = cross_product(normal, aside)
    flat = np.stack([(points * aside[:, None]).sum(axis=2), (points * rising[:, None]).sum(axis=2)], axis=2)
    measured = flat - flat.min(axis=1, keepdims=True)
    return np.where(level[:, None, None], points[..., :2], measured)


def _smooth_sides(quads: Floats, *, soft: bool, closed: bool) -> Shape:
    """The sides of a loft, quads (k, n, 4, 3), with normals averaged over neighbours."""
    normal = cross_product(quads[:, :, 2] - quads[:, :, 0], quads[:, :, 3] - quads[:, :, 1])
    normal /= np.maximum(norm(normal, axis=2, keepdims=True), 1e-12)
    corner = normal + np.roll(normal, 1, axis=1)
    low = high = corner
    if soft:
        before, after = np.roll(corner, 1, axis=0), np.roll(corner, -1, axis=0)
        if not closed:
            before[0], after[-1] = corner[0], corner[-1]
        low, high = corner + before, corner + after
    shading = np.stack([low, np.roll(low, -1, axis=1), np.roll(high, -1, axis=1), high], axis=2)
    shading /= np.maximum(norm(shading, axis=3, keepdims=True), 1e-12)
    split = [0, 1, 2, 0, 2, 3]
    return _without_slivers(
        quads[:, :, split].reshape(-1, 3, 3),
        shading[:, :, split].reshape(-1, 3, 3),
        unrolled(quads)[:, :, split].reshape(-1, 3, 2),
    )


def _without_slivers(vertices: Floats, normals: Floats, uv: Floats) -> Shape:
    doubled = norm(cross_product(vertices[:, 1] - vertices[:, 0], vertices[:, 2] - vertices[:, 0]), axis=1)
    keep = doubled > 1e-7
    return Shape(vertices[keep], normals[keep], uv[keep])
