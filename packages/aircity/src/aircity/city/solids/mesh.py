"""Triangles with surfaces: what a city is made of, and the builder that collects them.

Coordinates are the house frame (x north, y east, z up). Rings run counter-clockwise in (x, y) algebra, so
that cross(e1, e2) points outward and up; nothing here depends on the frame being left-handed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import mapbox_earcut
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from aircity.city.solids.materials import Material
from aircity.geometry.arithmetic import norm

Colour = tuple[float, float, float]
"""sRGB, each 0..1."""


@dataclass(frozen=True, slots=True)
class Surface:
    """How triangles are painted; see `Material` for what accent and scale mean."""

    material: Material
    colour: Colour
    accent: Colour = (0.2, 0.2, 0.22)
    scale: tuple[float, float] = (1.0, 1.0)
    texture: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """All triangles of a scene."""

    vertices: NDArray[np.float32]  # (n, 3, 3) metres
    normals: NDArray[np.float32]  # (n, 3, 3) unit, outward; equal per triangle when flat
    uv: NDArray[np.float32]  # (n, 3, 2)
    surface: NDArray[np.int32]  # (n,) index into surfaces
    object_id: NDArray[np.int32]  # (n,) ground-truth object, never 0 (0 is the sky)
    surfaces: tuple[Surface, ...]

    def __len__(self) -> int:
        return len(self.vertices)


@dataclass(slots=True)
class MeshBuilder:
    """Collects triangles; `build` joins them. Faces of no area are dropped and counted."""

    dropped: int = 0
    _parts: list[tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], int, int]] = field(
        default_factory=list
    )
    _surfaces: dict[Surface, int] = field(default_factory=dict)

    def surface(self, surface: Surface) -> int:
        """The index of a surface, shared by all that look the same."""
        return self._surfaces.setdefault(surface, len(self._surfaces))

    def triangles(
        self,
        vertices: ArrayLike,
        surface: Surface,
        object_id: int,
        *,
        uv: ArrayLike | None = None,
        normals: ArrayLike | None = None,
    ) -> None:
        """Add (n, 3, 3) triangles; uv (n, 3, 2) defaults to x, y; normals (n, 3, 3) default to flat."""
        points = np.asarray(vertices, dtype=np.float64).reshape(-1, 3, 3)
        cross = _cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
        doubled_area = norm(cross, axis=1)
        keep = doubled_area > 1e-8
        self.dropped += int((~keep).sum())
        if not keep.any():
            return
        coordinates = points[..., :2] if uv is None else np.asarray(uv, dtype=np.float64).reshape(-1, 3, 2)
        if normals is None:
            flat = cross[keep] / doubled_area[keep, None]
            shading = np.repeat(flat[:, None, :], 3, axis=1)
        else:
            shading = np.asarray(normals, dtype=np.float64).reshape(-1, 3, 3)[keep]
        self._parts.append(
            (
                points[keep].astype(np.float32),
                shading.astype(np.float32),
                coordinates[keep].astype(np.float32),
                self.surface(surface),
                object_id,
            )
        )

    def quads(
        self, corners: ArrayLike, surface: Surface, object_id: int, *, uv: ArrayLike | None = None
    ) -> None:
        """Add planar quadrilaterals (n, 4, 3), corners counter-clockwise seen from outside."""
        points = np.asarray(corners, dtype=np.float64).reshape(-1, 4, 3)
        split = [0, 1, 2, 0, 2, 3]
        coordinates = points[..., :2] if uv is None else np.asarray(uv, dtype=np.float64).reshape(-1, 4, 2)
        self.triangles(
            points[:, split].reshape(-1, 3, 3), surface, object_id, uv=coordinates[:, split].reshape(-1, 3, 2)
        )

    def walls(
        self,
        ring: ArrayLike,
        bottom_m: float,
        top_m: float,
        surface: Surface,
        object_id: int,
        *,
        closed: bool = True,
    ) -> None:
        """Vertical walls along a counter-clockwise ring (n, 2); u runs along the ring, v is height."""
        points = np.asarray(ring, dtype=np.float64)
        if closed and len(points) > 1 and np.allclose(points[0], points[-1]):
            points = points[:-1]
        after = np.roll(points, -1, axis=0)
        if not closed:
            points, after = points[:-1], after[:-1]
        lengths = norm(after - points, axis=1)
        start = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
        height_m = (bottom_m, top_m)
        self.panels(
            points, after, height_m, surface, object_id, u=(start, start + lengths), v=top_m - bottom_m
        )

    def panels(
        self,
        left: NDArray[np.float64],
        right: NDArray[np.float64],
        height_m: tuple[float, float],
        surface: Surface,
        object_id: int,
        *,
        u: tuple[NDArray[np.float64], NDArray[np.float64]],
        v: float,
    ) -> None:
        """Upright quads from points (n, 2) to points (n, 2); u runs from u[0] to u[1], v from 0 to `v`."""
        low, high = (np.full(len(left), z_m) for z_m in height_m)
        foot, head = np.zeros(len(left)), np.full(len(left), v)
        corners = [(left, low), (right, low), (right, high), (left, high)]
        uv = [(u[0], foot), (u[1], foot), (u[1], head), (u[0], head)]
        self.quads(
            np.stack([np.column_stack(corner) for corner in corners], axis=1),
            surface,
            object_id,
            uv=np.stack([np.column_stack(pair) for pair in uv], axis=1),
        )

    def flat(
        self, polygon: Polygon, z_m: float, surface: Surface, object_id: int, *, up: bool = True
    ) -> None:
        """A horizontal polygon, holes allowed, facing up or down; uv are x, y."""
        triangles_xy = np.concatenate([triangulate(piece) for piece in split_wide(polygon)])
        corners = np.concatenate([triangles_xy, np.full((*triangles_xy.shape[:2], 1), z_m)], axis=2)
        self.triangles(corners if up else corners[:, ::-1], surface, object_id)

    def prism(
        self,
        polygon: Polygon,
        bottom_m: float,
        top_m: float,
        side: Surface,
        object_id: int,
        *,
        top: Surface | None = None,
        underside: bool = False,
    ) -> None:
        """An upright solid over a polygon with holes; its top defaults to the side's surface."""
        shape = orient(polygon)
        self.walls(shape.exterior.coords, bottom_m, top_m, side, object_id)
        for hole in shape.interiors:
            self.walls(hole.coords, bottom_m, top_m, side, object_id)
        self.flat(shape, top_m, top or side, object_id)
        if underside:
            self.flat(shape, bottom_m, top or side, object_id, up=False)

    def build(self) -> Mesh:
        """All that was added, joined."""
        counts = [len(part[0]) for part in self._parts]
        empty = np.zeros((0, 3, 3), np.float32)
        return Mesh(
            vertices=np.concatenate([part[0] for part in self._parts]) if counts else empty,
            normals=np.concatenate([part[1] for part in self._parts]) if counts else empty,
            uv=np.concatenate([part[2] for part in self._parts]) if counts else empty[..., :2],
            surface=np.repeat(np.array([part[3] for part in self._parts], np.int32), counts),
            object_id=np.repeat(np.array([part[4] for part in self._parts], np.int32), counts),
            surfaces=tuple(self._surfaces),
        )


