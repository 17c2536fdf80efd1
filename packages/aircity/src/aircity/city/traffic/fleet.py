"""The fleet: what drives and sails, each with its model, its route and its place in the queue."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aircity.city.landmarks import LANDMARKS
from aircity.city.scene import TrafficWay
from aircity.city.solids.model import Model, TextureBook
from aircity.city.traffic.levels import TrafficLevel
from aircity.city.traffic.route import Route

Floats = NDArray[np.float64]

_STOCK = {"car": 12, "bus": 4, "truck": 4, "sailboat": 6}
_BUS_SHARE, _TRUCK_SHARE = 0.07, 0.06
_BUS_LANE_M = 3.6
"""Buses and trucks keep off narrower lanes, where trees stand close."""
_AXLES_APART = 0.6
"""Of the length of a body."""
_JITTER = 0.15
"""Of the gap: so little that a bus behind a bus keeps its distance in a bend."""


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """Everything that moves; m bodies."""

    models: tuple[Model, ...]
    kind: NDArray[np.int32]  # (m,) index into models
    routes: tuple[Route, ...]
    route: NDArray[np.int32]  # (m,) index into routes
    phase_s: Floats  # (m,) how far ahead on its route at time 0
    textures: NDArray[np.uint8]

    def poses(self, time_s: float) -> Floats:
        """(m, 4) x, y, z and heading of every body."""
        found = np.zeros((len(self.kind), 4))
        lengths_m = np.array([_length_m(model) for model in self.models])
        for number, route in enumerate(self.routes):
            mine = self.route == number
            base_m = _AXLES_APART * lengths_m[self.kind[mine]]
            found[mine] = route.poses(self.phase_s[mine] + time_s, base_m)
        return found


def muster(ways: Sequence[TrafficWay], level: TrafficLevel, rng: np.random.Generator) -> Fleet:
    """Fill the ways evenly, with a little disorder; a way too short for two gets one."""
    book = TextureBook()
    stock = {name: [LANDMARKS[name](rng, book) for _ in range(count)] for name, count in _STOCK.items()}
    models = [model for of_kind in stock.values() for model in of_kind]
    kinds: list[int] = []
    owners: list[int] = []
    phases: list[float] = []
    routes = [Route(way) for way in ways]
    for number, (way, route) in enumerate(zip(ways, routes, strict=True)):
        every_s = level.road_every_s if way.kind == "road" else level.water_every_s
        count = max(1, int(route.round_s / every_s))
        gap_s = route.round_s / count
        first_s = rng.uniform(0.0, route.round_s)
        for k in range(count):
            chosen = stock[_choose(way, rng)]
            kinds.append(models.index(chosen[int(rng.integers(len(chosen)))]))
            owners.append(number)
            phases.append(first_s + gap_s * (k + rng.uniform(-_JITTER, _JITTER)))
    return Fleet(
        tuple(models),
        np.array(kinds, np.int32),
        tuple(routes),
        np.array(owners, np.int32),
        np.array(phases),
        book.stack(),
    )


def _choose(way: TrafficWay, rng: np.random.Generator) -> str:
    draw = float(rng.random())
    if way.kind == "water":
        return "sailboat"
    if way.width_m < _BUS_LANE_M or draw > _BUS_SHARE + _TRUCK_SHARE:
        return "car"
    return "bus" if draw < _BUS_SHARE else "truck"


def _length_m(model: Model) -> float:
    x = model.mesh.vertices[..., 0]
    return float(x.max() - x.min())
