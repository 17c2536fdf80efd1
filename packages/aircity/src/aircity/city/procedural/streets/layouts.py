"""Street patterns: grids, rings and curves, bent around water and big greens."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely import segmentize, transform
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from aircity.city.procedural.land.waters import Water
from aircity.city.procedural.names import Names
from aircity.city.procedural.streets.network import Street
from aircity.geometry.arithmetic import sin

Floats = NDArray[np.float64]
Warp = Callable[[Floats, Floats], tuple[Floats, Floats]]

COUNTRY_M = 1500.0
_BESIDE_M = 26.0


@dataclass(slots=True)
class Plan:
    """The map before anything is built."""

    city: Polygon
    streets: list[Street]
    waters: list[Water] = field(default_factory=list)
    roundabouts: list[tuple[float, float, float]] = field(default_factory=list)
    greens: list[Polygon] = field(default_factory=list)
    """Areas that must become parks."""
    beach: Polygon | None = None
    pier: Polygon | None = None

    @property
    def water(self) -> BaseGeometry:
        """All that is not flat land, as one shape: water and the beach beside it."""
        shapes = [water.shape for water in self.waters] + ([self.beach] if self.beach else [])
        return unary_union(shapes) if shapes else Polygon()


@dataclass(frozen=True, slots=True)
class Widths:
    """Carriageway widths and lanes of a pattern's avenues and streets."""

    avenue_m: float = 15.0
    avenue_lanes: int = 4
    street_m: float = 8.5
    street_lanes: int = 2


def rotation(angle_rad: float) -> Warp:
    """Turn the whole plan."""
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    return lambda x, y: (x * c - y * s, x * s + y * c)


