"""Carriageways: lane-marked strips, bare junctions, roundabouts and zebra crossings."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.network import Network, Node, Street
from aircity.city.procedural.streets.strips import Strip, strip_along
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import ASPHALT, LAWN
from aircity.geometry.arithmetic import norm

ROAD_Z_M = 0.0
KERB_M = 0.15
LAYER_M = 0.04
"""How far apart flat layers lie, so that every ray meets one of them first."""


@dataclass(frozen=True, slots=True, eq=False)
class RoadPiece:
    """One strip of one street, on land or on a bridge."""

    strip: Strip
    street: Street
    is_bridge: bool
    junction_at: tuple[bool, bool]


@dataclass(frozen=True, slots=True, eq=False)
class Roads:
    """All that is driven on."""

    pieces: tuple[RoadPiece, ...]
    junctions: tuple[Polygon, ...]
    carriageway: MultiPolygon | Polygon
    islands: tuple[Polygon, ...]


def lay_roads(draft: Draft, network: Network, city: Polygon, water: Polygon | MultiPolygon) -> Roads:
    """Draw every street; bridges get their strip from the bridge builder."""
    pieces: list[RoadPiece] = []
    for edge in network.edges:
        street = network.streets[edge.street]
        line = edge.carriageway()
        if line is None:
            continue
        meets = tuple(len(network.nodes[n].arms) >= 3 for n in edge.nodes)
        pieces += _pieces(line, street, water.buffer(2.0 + 0.7 * street.half_m), (meets[0], meets[1]))
    ids = {street.name: draft.new_id() for street in network.streets}
    drawn, seen = _draw_strips(draft, pieces, ids, city)
    junctions, islands = _draw_junctions(draft, network, drawn)
    _record_streets(draft, [street for street in network.streets if ids[street.name] in seen], ids)
    whole = unary_union([piece.strip.band for piece in pieces] + list(junctions) + list(islands))
    return Roads(tuple(pieces), tuple(junctions), whole, tuple(islands))


def _draw_strips(
    draft: Draft, pieces: list[RoadPiece], ids: dict[str, int], city: Polygon
) -> tuple[list[Polygon], set[int]]:
    """Draw the strips on land; where two meet at a sharp angle the later one is cut and left bare."""
    drawn: list[Polygon] = []
    seen: set[int] = set()
    for piece in pieces:
        outline = piece.strip.band
        clash = [other for other in drawn if other.intersects(outline)]
        overlap = unary_union(clash).intersection(outline).area if clash else 0.0
        object_id = ids[piece.street.name]
        if piece.is_bridge:
            drawn += polygons(outline)
        elif overlap < 0.05 and piece.strip.is_simple:
            piece.strip.draw(draft.builder, road_surface(piece.street), object_id, z_m=ROAD_Z_M)
            _draw_zebras(draft, piece, city)
            drawn += polygons(outline)
            seen.add(object_id)
        else:
            for part in polygons(outline.difference(unary_union(clash)) if clash else outline, 0.2):
                draft.builder.flat(part, ROAD_Z_M, Surface(Material.ASPHALT, ASPHALT), object_id)
                drawn.append(part)
                seen.add(object_id)
    return drawn, seen


def road_surface(street: Street) -> Surface:
    """Asphalt with the street's lane marks."""
    return Surface(Material.ROAD, ASPHALT, (0.86, 0.85, 0.80), (street.width_m, float(street.lanes)))


def _pieces(line: LineString, street: Street, wet: BaseGeometry, meets: tuple[bool, bool]) -> list[RoadPiece]:
    """A street between two junctions, cut where it leaves the land."""
    strip = strip_along(line, street.half_m)
    centre = LineString(strip.centre)
    over = centre.intersection(wet)
    cuts = [0.0]
    for part in getattr(over, "geoms", [over]):
        if part.geom_type == "LineString" and part.length > 0.5:
            cuts += [float(centre.project(Point(part.coords[end]))) for end in (0, -1)]
    cuts = sorted([*cuts, strip.length_m])
    pieces = []
    for start, end in pairwise(cuts):
        if end - start < 0.5:
            continue
        is_bridge = bool(wet.contains(centre.interpolate((start + end) / 2)))
        at = (meets[0] and start == 0.0, meets[1] and end == strip.length_m)
        pieces.append(RoadPiece(strip.between(start, end), street, is_bridge, at))
    return pieces