def split_wide(polygon: Polygon) -> Iterator[Polygon]:
    """The polygon in pieces no wider than 50 m or a sixteenth of it, if it has more than four corners.

    Triangles over a wide outline are slivers across the whole of it, which every ray nearby has to look at.
    """
    x_min, y_min, x_max, y_max = polygon.bounds
    yield from _halve(polygon, max(50.0, (x_max - x_min) / 16, (y_max - y_min) / 16))


def _halve(polygon: Polygon, reach_m: float) -> Iterator[Polygon]:
    x_min, y_min, x_max, y_max = polygon.bounds
    if max(x_max - x_min, y_max - y_min) <= reach_m or shapely.get_num_coordinates(polygon) <= 5:
        yield polygon
        return
    x_mid, y_mid = (x_min + x_max) / 2, (y_min + y_max) / 2
    cut_x = x_max - x_min >= y_max - y_min
    halves = (
        (x_min, y_min, x_mid if cut_x else x_max, y_max if cut_x else y_mid),
        (x_mid if cut_x else x_min, y_min if cut_x else y_mid, x_max, y_max),
    )
    for half in halves:
        for piece in shapely.get_parts(shapely.intersection(polygon, shapely.box(*half))):
            if piece.geom_type == "Polygon":
                yield from _halve(piece, reach_m)


def _cross(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """first x second, row by row; np.cross spends most of its time on checks when rows are few."""
    (a, b, c), (d, e, f) = first.T, second.T
    return np.stack([b * f - c * e, c * d - a * f, a * e - b * d], axis=1)


def triangulate(polygon: Polygon) -> NDArray[np.float64]:
    """Counter-clockwise triangles (n, 3, 2) that cover a polygon with holes."""
    rings: Sequence[NDArray[np.float64]] = [
        np.asarray(ring.coords)[:-1, :2] for ring in (polygon.exterior, *polygon.interiors)
    ]
    points = np.concatenate(rings).astype(np.float64)
    ends = np.cumsum([len(ring) for ring in rings]).astype(np.uint32)
    faces = np.asarray(mapbox_earcut.triangulate_float64(points, ends), dtype=np.int64).reshape(-1, 3)
    triangles = points[faces]
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    clockwise = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    triangles[clockwise] = triangles[clockwise][:, ::-1]
    return triangles
