"""The triangles of an embedded city for Rerun's 3D view, around a flight that was recorded in it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.city.scene import CityScene

ENTITY = "world/city"


def log_city(rerun: Any, recording: Any, scene: CityScene) -> None:
    """Log the whole city once, for all times."""
    places, colours = city_triangles(scene)
    count = len(places)
    mesh = rerun.Mesh3D(
        vertex_positions=places.reshape(-1, 3),
        triangle_indices=np.arange(3 * count, dtype=np.uint32).reshape(-1, 3),
        vertex_normals=_normals(scene).reshape(-1, 3),
        vertex_colors=np.repeat(colours, 3, axis=0),
    )
    recording.log(ENTITY, mesh, static=True)


def city_triangles(scene: CityScene) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Corners (n, 3, 3) as east, north, up, each triangle turned so that it faces outward; colours (n, 3)."""
    mesh = scene.mesh
    places = np.ascontiguousarray(mesh.vertices[:, ::-1][..., [1, 0, 2]])
    paint = np.array([surface.colour for surface in mesh.surfaces], np.float64)
    return places, np.clip(255 * paint[mesh.surface], 0, 255).astype(np.uint8)


def _normals(scene: CityScene) -> NDArray[np.float32]:
    return np.ascontiguousarray(scene.mesh.normals[:, ::-1][..., [1, 0, 2]])