def _record_streets(draft: Draft, streets: list[Street], ids: dict[str, int]) -> None:
    for street in streets:
        outline = street.line.simplify(0.5).buffer(street.half_m, cap_style="flat", join_style="mitre")
        outline = max(polygons(outline), key=lambda part: part.area)
        width = "wide" if street.width_m > 12 else "narrow" if street.width_m < 7 else "two-lane"
        draft.record(
            ids[street.name], "road", ("gray", "asphalt", width), outline, z_m=(0.0, 0.0), name=street.name
        )


def _draw_junctions(
    draft: Draft, network: Network, drawn: list[Polygon]
) -> tuple[list[Polygon], list[Polygon]]:
    asphalt = Surface(Material.ASPHALT, ASPHALT)
    outlines: list[Polygon] = []
    islands: list[Polygon] = []
    for node in network.nodes:
        outline = _junction_outline(network, node)
        if outline is None:
            continue
        object_id = draft.new_id()
        surface_area = outline
        if node.roundabout_m:
            island = Point(node.x_m, node.y_m).buffer(node.roundabout_m - 9.0, quad_segs=8)
            islands.append(island)
            surface_area = outline.difference(island)
            kerb = Surface(Material.CONCRETE, (0.68, 0.66, 0.62), (0.55, 0.54, 0.5), (2.0, 2.0))
            draft.builder.prism(
                island, -0.1, KERB_M + 0.1, kerb, object_id, top=Surface(Material.GRASS, LAWN)
            )
        clash = [other for other in drawn if other.intersects(surface_area)]
        surface_area = surface_area.difference(unary_union(clash)) if clash else surface_area
        for part in polygons(surface_area, 0.05):
            draft.builder.flat(part, ROAD_Z_M, asphalt, object_id)
        drawn += polygons(outline)
        outlines.append(outline)
        if len(node.arms) >= 3:
            category = "roundabout" if node.roundabout_m else "intersection"
            shape = ("gray", "asphalt", "round" if node.roundabout_m else f"{len(node.arms)}-way")
            draft.record(object_id, category, shape, outline, z_m=(0.0, KERB_M if node.roundabout_m else 0.0))
        else:
            draft.record(object_id, "road", ("gray", "asphalt"), outline, z_m=(0.0, 0.0))
    return outlines, islands


def _junction_outline(network: Network, node: Node) -> Polygon | None:
    if len(node.arms) == 1:
        if not node.is_turning_circle:
            return None
        circle = Point(node.x_m, node.y_m).buffer(8.5, quad_segs=6)
        ahead = network.edges[node.arms[0][0]].carriageway()
        stub = _stub(network, node.arms[0])
        strip = strip_along(ahead, _half_of(network, node)) if ahead is not None else None
        outline = circle.union(stub)
        rest = outline.difference(strip.polygon.buffer(0)) if strip is not None else outline
        return max(polygons(rest), key=lambda part: part.area, default=None)
    ring: list[tuple[float, float]] = []
    ends = [_arm_end(network, arm) for arm in node.arms]
    for k, (minus, plus, axis, _) in enumerate(ends):
        ring += [minus, plus]
        next_minus, _, next_axis, _ = ends[(k + 1) % len(ends)]
        ring += _fillet(plus, axis, next_minus, next_axis)
    outline = Polygon(ring)
    if not outline.is_valid or outline.area < 1.0:
        outline = (outline if outline.is_valid else Polygon(ring).buffer(0)).convex_hull
        if outline.geom_type != "Polygon":
            outline = MultiPoint(ring).convex_hull  # a ring that folds onto itself has no inside to mend
    if node.roundabout_m:
        outline = outline.union(Point(node.x_m, node.y_m).buffer(node.roundabout_m, quad_segs=10))
        outline = outline.buffer(2.0).buffer(-2.0, quad_segs=2)
    outline = outline if outline.geom_type == "Polygon" else outline.convex_hull
    return outline if outline.geom_type == "Polygon" else None