def waves(rng: np.random.Generator, amplitude_m: float, wavelength_m: float) -> Warp:
    """Bend streets like a river plain does; calm at the edges of the city."""
    phase = rng.uniform(0, 2 * math.pi, 4)
    k = 2 * math.pi / wavelength_m

    def warp(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        dx = sin(k * y + phase[0]) + 0.5 * sin(1.7 * k * x + phase[1])
        dy = sin(k * x + phase[2]) + 0.5 * sin(1.6 * k * y + phase[3])
        return x + amplitude_m * dx, y + amplitude_m * dy

    return warp


def warped(geometry: BaseGeometry, warp: Warp, step_m: float = 14.0) -> BaseGeometry:
    """A geometry bent by a warp."""
    return transform(segmentize(geometry, step_m), lambda points: np.column_stack(warp(*points.T)))


def _marks(rng: np.random.Generator, size_m: float, spacing_m: tuple[float, float]) -> Floats:
    count = max(2, round(size_m / ((spacing_m[0] + spacing_m[1]) / 2)))
    gaps = rng.uniform(*spacing_m, count)
    marks = np.concatenate([[0.0], np.cumsum(gaps)])
    spread: Floats = marks / marks[-1] * size_m - size_m / 2
    return spread


def grid(
    rng: np.random.Generator,
    names: Names,
    size_m: float,
    *,
    spacing_m: tuple[float, float] = (75.0, 110.0),
    gaps: float = 0.12,
    avenues: int = 2,
    widths: Widths | None = None,
    warp: Warp | None = None,
    margin_m: float = 34.0,
    bends: float = 14.0,
) -> Plan:
    """A grid of streets; `gaps` is the share of segments left out, which makes larger blocks."""
    widths = widths or Widths()
    inner = size_m - 2 * margin_m
    marks = (_marks(rng, inner, spacing_m), _marks(rng, inner, spacing_m))
    streets: list[Street] = []
    for axis in (0, 1):
        own, cross = marks[axis], marks[1 - axis]
        wide = (
            set(
                rng.choice(
                    np.arange(1, len(own) - 1), size=min(avenues, len(own) - 2), replace=False
                ).tolist()
            )
            if len(own) > 2
            else set()
        )
        for k, at in enumerate(own):
            is_edge = k in (0, len(own) - 1)
            for first, last in _runs(rng, len(cross), 0.0 if is_edge or k in wide else gaps):
                ends = [cross[first], cross[last]]
                if k in wide:
                    ends = [-COUNTRY_M, COUNTRY_M]
                line = LineString([(at, e) for e in ends] if axis == 0 else [(e, at) for e in ends])
                streets.append(_street(names, line, widths, k in wide))
    outline = box(-size_m / 2, -size_m / 2, size_m / 2, size_m / 2)
    if warp is not None:
        streets = [
            Street(s.name, warped(s.line, warp, bends), s.width_m, s.lanes, s.pavement_m) for s in streets
        ]
        outline = warped(outline, warp, 40.0)
    return Plan(outline.buffer(-15).buffer(15, quad_segs=4).simplify(0.5), streets)


def _runs(rng: np.random.Generator, count: int, gaps: float) -> list[tuple[int, int]]:
    """Stretches between cross streets, with some segments dropped, never at the rim."""
    keep = [True] * (count - 1)
    for k in range(1, count - 2):
        keep[k] = bool(rng.random() >= gaps)
    runs, start = [], 0
    for k in range(count - 1):
        if not keep[k]:
            if k > start:
                runs.append((start, k))
            start = k + 1
    runs.append((start, count - 1))
    return [run for run in runs if run[1] > run[0]]


def _street(names: Names, line: LineString, widths: Widths, wide: bool) -> Street:
    if wide:
        return Street(names.street(wide=True), line, widths.avenue_m, widths.avenue_lanes)
    return Street(names.street(), line, widths.street_m, widths.street_lanes)


def rings(
    rng: np.random.Generator,
    names: Names,
    size_m: float,
    *,
    radii_m: Sequence[float],
    spokes: int,
    widths: Widths,
    wobble_m: float,
) -> Plan:
    """Streets around a centre: wobbly rings joined by spokes that multiply outwards."""
    radii = [r for r in radii_m if r < size_m / 2 - 25] or [size_m / 4]
    phases = rng.uniform(0, 2 * math.pi, (len(radii), 3))

    def ring_point(k: int, angle: float) -> tuple[float, float]:
        shake = sum(math.sin((n + 2) * angle + phases[k, n]) / (n + 1.5) for n in range(3))
        radius = radii[k] + wobble_m * shake * min(1.0, radii[k] / 120)
        return radius * math.cos(angle), radius * math.sin(angle)

    streets = []
    for k in range(len(radii)):
        angles = np.linspace(0, 2 * math.pi, max(24, int(radii[k] / 4)) + 1)
        points = [ring_point(k, float(a)) for a in angles]
        points[-1] = points[0]
        streets.append(
            Street(names.of("Ring" if k else "Row"), LineString(points), widths.street_m, widths.street_lanes)
        )
    count, offset = spokes, float(rng.uniform(0, 2 * math.pi))
    for k in range(len(radii)):
        outer = k == len(radii) - 1
        if outer:
            break
        if 2 * math.pi * radii[k] / count > 95:
            count *= 2
        for n in range(count):
            angle = offset + 2 * math.pi * n / count + float(rng.uniform(-0.06, 0.06))
            bend = float(rng.uniform(-0.08, 0.08))
            start, end = ring_point(k, angle), ring_point(k + 1, angle + bend)
            middle = (
                (start[0] + end[0]) / 2 + float(rng.uniform(-4, 4)),
                (start[1] + end[1]) / 2 + float(rng.uniform(-4, 4)),
            )
            streets.append(
                Street(names.street(), LineString([start, middle, end]), widths.street_m, widths.street_lanes)
            )
    for n in range(3):
        angle = offset + 2 * math.pi * n / 3 + 0.35
        start = ring_point(len(radii) - 1, angle)
        far = (COUNTRY_M * math.cos(angle), COUNTRY_M * math.sin(angle))
        streets.append(
            Street(names.street(wide=True), LineString([start, far]), widths.avenue_m, widths.avenue_lanes)
        )
    edge = Polygon(
        [ring_point(len(radii) - 1, float(a)) for a in np.linspace(0, 2 * math.pi, 60, endpoint=False)]
    )
    return Plan(edge.buffer(34, quad_segs=3).simplify(0.5), streets)


def choose_crossings(
    rng: np.random.Generator,
    streets: Sequence[Street],
    water: BaseGeometry,
    city: Polygon,
    *,
    want: int,
    apart_m: float,
    width_m: float,
) -> frozenset[str]:
    """Names of streets that cross a water squarely, inside the city and well apart: these get bridges."""
    candidates: list[tuple[int, str, list[Point]]] = []
    for street in streets:
        over = street.line.intersection(water).intersection(city)
        parts = [
            part for part in getattr(over, "geoms", [over]) if part.geom_type == "LineString" and part.length
        ]
        if parts and all(part.length < 1.3 * width_m + 4 for part in parts):
            spots = [part.interpolate(0.5, normalized=True) for part in parts]
            candidates.append((street.lanes, street.name, spots))
    order = [candidates[int(k)] for k in rng.permutation(len(candidates))]
    order.sort(key=lambda item: -item[0])
    names: list[str] = []
    taken: list[Point] = []
    for _, name, spots in order:
        if len(names) < want and all(spot.distance(other) > apart_m for spot in spots for other in taken):
            names.append(name)
            taken += spots
    return frozenset(names)


def give_way(
    plan: Plan,
    names: Names,
    shape: Polygon,
    *,
    margin_m: float,
    crossings: frozenset[str] = frozenset(),
    quay: str | None = "Quay",
    width_m: float = 8.0,
) -> None:
    """Stop streets at a shape, let some cross it, and run a street around it."""
    around = shape.buffer(margin_m, quad_segs=4).simplify(0.6)
    near = around.buffer(_BESIDE_M)
    square_m = 2 * (_BESIDE_M + margin_m) + 2 * shape.area / shape.length
    kept: list[Street] = []
    for street in plan.streets:
        if not street.line.intersects(near):
            kept.append(street)
            continue
        line = street.line if street.name in crossings else street.line.difference(around)
        parts = [
            part
            for piece in getattr(line, "geoms", [line])
            for part in _not_alongside(piece, near, around, 1.4 * square_m)
        ]
        for k, part in enumerate(part for part in parts if part.length > 35):
            name = street.name if k == 0 else names.street()
            kept.append(Street(name, part, street.width_m, street.lanes, street.pavement_m))
    if quay is not None:
        edge = around.exterior.intersection(plan.city.buffer(-8))
        merged = linemerge(edge) if edge.geom_type == "MultiLineString" else edge
        for part in getattr(merged, "geoms", [merged]):
            if part.geom_type in ("LineString", "LinearRing") and part.length > 60:
                kept.append(Street(names.of(quay), LineString(part.coords), width_m, 2))
    plan.streets[:] = kept


def _not_alongside(line: LineString, near: Polygon, around: Polygon, longest_m: float) -> list[LineString]:
    """A line without the stretches that run beside the shape, where its quay street runs already."""
    if line.is_empty:
        return []
    beside = line.intersection(near)
    stretches = [part for part in getattr(beside, "geoms", [beside]) if part.geom_type == "LineString"]
    parallel = [p for p in stretches if p.length > (longest_m if p.intersects(around) else 75.0)]
    if not parallel:
        return [line]
    rest = line.difference(unary_union(parallel).buffer(0.01))
    return [_reach(part, around) for part in getattr(rest, "geoms", [rest]) if part.length > 1]


def _reach(line: LineString, around: Polygon) -> LineString:
    """The line with its near end led on to the edge of the shape."""
    points = list(line.coords)
    for end in (0, -1):
        tip = Point(points[end])
        if 0.5 < around.distance(tip) < _BESIDE_M + 1:
            on_edge = around.exterior.interpolate(around.exterior.project(tip))
            points.insert(0 if end == 0 else len(points), (on_edge.x, on_edge.y))
    return LineString(points)
