"""The street network: named centre lines, cut where they meet, with room made for the junctions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import substring

Floats = NDArray[np.float64]

_MERGE_M = 14.0
_SNAP_M = 4.0


@dataclass(frozen=True, slots=True)
class Street:
    """A named street: its centre line and how wide it is."""

    name: str
    line: LineString
    width_m: float = 8.0
    lanes: int = 2
    pavement_m: float = 3.0

    @property
    def half_m(self) -> float:
        """Half the carriageway."""
        return self.width_m / 2


@dataclass(slots=True)
class Edge:
    """A piece of street between two nodes; `trim` is what the junctions at its ends take away."""

    street: int
    nodes: tuple[int, int]
    line: LineString
    trim: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def carriageway(self) -> LineString | None:
        """What is left between the junctions."""
        start, end = self.trim[0], self.line.length - self.trim[1]
        if end - start < 2.0:
            return None
        piece: LineString = substring(self.line, start, end)
        return piece


@dataclass(slots=True)
class Node:
    """Where streets meet or end; `arms` are (edge, which end), counter-clockwise by angle."""

    x_m: float
    y_m: float
    arms: list[tuple[int, int]] = field(default_factory=list)
    roundabout_m: float = 0.0
    is_turning_circle: bool = False


@dataclass(frozen=True, slots=True)
class Network:
    """Streets cut into edges that meet at nodes."""

    streets: tuple[Street, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def direction(self, arm: tuple[int, int], reach_m: float = 8.0) -> float:
        """The angle in which an edge leaves its node."""
        edge, end = self.edges[arm[0]], arm[1]
        length = edge.line.length
        near, far = (0.0, min(reach_m, length)) if end == 0 else (length, max(0.0, length - reach_m))
        a, b = edge.line.interpolate(near), edge.line.interpolate(far)
        return math.atan2(b.y - a.y, b.x - a.x)


def build_network(
    streets: Sequence[Street], city: Polygon, *, roundabouts: Sequence[tuple[float, float, float]] = ()
) -> Network:
    """Cut streets where they cross; `roundabouts` are (x, y, radius), taken by the nearest node.

    A street that ends inside the city ends in a turning circle.
    """
    inside = city.buffer(-20)
    cuts = _crossings(streets)
    nodes: list[Node] = []
    edges: list[Edge] = []
    for index, street in enumerate(streets):
        stations = _stations(street.line, cuts[index])
        numbers = [_node_at(nodes, street.line.interpolate(station)) for station in stations]
        for (a, b), (start, end) in zip(pairwise(numbers), pairwise(stations), strict=True):
            if a != b:
                line = _between(nodes[a], nodes[b], substring(street.line, start, end))
                if not any(_is_same_way(edge, a, b, line) for edge in edges):
                    edges.append(Edge(index, (a, b), line))
    for number, edge in enumerate(edges):
        nodes[edge.nodes[0]].arms.append((number, 0))
        nodes[edge.nodes[1]].arms.append((number, 1))
    network = Network(tuple(streets), tuple(nodes), tuple(edges))
    for x_m, y_m, radius_m in roundabouts:
        busy = [node for node in nodes if len(node.arms) >= 3]
        if busy:
            nearest = min(busy, key=lambda node: math.hypot(node.x_m - x_m, node.y_m - y_m))
            nearest.roundabout_m = radius_m
    for node in nodes:
        node.arms.sort(key=network.direction)
        if len(node.arms) > 1:
            _trim(network, node)
        elif node.arms and inside.contains(Point(node.x_m, node.y_m)):
            node.is_turning_circle = True
            only, end = node.arms[0]
            edges[only].trim[end] = min(7.0, 0.4 * edges[only].line.length)
    return network


def _crossings(streets: Sequence[Street]) -> list[list[float]]:
    cuts: list[list[float]] = [[] for _ in streets]
    for i, first in enumerate(streets):
        for j in range(i + 1, len(streets)):
            second = streets[j]
            if first.line.distance(second.line) > _SNAP_M:
                continue
            meeting = first.line.intersection(second.line)
            points = [p for p in getattr(meeting, "geoms", [meeting]) if p.geom_type == "Point"]
            if not points:
                ends = [(first, second), (second, first)]
                for one, other in ends:
                    for end in (one.line.coords[0], one.line.coords[-1]):
                        if other.line.distance(Point(end)) <= _SNAP_M:
                            points.append(other.line.interpolate(other.line.project(Point(end))))
            for point in points:
                cuts[i].append(float(first.line.project(point)))
                cuts[j].append(float(second.line.project(point)))
    return cuts


def _stations(line: LineString, cuts: list[float]) -> list[float]:
    """Where to cut a line: crossings and ends, never closer than the merge distance."""
    stations: list[float] = []
    for station in sorted(cuts):
        if not stations or station - stations[-1] > _MERGE_M:
            stations.append(station)
    if not stations or stations[0] > _MERGE_M:
        stations.insert(0, 0.0)
    if line.length - stations[-1] > _MERGE_M:
        stations.append(line.length)
    return stations


def _node_at(nodes: list[Node], point: Point) -> int:
    for index, node in enumerate(nodes):
        if math.hypot(node.x_m - point.x, node.y_m - point.y) < _MERGE_M:
            return index
    nodes.append(Node(point.x, point.y))
    return len(nodes) - 1


def _is_same_way(edge: Edge, a: int, b: int, line: LineString) -> bool:
    """Whether an edge already joins these nodes along nearly the same line."""
    if {a, b} != set(edge.nodes):
        return False
    middle = line.interpolate(0.5, normalized=True)
    return bool(edge.line.distance(middle) < 10.0)


def _between(first: Node, last: Node, line: LineString) -> LineString:
    """The line with its ends moved exactly onto the nodes."""
    points = list(line.coords)
    inner = [
        p
        for p in points[1:-1]
        if math.hypot(p[0] - first.x_m, p[1] - first.y_m) > 6
        and math.hypot(p[0] - last.x_m, p[1] - last.y_m) > 6
    ]
    return LineString([(first.x_m, first.y_m), *inner, (last.x_m, last.y_m)])


def _trim(network: Network, node: Node) -> None:
    """Make room for the junction: kerbs of neighbouring arms may not cross."""
    arms = node.arms
    fillet_m = 1.0 if len(arms) == 2 else 4.5
    for k, arm in enumerate(arms):
        edge = network.edges[arm[0]]
        need = fillet_m
        for other in (arms[k - 1], arms[(k + 1) % len(arms)]):
            if other != arm:
                need = max(need, fillet_m + _overlap(network, arm, other))
        if node.roundabout_m:
            need = max(need, node.roundabout_m + 3.0)
        edge.trim[arm[1]] = min(need, 0.42 * edge.line.length)


def _overlap(network: Network, arm: tuple[int, int], other: tuple[int, int]) -> float:
    """How far along `arm` its kerb meets the kerb of `other`: (w' + w cos θ) / sin θ."""
    half = network.streets[network.edges[arm[0]].street].half_m
    other_half = network.streets[network.edges[other[0]].street].half_m
    angle = abs(network.direction(arm) - network.direction(other)) % (2 * math.pi)
    angle = min(angle, 2 * math.pi - angle)
    if angle > math.radians(165):
        return 0.0
    angle = max(angle, math.radians(20))
    return max(0.0, (other_half + half * math.cos(angle)) / math.sin(angle))
