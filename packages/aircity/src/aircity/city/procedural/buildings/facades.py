"""Walls and roofs: facades whose windows fit each wall, parapets, clutter, gables, hips and mansards."""

import math

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from aircity.city.procedural.buildings.lots import Rect
from aircity.city.procedural.shapes2d import polygons
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, MeshBuilder, Surface
from aircity.city.solids.palette import darker
from aircity.geometry.arithmetic import norm, times

Floats = NDArray[np.float64]


def ring_of(polygon: Polygon) -> Floats:
    """The outer corners (n, 2), counter-clockwise, not repeated."""
    return np.asarray(orient(polygon).exterior.coords)[:-1, :2]


def fitted_walls(
    builder: MeshBuilder, polygon: Polygon, bottom_m: float, top_m: float, surface: Surface, object_id: int
) -> None:
    """Walls whose bays and storeys come out whole on every side, so that no window is cut."""
    shape = orient(polygon)
    for loop in (shape.exterior, *shape.interiors):
        points = np.asarray(loop.coords)[:-1, :2]
        after = np.roll(points, -1, axis=0)
        length = norm(after - points, axis=1)
        bays = np.where(
            length < 0.6 * surface.scale[0], 0.0, np.maximum(1.0, np.round(length / surface.scale[0]))
        )
        span = np.where(bays > 0, bays * surface.scale[0], 0.1 * surface.scale[0])
        storeys = max(1.0, round((top_m - bottom_m) / surface.scale[1]))
        builder.panels(
            points,
            after,
            (bottom_m, top_m),
            surface,
            object_id,
            u=(np.zeros(len(points)), span),
            v=storeys * surface.scale[1],
        )


def flat_roof(
    builder: MeshBuilder,
    polygon: Polygon,
    z_m: float,
    *,
    roof: Colour,
    rim: Surface,
    object_id: int,
    parapet_m: float = 0.9,
) -> float:
    """A roof behind a parapet; returns the parapet's top."""
    thick_m = 0.35
    inner = polygon.buffer(-thick_m, join_style="mitre")
    surface = Surface(Material.ROOF_FLAT, roof)
    floors = list(polygons(inner, 1.0))
    if not floors:
        builder.flat(polygon, z_m, surface, object_id)
        return z_m
    for floor in floors:
        builder.flat(floor, z_m, surface, object_id)
    for part in polygons(polygon.difference(inner), 0.01):
        builder.prism(part, z_m - 0.05, z_m + parapet_m, rim, object_id)
    return z_m + parapet_m


def roof_clutter(
    builder: MeshBuilder, rng: np.random.Generator, polygon: Polygon, z_m: float, object_id: int, amount: int
) -> float:
    """Stair heads, air conditioning and vents on a flat roof; returns the highest top."""
    top = z_m
    room = polygon.buffer(-2.2, join_style="mitre")
    placed: list[Polygon] = []
    if room.is_empty:
        return top
    x0, y0, x1, y1 = room.bounds
    angle = _long_angle(polygon)
    metal = Surface(Material.METAL, (0.70, 0.71, 0.72))
    wall = Surface(Material.PLAIN, (0.66, 0.65, 0.62))
    for _ in range(amount * 3):
        if len(placed) >= amount:
            break
        is_stair = not placed
        w, d, h = (
            (4.2, 3.0, 2.8)
            if is_stair
            else (rng.uniform(1.2, 3.2), rng.uniform(1.0, 2.0), rng.uniform(0.9, 1.8))
        )
        rect = Rect(rng.uniform(x0, x1), rng.uniform(y0, y1), w, d, angle).polygon
        if room.contains(rect) and all(rect.distance(other) > 0.6 for other in placed):
            builder.prism(rect, z_m, z_m + h, wall if is_stair else metal, object_id)
            placed.append(rect)
            top = max(top, z_m + h)
    return top


def _long_angle(polygon: Polygon) -> float:
    ring = ring_of(polygon)
    sides = np.roll(ring, -1, axis=0) - ring
    longest = sides[int(np.argmax(norm(sides, axis=1)))]
    return math.atan2(longest[1], longest[0])


def tiles(colour: Colour) -> Surface:
    """Roof tiles of a colour."""
    return Surface(Material.ROOF_TILE, colour, darker(colour, 0.72), (0.45, 0.38))


def _slope(builder: MeshBuilder, corners: list[Floats], surface: Surface, object_id: int) -> None:
    """A roof plane: first two corners are the eaves; u runs along them, v up the slope."""
    a, b = corners[0], corners[1]
    along = (b - a) / max(float(norm(b - a)), 1e-9)
    normal = np.cross(b - a, corners[2] - a)
    up = np.cross(normal / max(float(norm(normal)), 1e-9), along)
    uv = [(float(times(p - a, along)), float(times(p - a, up))) for p in corners]
    if len(corners) == 3:
        builder.triangles([corners], surface, object_id, uv=[uv])
    else:
        builder.quads([corners], surface, object_id, uv=[uv])


