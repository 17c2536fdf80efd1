"""Bridges: a deck over water and what stands on it, by kind."""

import math
from itertools import pairwise

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.streets.roads import KERB_M, ROAD_Z_M, RoadPiece, road_surface
from aircity.city.procedural.streets.strips import Strip
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, MeshBuilder, Surface
from aircity.city.solids.palette import PAVING
from aircity.geometry.arithmetic import norm

Spot = tuple[float, float, float]
_PAINT: dict[str, tuple[str, Colour]] = {
    "red": ("red", (0.66, 0.20, 0.15)),
    "green": ("green", (0.26, 0.45, 0.36)),
    "blue": ("blue", (0.25, 0.40, 0.60)),
    "white": ("white", (0.86, 0.86, 0.84)),
    "gray": ("gray", (0.55, 0.56, 0.57)),
}


def draw_bridges(
    draft: Draft, pieces: tuple[RoadPiece, ...], kinds: tuple[str, ...], pavement_m: float
) -> BaseGeometry:
    """Every bridge, each of the next kind, and the ground they cover."""
    rng = draft.stream("bridges")
    start = int(rng.integers(len(kinds)))
    paints = sorted(_PAINT)
    rng.shuffle(paints)
    covered = []
    spans = [piece for piece in pieces if piece.is_bridge]
    for number, piece in enumerate(spans):
        kind = kinds[(start + number) % len(kinds)] if piece.strip.length_m > 14 else "flat"
        word, colour = _PAINT[paints[number % len(paints)]]
        if kind in ("flat", "stone"):
            word, colour = ("beige", (0.68, 0.62, 0.52)) if kind == "stone" else ("gray", (0.60, 0.60, 0.59))
        covered.append(_draw_bridge(draft, piece, kind, word, colour, pavement_m))
    return unary_union(covered)


def _draw_bridge(
    draft: Draft, piece: RoadPiece, kind: str, word: str, colour: Colour, pavement_m: float
) -> Polygon:
    strip, builder, object_id = piece.strip, draft.builder, draft.new_id()
    half = strip.half_m + pavement_m
    wide = _widened(strip, half)
    steel = Surface(Material.METAL, colour)
    body = Surface(Material.STONE, colour, (0.45, 0.42, 0.37), (1.2, 0.6)) if kind == "stone" else steel
    strip.draw(builder, road_surface(piece.street), object_id, z_m=ROAD_Z_M)
    paving = Surface(Material.PAVING, PAVING, (0.52, 0.50, 0.47), (1.2, 0.8))
    top_m = KERB_M + 1.0
    for side in (-1, 1):
        _band(builder, strip, (strip.half_m, half - 0.3), side, (-0.9, KERB_M), paving, object_id)
        height_m = top_m if kind != "stone" else top_m + 0.2
        _band(builder, strip, (half - 0.3, half), side, (-0.9, height_m), body, object_id)
    builder.flat(wide.polygon.buffer(0), -0.9, body, object_id, up=False)
    highest = top_m
    if kind == "arch":
        highest = _arch(builder, strip, half, steel, object_id)
    elif kind == "truss":
        highest = _truss(builder, strip, half, steel, object_id)
    elif kind == "suspension":
        highest = _suspension(builder, strip, half, steel, object_id)
    words = {
        "flat": "concrete",
        "arch": "steel arch",
        "truss": "steel truss",
        "suspension": "suspension",
        "stone": "stone",
    }
    outline = wide.polygon.buffer(0)
    draft.record(
        object_id,
        "bridge",
        (word, words[kind]),
        outline,
        z_m=(-0.9, highest),
        name=f"{piece.street.name} Bridge",
    )
    return outline


def _widened(strip: Strip, half_m: float) -> Strip:
    scale = half_m / strip.half_m
    plus, minus = (strip.centre + (side - strip.centre) * scale for side in (strip.plus, strip.minus))
    return Strip(strip.centre, plus, minus, strip.station_m, half_m)


def _band(
    builder: MeshBuilder,
    strip: Strip,
    across: tuple[float, float],
    side: int,
    z_m: tuple[float, float],
    surface: Surface,
    object_id: int,
) -> None:
    inner, outer = (strip.centre + (strip.plus - strip.centre) * (side * a / strip.half_m) for a in across)
    ring = np.concatenate([outer, inner[::-1]])
    polygon = Polygon(ring).buffer(0)
    if polygon.geom_type == "Polygon" and polygon.area > 0.01:
        builder.prism(polygon, z_m[0], z_m[1], surface, object_id)


