# mypy: allow-untyped-calls
"""Things that move through a city that stands: their triangles laid out for one moment, for the kernels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aircity.city.render.raster.arrays import CityArrays, lay_fields, lay_looks
from aircity.city.render.shade.texture import build_pyramids
from aircity.city.render.tree.bodies import join_trees, place_bodies
from aircity.city.render.tree.boxes import Bvh, build_bvh
from aircity.city.solids.mesh import Mesh

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """What moves: a few meshes, each in its own frame, and m bodies of these shapes."""

    meshes: tuple[Mesh, ...]
    kind: NDArray[np.int32]  # (m,) index into meshes, m > 0
    first_id: int
    """The object id of the first body; the others count on."""
    textures: NDArray[np.uint8]  # (k, 256, 256, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Moving things where they are at one time: a small city of its own, lit and shaded by the large one."""

    things: CityArrays
    joined: CityArrays
    """The large city with the corners of the small one behind its own, in the order of its leaves."""
    first: int
    """The number of the first moving triangle among the joined."""


class Stage:
    """Lays out moving bodies over one city. A moment is good until the next is made."""

    def __init__(self, city: CityArrays, bodies: Bodies) -> None:
        self._city, self._kind, self._first = city, bodies.kind, len(city.corners)
        trees = [build_bvh(mesh.vertices) for mesh in bodies.meshes]
        laid = [lay_fields(mesh, tree.order) for mesh, tree in zip(bodies.meshes, trees, strict=True)]
        self._starts = _starts([len(mesh) for mesh in bodies.meshes])
        self._node_starts = _starts([len(tree.first) for tree in trees])
        self._own = (
            np.concatenate(
                [m.vertices[t.order].reshape(-1, 9) for m, t in zip(bodies.meshes, trees, strict=True)]
            ),
            np.concatenate([planes for planes, _, _ in laid]),
            np.concatenate([fields for _, fields, _ in laid]),
        )
        self._nodes = tuple(
            np.concatenate(parts)
            for parts in zip(*((t.boxes, t.first, t.leaf_size) for t in trees), strict=True)
        )
        looks = [lay_looks(mesh) for mesh in bodies.meshes]
        owners = _owners(bodies, [t.order for t in trees], [varies for _, _, varies in laid])
        self._corners = np.concatenate([city.corners, np.zeros((len(owners), 9), np.float32)])
        self._planes = np.zeros((len(owners), 4), np.float64)
        self._fields = np.zeros((len(owners), 22), np.float32)
        self._things = city._replace(
            corners=self._corners[self._first :],
            planes=self._planes,
            fields=self._fields,
            owners=owners,
            skins=np.concatenate([skins for skins, _ in looks]),
            looks=np.concatenate([look for _, look in looks]),
            pyramids=build_pyramids(bodies.textures),
        )

    def at(self, poses: Floats) -> Moment:
        """Every body at its pose, (m, 4) x, y, z and heading."""
        things = self._things
        place_bodies(poses, self._kind, self._own, self._starts, (things.corners, self._planes, self._fields))
        boxes, first, size = join_trees(poses, self._kind, self._nodes, self._starts, self._node_starts)
        tree = Bvh(boxes, first, size, order=np.zeros(0, np.int32))
        return Moment(things._replace(tree=tree), self._city._replace(corners=self._corners), self._first)


def _starts(counts: list[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _owners(
    bodies: Bodies, orders: list[NDArray[np.int32]], varies: list[NDArray[np.bool_]]
) -> NDArray[np.int32]:
    """(n, 3) surface, object and whether normals vary, of every triangle of every body."""
    offsets = _starts([len(mesh.surfaces) for mesh in bodies.meshes])
    surfaces = [
        mesh.surface[order] + offset
        for mesh, order, offset in zip(bodies.meshes, orders, offsets, strict=False)
    ]
    rows = [
        np.column_stack([surfaces[kind], np.full(len(varies[kind]), bodies.first_id + body), varies[kind]])
        for body, kind in enumerate(bodies.kind)
    ]
    return np.concatenate(rows).astype(np.int32)
