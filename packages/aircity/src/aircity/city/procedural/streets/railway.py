"""A railway along the edge of a city: ballast, tracks and waiting trains."""

import math

import numpy as np
from shapely.geometry import LineString, Polygon, box

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.streets.strips import strip_along
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface

_BED_M = 0.25
_REACH_M = 1500.0
_TRACKS = 4
_PITCH_M = 5.0


def corridor(city: Polygon) -> Polygon:
    """The ground that the railway needs, just south of the city."""
    west = city.bounds[0]
    return box(west - 16.0 - _TRACKS * _PITCH_M, -_REACH_M, west - 12.0, _REACH_M)


def draw_railway(draft: Draft, shelf: Shelf, city: Polygon) -> None:
    """Parallel tracks on one bed, wagons on some of them."""
    rng = draft.stream("railway")
    ground = corridor(city)
    object_id = draft.new_id()
    ballast = Surface(Material.SAND, (0.47, 0.44, 0.41))
    draft.builder.prism(ground, -0.1, _BED_M, ballast, object_id)
    surface = Surface(Material.RAIL, (0.46, 0.43, 0.40))
    low = ground.bounds[0]
    for track in range(_TRACKS):
        x = low + 2.0 + (track + 0.4) * _PITCH_M
        line = LineString([(x, -_REACH_M), (x, _REACH_M)])
        strip_along(line, 1.6).draw(draft.builder, surface, object_id, z_m=_BED_M + 0.04)
        _train(draft, shelf, rng, x, float(rng.uniform(-0.5, 0.3)) * (city.bounds[3] - city.bounds[1]))
    draft.record(object_id, "railway", ("gray", "gravel", "multi-track"), ground, z_m=(0.0, _BED_M + 0.04))


def _train(draft: Draft, shelf: Shelf, rng: np.random.Generator, x_m: float, y_m: float) -> None:
    wagon = shelf.fresh("train", rng)
    length = float(np.ptp(wagon.mesh.vertices[..., 0])) + 0.8
    for k in range(int(rng.integers(1, 4))):
        draft.place(wagon, x_m, y_m + k * length, _BED_M + 0.08, math.pi / 2)