def beam(builder: MeshBuilder, a: Spot, b: Spot, thick_m: float, surface: Surface, object_id: int) -> None:
    """A square bar from a to b."""
    start, end = np.asarray(a, float), np.asarray(b, float)
    axis = end - start
    length = float(norm(axis))
    if length < 1e-6:
        return
    axis /= length
    other = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    one = np.cross(axis, other)
    one /= norm(one)
    two = np.cross(axis, one)
    h = thick_m / 2
    offsets = [(one * p + two * q) * h for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    near, far = [start + o for o in offsets], [end + o for o in offsets]
    sides = [[near[k], near[(k + 1) % 4], far[(k + 1) % 4], far[k]] for k in range(4)]
    uv = np.array([[[0.0, 0.0], [thick_m, 0.0], [thick_m, length], [0.0, length]]] * 4)
    builder.quads(sides, surface, object_id, uv=uv)
    builder.quads([near[::-1], far], surface, object_id)


def _stations(strip: Strip, count: int, across_m: float) -> list[tuple[float, float]]:
    return [strip.at(s, across_m)[:2] for s in np.linspace(0.0, strip.length_m, count + 1)]


def _arch(builder: MeshBuilder, strip: Strip, half: float, steel: Surface, object_id: int) -> float:
    count = max(8, round(strip.length_m / 6))
    rise = min(0.24 * strip.length_m, 20.0)
    for side in (-1, 1):
        feet = _stations(strip, count, side * (half - 0.15))
        heights = [0.8 + rise * math.sin(math.pi * k / count) for k in range(count + 1)]
        top = [(x, y, z) for (x, y), z in zip(feet, heights, strict=True)]
        for a, b in pairwise(top):
            beam(builder, a, b, 0.9, steel, object_id)
        for x, y, z in top[1:-1]:
            beam(builder, (x, y, 0.8), (x, y, z), 0.2, steel, object_id)
    return 0.8 + rise + 0.45


def _truss(builder: MeshBuilder, strip: Strip, half: float, steel: Surface, object_id: int) -> float:
    count, height = max(4, round(strip.length_m / 7)), 7.0
    rows = []
    for side in (-1, 1):
        feet = _stations(strip, count, side * (half - 0.15))
        rows.append(feet)
        for k, ((ax, ay), (bx, by)) in enumerate(pairwise(feet)):
            beam(builder, (ax, ay, height), (bx, by, height), 0.45, steel, object_id)
            low, high = (1.0, height) if k % 2 == 0 else (height, 1.0)
            beam(builder, (ax, ay, low), (bx, by, high), 0.35, steel, object_id)
        for x, y in feet:
            beam(builder, (x, y, 0.5), (x, y, height), 0.35, steel, object_id)
    for (ax, ay), (bx, by) in zip(*rows, strict=True):
        beam(builder, (ax, ay, height), (bx, by, height), 0.35, steel, object_id)
    return height + 0.25


def _suspension(builder: MeshBuilder, strip: Strip, half: float, steel: Surface, object_id: int) -> float:
    tower_m = float(np.clip(0.3 * strip.length_m, 14.0, 34.0))
    cable = Surface(Material.METAL, (0.42, 0.43, 0.45))
    count = max(10, round(strip.length_m / 5))
    for side in (-1, 1):
        across = side * (half - 0.15)
        for share in (0.18, 0.82):
            x, y, _ = strip.at(share * strip.length_m, across)
            beam(builder, (x, y, -1.4), (x, y, tower_m), 1.2, steel, object_id)
        points = []
        for k in range(count + 1):
            t = k / count
            if t < 0.18:
                z = 1.0 + (tower_m - 1.0) * t / 0.18
            elif t > 0.82:
                z = 1.0 + (tower_m - 1.0) * (1 - t) / 0.18
            else:
                z = 2.5 + (tower_m - 2.5) * ((t - 0.5) / 0.32) ** 2
            points.append((*strip.at(t * strip.length_m, across)[:2], z))
        for a, b in pairwise(points):
            beam(builder, a, b, 0.28, cable, object_id)
        for x, y, z in points[1:-1]:
            beam(builder, (x, y, 1.0), (x, y, z), 0.12, cable, object_id)
    return tower_m
