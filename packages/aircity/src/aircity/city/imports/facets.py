"""Flat surfaces with holes, cut into triangles in their own plane, and closed shells turned outside out."""

from collections.abc import Sequence
from dataclasses import dataclass

import mapbox_earcut
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from aircity.city.imports.repair import crosses_too_often, mend
from aircity.city.imports.report import Tally
from aircity.city.solids.mesh import triangulate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rings = Sequence[Ints]
"""The outer ring and the holes of one surface, as vertex indices."""

MIN_AREA_M2 = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """Triangles that know which surface they came from."""

    triangles: Floats  # (m, 3, 3)
    face: Ints  # (m,)
    normals: Floats  # (m, 3) unit, of the whole surface


def area_vectors(points: Floats, faces: Sequence[Rings]) -> Floats:
    """Newell's area vector of each face's outer ring, (n, 3): half the sum of p_i x p_(i+1)."""
    lengths = np.array([len(rings[0]) for rings in faces], dtype=np.int64)
    if not len(lengths):
        return np.zeros((0, 3))
    flat = np.concatenate([rings[0] for rings in faces])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    following = np.arange(1, len(flat) + 1)
    following[starts + lengths - 1] = starts
    corners = points[flat] - np.repeat(points[flat[starts]], lengths, axis=0)
    vectors: Floats = np.add.reduceat(np.cross(corners, corners[following]), starts, axis=0) / 2
    return vectors


def facet(points: Floats, faces: Sequence[Rings], tally: Tally, id_: str) -> Facets:
    """Triangles of all faces; those without area are counted and left out."""
    vectors = area_vectors(points, faces)
    areas = np.linalg.norm(vectors, axis=1)
    flat = areas < MIN_AREA_M2
    tally.add("zero-area surface", id_, int(flat.sum()))
    normals = vectors / np.where(flat, 1.0, areas)[:, None]
    corners = np.array([len(rings[0]) if len(rings) == 1 else 0 for rings in faces])
    pieces: list[Floats] = []
    owners: list[Ints] = []
    done = flat.copy()
    for chosen, triangles in (
        _triangles(points, faces, np.flatnonzero((corners == 3) & ~flat)),
        _split_quads(points, faces, np.flatnonzero((corners == 4) & ~flat), normals),
    ):
        pieces.append(triangles)
        owners.append(chosen)
        done[chosen] = True
    for index in np.flatnonzero(~done).tolist():
        cut = _cut(points, faces[index], normals[index], float(areas[index]))
        if cut.repaired:
            tally.repair("self-intersecting surface repaired", id_)
        pieces.append(cut.triangles)
        owners.append(np.full(len(cut.triangles), index))
    face = np.concatenate(owners)
    return Facets(np.concatenate(pieces), face, normals[face])


def _corners(points: Floats, faces: Sequence[Rings], chosen: Ints, count: int) -> Floats:
    rings = [faces[index][0] for index in chosen.tolist()]
    return points[np.stack(rings)] if rings else np.zeros((0, count, 3))


def _triangles(points: Floats, faces: Sequence[Rings], chosen: Ints) -> tuple[Ints, Floats]:
    return chosen, _corners(points, faces, chosen, 3)


def _split_quads(
    points: Floats, faces: Sequence[Rings], chosen: Ints, normals: Floats
) -> tuple[Ints, Floats]:
    """Convex quadrilaterals cut along a diagonal; others are left for the general way."""
    corners = _corners(points, faces, chosen, 4)
    halves = corners[:, [[0, 1, 2], [0, 2, 3]]]
    others = corners[:, [[0, 1, 3], [1, 2, 3]]]
    facing = normals[chosen][:, None, :]
    convex = np.ones(len(chosen), dtype=bool)
    for pair in (halves, others):
        turned = np.cross(pair[:, :, 1] - pair[:, :, 0], pair[:, :, 2] - pair[:, :, 0])
        convex &= ((turned * facing).sum(axis=2) > 0).all(axis=1)
    return np.repeat(chosen[convex], 2), halves[convex].reshape(-1, 3, 3)


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    triangles: Floats
    repaired: bool


