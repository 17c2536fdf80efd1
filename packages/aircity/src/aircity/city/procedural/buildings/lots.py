"""Lots: how a block is divided, and the rectangle of a building that fits on a lot."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import affinity, prepare
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import split, unary_union

from aircity.city.procedural.shapes2d import polygons
from aircity.geometry.arithmetic import norm


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle whose front (its local +x side) looks towards `facing_rad`."""

    x_m: float
    y_m: float
    depth_m: float
    width_m: float
    facing_rad: float

    def point(self, ahead_m: float, right_m: float) -> tuple[float, float]:
        """The place `ahead_m` in front of the centre and `right_m` to its right."""
        c, s = math.cos(self.facing_rad), math.sin(self.facing_rad)
        return self.x_m + ahead_m * c - right_m * s, self.y_m + ahead_m * s + right_m * c

    def part(self, ahead: tuple[float, float], right: tuple[float, float]) -> Polygon:
        """A sub-rectangle, counter-clockwise, in metres from the centre."""
        corners = ((ahead[0], right[0]), (ahead[1], right[0]), (ahead[1], right[1]), (ahead[0], right[1]))
        return Polygon([self.point(a, r) for a, r in corners])

    @property
    def polygon(self) -> Polygon:
        """The outline, counter-clockwise."""
        half_d, half_w = self.depth_m / 2, self.width_m / 2
        return self.part((-half_d, half_d), (-half_w, half_w))

    def moved(self, ahead_m: float, right_m: float, depth_m: float, width_m: float) -> "Rect":
        """Another rectangle with the same front, its centre given from this one's."""
        x_m, y_m = self.point(ahead_m, right_m)
        return Rect(x_m, y_m, depth_m, width_m, self.facing_rad)


def axes_of(polygon: BaseGeometry) -> tuple[float, float, float]:
    """(angle of the longer side, length, width) of the tightest rectangle around a shape."""
    ring = np.asarray(polygon.minimum_rotated_rectangle.exterior.coords)
    first, second = ring[1] - ring[0], ring[2] - ring[1]
    a, b = float(norm(first)), float(norm(second))
    side = first if a >= b else second
    return math.atan2(side[1], side[0]), max(a, b), min(a, b)


def split_lots(polygon: BaseGeometry, rng: np.random.Generator, area_m2: float) -> Iterator[Polygon]:
    """Halve a shape across its long side until the parts are about the wanted size."""
    for part in polygons(polygon, 20.0):
        angle, length, width = axes_of(part)
        if part.area < area_m2 * rng.uniform(0.8, 1.5) or length < 12:
            yield part
            continue
        centre = part.minimum_rotated_rectangle.centroid
        shift = rng.uniform(-0.1, 0.1) * length
        cut_angle = angle + math.pi / 2
        x, y = centre.x + shift * math.cos(angle), centre.y + shift * math.sin(angle)
        reach = length + width
        knife = LineString(
            [
                (x - reach * math.cos(cut_angle), y - reach * math.sin(cut_angle)),
                (x + reach * math.cos(cut_angle), y + reach * math.sin(cut_angle)),
            ]
        )
        halves = list(split(part, knife).geoms)
        if len(halves) < 2:
            yield part
            continue
        for half in halves:
            yield from split_lots(half, rng, area_m2)


def facing_of(lot: Polygon, block: Polygon) -> float:
    """The direction in which a lot looks at its street: along one of its axes, towards the block's edge."""
    angle, _, _ = axes_of(lot)
    centre = lot.centroid
    edge = block.exterior.interpolate(block.exterior.project(centre))
    wanted = math.atan2(edge.y - centre.y, edge.x - centre.x)
    choices = [angle + k * math.pi / 2 for k in range(4)]
    return max(choices, key=lambda choice: math.cos(choice - wanted))


def fit_rect(lot: Polygon, facing_rad: float, inset_m: float = 0.0) -> Rect | None:
    """A large rectangle with this front that lies inside a lot, or None."""
    room = lot.buffer(-inset_m, join_style="mitre") if inset_m else lot
    pieces = list(polygons(room, 10.0))
    if not pieces:
        return None
    room = max(pieces, key=lambda piece: piece.area)
    centre = room.centroid if room.contains(room.centroid) else room.representative_point()
    turned = np.asarray(affinity.rotate(room, -facing_rad, origin=centre, use_radians=True).bounds)
    depth, width = float(turned[2] - turned[0]), float(turned[3] - turned[1])
    middle = (turned[0] + turned[2]) / 2 - centre.x, (turned[1] + turned[3]) / 2 - centre.y
    c, s = math.cos(facing_rad), math.sin(facing_rad)
    mid_x, mid_y = centre.x + middle[0] * c - middle[1] * s, centre.y + middle[0] * s + middle[1] * c
    room = room.buffer(0.01)
    prepare(room)
    for x_m, y_m in ((mid_x, mid_y), (centre.x, centre.y)):
        for scale in (1.0, 0.94, 0.88, 0.8, 0.72, 0.64, 0.56, 0.48):
            for squeeze in (1.0, 0.8):
                rect = Rect(x_m, y_m, depth * scale, width * scale * squeeze, facing_rad)
                if room.contains(rect.polygon):
                    return rect
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Frontage:
    """One house in a closed row: its outline and the direction of its street."""

    polygon: Polygon
    facing_rad: float


def perimeter_lots(
    block: Polygon,
    free: BaseGeometry,
    rng: np.random.Generator,
    *,
    depth_m: float,
    width_m: tuple[float, float],
) -> Iterator[Frontage]:
    """Houses wall to wall along a block's edges, the court left open."""
    taken: list[Polygon] = []
    for room in polygons(free, 150.0):
        ring = np.asarray(orient(room.simplify(1.5)).exterior.coords)
        sides = sorted(range(len(ring) - 1), key=lambda k: -float(norm(ring[k + 1] - ring[k])))
        for k in sides:
            yield from _row(ring[k], ring[k + 1], room, block, taken, rng, depth_m, width_m)


def _row(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    room: Polygon,
    block: Polygon,
    taken: list[Polygon],
    rng: np.random.Generator,
    depth_m: float,
    width_m: tuple[float, float],
) -> Iterator[Frontage]:
    length = float(norm(end - start))
    if length < width_m[0]:
        return
    along = (end - start) / length
    inward = np.array([-along[1], along[0]])
    if block.exterior.distance(Point(*(start + end) / 2)) > 8.0:
        return
    count = max(1, round(length / rng.uniform(*width_m)))
    cuts = np.linspace(0.0, length, count + 1)
    cuts[1:-1] += rng.uniform(-0.12, 0.12, count - 1) * length / count
    occupied = unary_union(taken) if taken else None
    for a, b in pairwise(cuts):
        corners = [start + along * a, start + along * b, start + along * b + inward * depth_m]
        piece = Polygon([*corners, start + along * a + inward * depth_m]).intersection(room)
        if occupied is not None:
            piece = piece.difference(occupied)
        parts = list(polygons(piece, 0.55 * depth_m * width_m[0]))
        if not parts:
            continue
        house = max(parts, key=lambda part: part.area).buffer(-0.04, join_style="mitre")
        hull = house.minimum_rotated_rectangle
        if house.geom_type != "Polygon" or (house.area < 0.7 * hull.area and len(house.exterior.coords) > 6):
            continue
        taken.append(house.buffer(0.03, join_style="mitre"))
        yield Frontage(orient(house.simplify(0.05)), math.atan2(-inward[1], -inward[0]))