def gable_roof(
    builder: MeshBuilder,
    rect: Rect,
    z_m: float,
    rise_m: float,
    *,
    roof: Colour,
    gable: Surface,
    object_id: int,
    eaves_m: float = 0.45,
    ridge_along_width: bool = True,
    sheet: Surface | None = None,
) -> float:
    """A saddle roof with closed gables; the ridge runs along the front unless told otherwise."""
    d, w = rect.depth_m / 2, rect.width_m / 2
    run = d if ridge_along_width else w
    drop = rise_m * eaves_m / run
    surface = sheet or tiles(roof)

    def at(ahead: float, right: float, z: float) -> Floats:
        across, along = (ahead, right) if ridge_along_width else (right, ahead)
        x, y = rect.point(across, along)
        return np.array([x, y, z])

    half_run, half_long = run, (w if ridge_along_width else d)
    low = z_m - drop
    o, g = half_run + eaves_m, half_long + eaves_m * 0.6
    turn = 1.0 if ridge_along_width else -1.0
    for side in (1.0, -1.0):
        end = turn * side * g
        eaves = [at(side * o, -end, low), at(side * o, end, low)]
        _slope(builder, [*eaves, at(0, end, z_m + rise_m), at(0, -end, z_m + rise_m)], surface, object_id)
    for end in (1.0, -1.0):
        p, q = at(half_run, end * half_long, z_m), at(-half_run, end * half_long, z_m)
        r = at(0, end * half_long, z_m + rise_m)
        order = [q, p, r] if (end > 0) != ridge_along_width else [p, q, r]
        length = 2 * half_run
        uv = [(0.0, 0.0), (0.08 * length, 0.0), (0.04 * length, 0.08 * rise_m)]
        builder.triangles([order], gable, object_id, uv=[uv])
    return z_m + rise_m


def hip_roof(
    builder: MeshBuilder,
    rect: Rect,
    z_m: float,
    rise_m: float,
    *,
    roof: Colour,
    object_id: int,
    eaves_m: float = 0.5,
) -> float:
    """A roof that slopes on all four sides."""
    surface = tiles(roof)
    d, w = rect.depth_m / 2 + eaves_m, rect.width_m / 2 + eaves_m
    ridge = max(abs(w - d), 0.0)
    z0, z1 = z_m - 0.1, z_m + rise_m
    corners = [np.array([*rect.point(a, r), z0]) for a, r in ((-d, -w), (d, -w), (d, w), (-d, w))]
    ends = ((0.0, -ridge), (0.0, ridge)) if w >= d else ((-ridge, 0.0), (ridge, 0.0))
    first, last = (np.array([*rect.point(a, r), z1]) for a, r in ends)
    c = corners
    if w >= d:
        planes = [
            [c[0], c[1], first],
            [c[1], c[2], last, first],
            [c[2], c[3], last],
            [c[3], c[0], first, last],
        ]
    else:
        planes = [
            [c[0], c[1], last, first],
            [c[1], c[2], last],
            [c[2], c[3], first, last],
            [c[3], c[0], first],
        ]
    for plane in planes:
        _slope(builder, plane, surface, object_id)
    builder.quads([c[::-1]], Surface(Material.PLAIN, (0.62, 0.58, 0.52)), object_id)
    return z1


def mansard_roof(
    builder: MeshBuilder,
    polygon: Polygon,
    z_m: float,
    *,
    roof: Colour,
    object_id: int,
    inset_m: float,
    rise_m: float,
) -> float:
    """Steep tiles around a flat top, on any outline that survives the inset."""
    inner = polygon.buffer(-inset_m, join_style="mitre")
    low = ring_of(polygon)
    if inner.geom_type != "Polygon" or len(inner.exterior.coords) != len(low) + 1:
        builder.flat(polygon, z_m, Surface(Material.ROOF_FLAT, darker(roof)), object_id)
        return z_m
    high = ring_of(inner)
    start = int(np.argmin(norm(high - low[0], axis=1)))
    high = np.roll(high, -start, axis=0)
    for k in range(len(low)):
        j = (k + 1) % len(low)
        plane = [(low[k], z_m), (low[j], z_m), (high[j], z_m + rise_m), (high[k], z_m + rise_m)]
        _slope(builder, [np.array([*p, z]) for p, z in plane], tiles(roof), object_id)
    builder.flat(Polygon(high), z_m + rise_m, Surface(Material.ROOF_FLAT, darker(roof, 0.85)), object_id)
    return z_m + rise_m