def _cut(points: Floats, rings: Rings, normal: Floats, outer_area_m2: float) -> _Cut:
    """Triangles of one surface, facing along its normal."""
    across, along = plane_axes(normal)
    corners = points[np.concatenate(rings)]
    origin = corners[0]
    flat = np.column_stack([(corners - origin) @ across, (corners - origin) @ along])
    ends = np.cumsum([len(ring) for ring in rings])
    chosen = np.asarray(
        mapbox_earcut.triangulate_float64(flat, ends.astype(np.uint32)), dtype=np.int64
    ).reshape(-1, 3)
    first, second = flat[chosen[:, 1]] - flat[chosen[:, 0]], flat[chosen[:, 2]] - flat[chosen[:, 0]]
    doubled = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    parts = np.split(flat, ends[:-1])
    wanted_m2 = outer_area_m2 - sum(_ring_area(part) for part in parts[1:])
    if abs(np.abs(doubled).sum() / 2 - wanted_m2) <= 0.01 * outer_area_m2 + MIN_AREA_M2:
        chosen[doubled < 0] = chosen[doubled < 0][:, ::-1]
        return _Cut(corners[chosen], repaired=False)
    if crosses_too_often(parts):
        return _Cut(np.zeros((0, 3, 3)), repaired=True)
    valid = mend(Polygon(parts[0], [part for part in parts[1:] if len(part) > 2]))
    flats = [
        triangulate(piece)
        for piece in shapely.get_parts(valid)
        if piece.geom_type == "Polygon" and piece.area > MIN_AREA_M2
    ]
    if not flats:
        return _Cut(np.zeros((0, 3, 3)), repaired=True)
    plane = np.concatenate(flats)
    return _Cut(origin + plane[..., :1] * across + plane[..., 1:] * along, repaired=True)


def _ring_area(ring: Floats) -> float:
    following = np.roll(ring, -1, axis=0)
    return abs(float((ring[:, 0] * following[:, 1] - ring[:, 1] * following[:, 0]).sum())) / 2


def plane_axes(normal: Floats) -> tuple[Floats, Floats]:
    """Two unit axes in a plane, the first one level, with cross(first, second) = normal."""
    level = np.array([-normal[1], normal[0], 0.0])
    length = float(np.linalg.norm(level))
    across = level / length if length > 1e-6 else np.array([1.0, 0.0, 0.0])
    rising = np.array(
        [
            normal[1] * across[2] - normal[2] * across[1],
            normal[2] * across[0] - normal[0] * across[2],
            normal[0] * across[1] - normal[1] * across[0],
        ]
    )
    return across, rising


def turn_outward(points: Floats, faces: Sequence[Rings]) -> tuple[NDArray[np.bool_], bool]:
    """(which faces to reverse, whether the shell is closed): reversed so, a closed shell faces outward."""
    merged = np.unique(np.round(points, 3), axis=0, return_inverse=True)[1].reshape(-1)
    begins, ends, owners = _edges(merged, faces)
    flip = np.zeros(len(faces), dtype=bool)
    low, high = np.minimum(begins, ends), np.maximum(begins, ends)
    keys, inverse, uses = np.unique(low * (len(points) + 1) + high, return_inverse=True, return_counts=True)
    if not len(keys) or (uses % 2 == 1).any():
        return flip, False
    balance = np.bincount(inverse.reshape(-1), weights=np.where(begins < ends, 1.0, -1.0))
    if (balance != 0).any():
        flip = _agree(inverse.reshape(-1), begins < ends, owners, len(faces))
    vectors = area_vectors(points, faces)
    centre = points.mean(axis=0)
    anchors = points[[rings[0][0] for rings in faces]] - centre
    volume = float((np.where(flip, -1.0, 1.0) * (vectors * anchors).sum(axis=1)).sum())
    return (~flip if volume < 0 else flip), True


def _edges(merged: Ints, faces: Sequence[Rings]) -> tuple[Ints, Ints, Ints]:
    begins, ends, owners = [], [], []
    for index, rings in enumerate(faces):
        for ring in rings:
            corners = merged[ring]
            begins.append(corners)
            ends.append(np.roll(corners, -1))
            owners.append(np.full(len(corners), index))
    start, stop, owner = np.concatenate(begins), np.concatenate(ends), np.concatenate(owners)
    proper = start != stop
    return start[proper], stop[proper], owner[proper]


def _agree(edge: Ints, forward: NDArray[np.bool_], owner: Ints, count: int) -> NDArray[np.bool_]:
    """Reverse faces until neighbours run their shared edges in opposite directions."""
    users: dict[int, list[tuple[int, bool]]] = {}
    for key, ahead, face in zip(edge.tolist(), forward.tolist(), owner.tolist(), strict=True):
        users.setdefault(key, []).append((face, ahead))
    around: dict[int, list[tuple[int, bool]]] = {}
    for pair in users.values():
        if len(pair) == 2:
            (one, one_ahead), (two, two_ahead) = pair
            around.setdefault(one, []).append((two, one_ahead == two_ahead))
            around.setdefault(two, []).append((one, one_ahead == two_ahead))
    flip = np.zeros(count, dtype=bool)
    seen = np.zeros(count, dtype=bool)
    for start in range(count):
        waiting = [] if seen[start] else [start]
        seen[start] = True
        while waiting:
            face = waiting.pop()
            for other, same_way in around.get(face, ()):
                if not seen[other]:
                    seen[other] = True
                    flip[other] = flip[face] ^ same_way
                    waiting.append(other)
    return flip
