"""Room for traffic: what stands in the ways of a city is taken away before anything moves."""

from dataclasses import replace

import numpy as np
from shapely import STRtree
from shapely.geometry import LinearRing, Polygon

from aircity.city.scene import CityScene
from aircity.city.solids.mesh import Mesh

_STANDING = frozenset({"car", "bus", "truck"})
_BESIDE_M = 4.6
"""As far as the middle of the next lane; cars on a car park are farther off."""


def cleared(scene: CityScene) -> CityScene:
    """The scene without the vehicles that stand on streets with traffic; their places in the list too."""
    roads = [LinearRing([(x, y) for x, y, _ in way.points]) for way in scene.ways if way.kind == "road"]
    if not roads:
        return scene
    tree = STRtree(roads)
    standing = [one for one in scene.objects if one.category in _STANDING]
    gone = {
        one.id
        for one in standing
        if len(tree.query(Polygon(one.footprint).centroid, predicate="dwithin", distance=_BESIDE_M))
    }
    mesh = scene.mesh
    kept = ~np.isin(mesh.object_id, sorted(gone))
    fewer = Mesh(
        mesh.vertices[kept],
        mesh.normals[kept],
        mesh.uv[kept],
        mesh.surface[kept],
        mesh.object_id[kept],
        mesh.surfaces,
    )
    return replace(scene, mesh=fewer, objects=tuple(one for one in scene.objects if one.id not in gone))
