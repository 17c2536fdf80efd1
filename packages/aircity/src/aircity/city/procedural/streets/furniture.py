"""Street life: trees and lamps on the pavements, traffic lights, cars, trucks and buses."""

import math
from dataclasses import dataclass, field

import numpy as np
from shapely import prepare
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.greens import ROOT_Z_M
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.streets.roads import ROAD_Z_M, RoadPiece, Roads

_KERB_TO_POST_M = 0.9
_LAMP_EVERY_M = 44.0


@dataclass(slots=True)
class Places:
    """Spots already used, so that nothing stands or drives inside something else."""

    apart_m: float
    taken: set[tuple[int, int]] = field(default_factory=set)

    def claim(self, x_m: float, y_m: float) -> bool:
        """Take a spot unless a neighbour has it."""
        i, j = int(x_m // self.apart_m), int(y_m // self.apart_m)
        if any((i + a, j + b) in self.taken for a in (-1, 0, 1) for b in (-1, 0, 1)):
            return False
        self.taken.add((i, j))
        return True


@dataclass(slots=True)
class StreetLife:
    """Furnishes the streets of one draft."""

    draft: Draft
    shelf: Shelf
    roads: Roads
    dry_land: BaseGeometry
    rng: np.random.Generator
    posts: Places = field(default_factory=lambda: Places(1.6))
    vehicles: Places = field(default_factory=lambda: Places(6.5))

    def line_with_posts(self, piece: RoadPiece, tree_every_m: float) -> None:
        """Lamps on both pavements in turn, trees between them."""
        strip = piece.strip
        for side in (-1, 1):
            lamps = np.arange(9.0 + (1 + side) * _LAMP_EVERY_M / 4, strip.length_m - 6.0, _LAMP_EVERY_M)
            trees = np.arange(7.0, strip.length_m - 6.0, tree_every_m)
            for category, stations in (("street lamp", lamps), ("street tree", trees)):
                for station in stations:
                    if category == "street tree" and self.rng.random() > 0.9 * self.shelf.tree_share:
                        continue
                    x, y, angle = strip.at(float(station), side * (strip.half_m + _KERB_TO_POST_M))
                    if self._is_free_pavement(x, y):
                        self._stand(category, x, y, angle - side * math.pi / 2)

    def add_signals(self, piece: RoadPiece) -> None:
        """A traffic light where each direction of a wide street enters a junction."""
        strip = piece.strip
        for meets, side, station in (
            (piece.junction_at[0], -1, 0.4),
            (piece.junction_at[1], 1, strip.length_m - 0.4),
        ):
            x, y, angle = strip.at(station, side * (strip.half_m + _KERB_TO_POST_M))
            if meets and self._is_free_pavement(x, y):
                self._stand("traffic light", x, y, angle + (math.pi if side > 0 else 0.0))

    def drive(self, piece: RoadPiece, per_100_m: float, inside: BaseGeometry) -> None:
        """Vehicles keep right: with the strip on its plus side, against it on the other."""
        strip, lanes = piece.strip, piece.street.lanes
        lane_m = piece.street.width_m / max(lanes, 1)
        for side in (-1, 1):
            station = float(self.rng.uniform(6.0, 25.0))
            while station < strip.length_m - 8.0:
                lane = int(self.rng.integers(max(1, lanes // 2)))
                x, y, angle = strip.at(station, side * lane_m * (lane + 0.5))
                chance = self.rng.random()
                if inside.contains(Point(x, y)) and self.vehicles.claim(x, y):
                    kind = "bus" if chance < 0.06 else "truck" if chance < 0.12 else "car"
                    heading = angle if side > 0 else angle + math.pi
                    self.draft.place(self.shelf.stock(kind, self.rng), x, y, ROAD_Z_M + 0.03, heading)
                station += float(self.rng.uniform(0.6, 1.4)) * 100.0 / max(per_100_m, 0.1) + 8.0

    def _is_free_pavement(self, x_m: float, y_m: float) -> bool:
        spot = Point(x_m, y_m)
        return bool(self.dry_land.contains(spot) and self.roads.carriageway.distance(spot) > 0.5)

    def _stand(self, category: str, x_m: float, y_m: float, heading_rad: float) -> None:
        if self.posts.claim(x_m, y_m):
            self.draft.place(self.shelf.stock(category, self.rng), x_m, y_m, ROOT_Z_M, heading_rad)


def furnish(
    draft: Draft,
    shelf: Shelf,
    roads: Roads,
    city: Polygon,
    water: BaseGeometry,
    *,
    tree_every_m: float,
    cars_per_100_m: float,
) -> None:
    """Everything that stands or drives along the streets."""
    dry_land = city.difference(water.buffer(2.0))
    inside = city.buffer(-4)
    for shape in (dry_land, inside, roads.carriageway):
        prepare(shape)
    life = StreetLife(draft, shelf, roads, dry_land, draft.stream("furniture"))
    for piece in roads.pieces:
        if not piece.is_bridge and piece.strip.length_m > 18:
            if piece.street.lanes >= 3:
                life.add_signals(piece)
            life.line_with_posts(piece, tree_every_m)
        life.drive(piece, cars_per_100_m, inside)
