"""Lanes: rounds on the right-hand side of the streets, one around every block.

A vehicle that turns right at every junction goes round the block on its right. Every side of a street belongs
to one such round, and no two rounds cross, so that traffic needs neither signals nor a plan.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LinearRing
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.streets.network import Network, Node
from aircity.city.procedural.streets.roads import ROAD_Z_M, Roads
from aircity.city.procedural.streets.strips import strip_along
from aircity.city.scene import TrafficWay
from aircity.geometry.arithmetic import cos, norm, sin

Floats = NDArray[np.float64]
Arm = tuple[int, int]
"""(edge, the end it is left from): 0 goes along the edge's line, 1 against it."""

WHEELS_Z_M = ROAD_Z_M + 0.03
_NARROWEST_M = 2.6
_SHORTEST_M = 80.0
_EVERY_M = 3.0
_BODY_M = 0.9
"""Half a car, which must find road under it all the way round."""


def lane_ways(network: Network, roads: Roads) -> list[TrafficWay]:
    """The rounds that stay on the road; dead ends and streets out of town have none."""
    surface = unary_union([roads.carriageway.buffer(0.6)]).difference(unary_union(list(roads.islands)))
    arms = _through_arms(network)
    found = []
    for round_ in _rounds(network, arms):
        points = _round_points(network, round_)
        if len(points) >= 3 and _is_on(surface, points):
            path = tuple((round(float(x), 3), round(float(y), 3), WHEELS_Z_M) for x, y in points)
            found.append(TrafficWay("road", path, min(_lane_m(network, edge) for edge, _ in round_)))
    return found


def _is_on(surface: BaseGeometry, points: Floats) -> bool:
    ring = LinearRing(points)
    return bool(ring.length > _SHORTEST_M and ring.is_simple and surface.contains(ring.buffer(_BODY_M)))


def _lane_m(network: Network, edge: int) -> float:
    street = network.streets[network.edges[edge].street]
    return street.width_m / max(street.lanes, 2)


def _through_arms(network: Network) -> list[list[Arm]]:
    """Per node the arms that lead somewhere: dead ends are cut back until none is left."""
    edges = {number for number in range(len(network.edges)) if _is_drivable(network, number)}
    while True:
        arms = [[arm for arm in node.arms if arm[0] in edges] for node in network.nodes]
        dead = {of_node[0][0] for of_node in arms if len(of_node) == 1}
        if not dead:
            return arms
        edges -= dead


def _is_drivable(network: Network, edge: int) -> bool:
    is_wide = _lane_m(network, edge) >= _NARROWEST_M
    return is_wide and network.edges[edge].carriageway() is not None


def _rounds(network: Network, arms: list[list[Arm]]) -> Iterator[list[Arm]]:
    """Every arm, followed by the next to the right until it is met again."""
    waiting = {arm for of_node in arms for arm in of_node}
    for first in sorted(waiting):
        if first not in waiting:
            continue
        round_, arm = [], first
        while arm in waiting:
            waiting.discard(arm)
            round_.append(arm)
            edge, end = arm
            of_node = arms[network.edges[edge].nodes[1 - end]]
            arm = of_node[of_node.index((edge, 1 - end)) - 1]
        yield round_


def _round_points(network: Network, round_: list[Arm]) -> Floats:
    """The lane beside the kerb of each street in turn, joined by curves over the junctions."""
    lanes = [_lane(network, arm) for arm in round_]
    points = []
    for k, lane in enumerate(lanes):
        edge, end = round_[k]
        node = network.nodes[network.edges[edge].nodes[1 - end]]
        points += [lane, _turn(lane, lanes[(k + 1) % len(lanes)], node)]
    return np.concatenate(points)


def _lane(network: Network, arm: Arm) -> Floats:
    edge = network.edges[arm[0]]
    half = network.streets[edge.street].half_m
    line = edge.carriageway()
    assert line is not None
    strip = strip_along(line, half)
    across = half - _lane_m(network, arm[0]) / 2
    count = max(1, math.ceil(strip.length_m / _EVERY_M))
    stations = np.union1d(np.linspace(0.0, strip.length_m, count + 1), strip.station_m)
    side = 1.0 if arm[1] == 0 else -1.0  # plus is to the right of the line
    lane = np.array([strip.at(float(station), side * across)[:2] for station in stations])
    return lane if arm[1] == 0 else lane[::-1]


def _turn(lane: Floats, onward: Floats, node: Node) -> Floats:
    """Points between the end of a lane and the start of the next."""
    start, end = lane[-1], onward[0]
    if node.roundabout_m:
        return _ring_turn(start, end, node)
    reach = 0.42 * float(norm(end - start))
    leave, enter = _unit(lane[-1] - lane[-2]) * reach, _unit(onward[1] - onward[0]) * reach
    t = np.linspace(0.0, 1.0, max(3, math.ceil(2.4 * reach)))[1:-1, None]
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
    curve: Floats = a * start + b * (start + leave) + c * (end - enter) + d * end
    return curve


def _ring_turn(start: Floats, end: Floats, node: Node) -> Floats:
    """Round the island, which lies to the left: angles fall, since y runs to the right of x."""
    centre = np.array([node.x_m, node.y_m])
    (r0, a0), (r1, a1) = (_polar(point - centre) for point in (start, end))
    sweep = (a0 - a1) % (2 * math.pi)
    t = np.linspace(0.0, 1.0, max(5, math.ceil(sweep * node.roundabout_m / 2.0)))[1:-1]
    ease = np.minimum(1.0, 4.0 * np.minimum(t, 1.0 - t))
    radius = (r0 + (r1 - r0) * t) * (1 - ease) + (node.roundabout_m - 4.5) * ease
    angle = a0 - sweep * t
    ring: Floats = centre + np.column_stack([radius * cos(angle), radius * sin(angle)])
    return ring


def _polar(offset: Floats) -> tuple[float, float]:
    return float(np.hypot(*offset)), math.atan2(offset[1], offset[0])


def _unit(step: Floats) -> Floats:
    unit: Floats = step / max(float(norm(step)), 1e-9)
    return unit
