"""A model: one thing built in its own frame (x front, y right, z up, origin at its foot), ready to place."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from aircity.city.scene import SceneObject
from aircity.city.solids.mesh import Mesh, MeshBuilder
from aircity.geometry.arithmetic import times


@dataclass(slots=True)
class TextureBook:
    """The pictures a scene uses; equal pictures share one page."""

    pages: list[NDArray[np.uint8]] = field(default_factory=list)
    _index: dict[bytes, int] = field(default_factory=dict)

    def add(self, picture: NDArray[np.uint8]) -> int:
        """The page number of a (256, 256, 3) picture."""
        key = picture.tobytes()
        if key not in self._index:
            self._index[key] = len(self.pages)
            self.pages.append(picture)
        return self._index[key]

    def stack(self) -> NDArray[np.uint8]:
        """All pages, (k, 256, 256, 3)."""
        return np.stack(self.pages) if self.pages else np.zeros((0, 256, 256, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """One thing, in its own frame. Object ids inside its mesh are ignored: placing gives the real one."""

    category: str
    attributes: tuple[str, ...]
    mesh: Mesh
    footprint: Polygon
    name: str | None = None


def place(
    builder: MeshBuilder,
    model: Model,
    *,
    object_id: int,
    x_m: float,
    y_m: float,
    z_m: float = 0.0,
    heading_rad: float = 0.0,
) -> SceneObject:
    """Add a model to a scene with its front towards `heading_rad`, and return its ground truth."""
    cos_h, sin_h = math.cos(heading_rad), math.sin(heading_rad)
    turn = np.array([[cos_h, -sin_h, 0.0], [sin_h, cos_h, 0.0], [0.0, 0.0, 1.0]])
    offset = np.array([x_m, y_m, z_m])
    mesh = model.mesh
    vertices = times(mesh.vertices, turn.T) + offset
    normals = times(mesh.normals, turn.T)
    for index, surface in enumerate(mesh.surfaces):
        chosen = mesh.surface == index
        if chosen.any():
            builder.triangles(
                vertices[chosen], surface, object_id, uv=mesh.uv[chosen], normals=normals[chosen]
            )
    ring = times(np.asarray(orient(model.footprint).exterior.coords)[:-1], turn[:2, :2].T) + offset[:2]
    heights = mesh.vertices[..., 2]
    return SceneObject(
        id=object_id,
        category=model.category,
        attributes=model.attributes,
        footprint=tuple((float(x), float(y)) for x, y in ring),
        z_min_m=z_m + float(heights.min()),
        z_max_m=z_m + float(heights.max()),
        name=model.name,
    )