def _half_of(network: Network, node: Node) -> float:
    """Half the width of the only street that ends here."""
    return network.streets[network.edges[node.arms[0][0]].street].half_m


def _stub(network: Network, arm: tuple[int, int]) -> Polygon:
    minus, plus, axis, _ = _arm_end(network, arm)
    back = [(p[0] - axis[0] * 6.0, p[1] - axis[1] * 6.0) for p in (plus, minus)]
    return Polygon([minus, plus, *back])


Corner = tuple[float, float]


def _arm_end(network: Network, arm: tuple[int, int]) -> tuple[Corner, Corner, Corner, float]:
    """(clockwise kerb, counter-clockwise kerb, outward axis, half width) where an arm meets its junction."""
    edge = network.edges[arm[0]]
    half = network.streets[edge.street].half_m
    line = edge.carriageway()
    if line is None:
        middle = edge.line.interpolate(0.5, normalized=True)
        angle = network.direction(arm)
        axis = (math.cos(angle), math.sin(angle))
        point, normal = (middle.x, middle.y), np.array([-axis[1], axis[0]])
        plus = tuple(np.asarray(point) + normal * half)
        minus = tuple(np.asarray(point) - normal * half)
        return minus, plus, axis, half
    strip = strip_along(line, half)
    if arm[1] == 0:
        step = strip.centre[1] - strip.centre[0]
        plus, minus = strip.plus[0], strip.minus[0]
    else:
        step = strip.centre[-2] - strip.centre[-1]
        plus, minus = strip.minus[-1], strip.plus[-1]
    step = step / norm(step)
    return (
        (float(minus[0]), float(minus[1])),
        (float(plus[0]), float(plus[1])),
        (float(step[0]), float(step[1])),
        half,
    )


def _fillet(start: Corner, axis: Corner, end: Corner, next_axis: Corner) -> list[Corner]:
    """Points of a rounded kerb from one arm to the next, bent towards where their kerbs would meet."""
    cross = axis[0] * next_axis[1] - axis[1] * next_axis[0]
    if abs(cross) < 0.25:
        return []
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (dx * next_axis[1] - dy * next_axis[0]) / cross
    if not -60.0 < along < 0.0:
        return []
    corner = (start[0] + along * axis[0], start[1] + along * axis[1])
    points = []
    for t in (0.25, 0.5, 0.75):
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append((a * start[0] + b * corner[0] + c * end[0], a * start[1] + b * corner[1] + c * end[1]))
    return points


def _draw_zebras(draft: Draft, piece: RoadPiece, city: Polygon) -> None:
    strip, width = piece.strip, piece.street.width_m
    if strip.length_m < 20:
        return
    paint = Surface(Material.ZEBRA, ASPHALT, (0.90, 0.89, 0.86), (1.0, 1.0))
    for at_end, near in ((0, piece.junction_at[0]), (1, piece.junction_at[1])):
        if not near:
            continue
        first = 0.8 if at_end == 0 else strip.length_m - 4.0
        half = width / 2 - 0.3
        corners = [strip.at(first + d, side * half) for d, side in ((0, -1), (3.2, -1), (3.2, 1), (0, 1))]
        outline = Polygon([(x, y) for x, y, _ in corners])
        if not city.contains(outline):
            continue
        object_id = draft.new_id()
        points = np.array([[x, y, ROAD_Z_M + LAYER_M] for x, y, _ in corners])
        uv = np.array([[0.0, 0.0], [0.0, 3.2], [2 * half, 3.2], [2 * half, 0.0]])
        draft.builder.quads(points, paint, object_id, uv=uv)
        draft.record(object_id, "crosswalk", ("white", "striped"), outline, z_m=(LAYER_M, LAYER_M))
