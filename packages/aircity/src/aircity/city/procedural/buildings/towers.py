"""High buildings: skyscrapers, offices, apartment towers and slabs, and industrial halls."""

import math
from itertools import pairwise

import numpy as np
from shapely.geometry import Point, Polygon

from aircity.city.procedural.buildings import facades
from aircity.city.procedural.buildings.houses import wall_surface
from aircity.city.procedural.buildings.lots import Rect
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.streets.roads import KERB_M
from aircity.city.procedural.taste import Taste
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import BITUMEN, FRAME, GRAVEL, Paint, choose, darker

_FOOT_M = -0.1


def _plan(rng: np.random.Generator, rect: Rect, shape: str) -> Polygon:
    """The outline of a tower inside its rectangle."""
    d, w = rect.depth_m / 2, rect.width_m / 2
    if shape == "round":
        return Point(rect.x_m, rect.y_m).buffer(min(d, w), quad_segs=7)
    if shape == "octagonal":
        cut = 0.3 * min(d, w)
        corners = (
            (-d, -w + cut),
            (-d + cut, -w),
            (d - cut, -w),
            (d, -w + cut),
            (d, w - cut),
            (d - cut, w),
            (-d + cut, w),
            (-d, w - cut),
        )
        return Polygon([rect.point(a, r) for a, r in corners])
    if shape == "L-shaped":
        return Polygon(
            [rect.point(a, r) for a, r in ((-d, -w), (d, -w), (d, 0.0), (0.0, 0.0), (0.0, w), (-d, w))]
        )
    if shape == "U-shaped":
        corners = (
            (-d, -w),
            (d, -w),
            (d, -w / 3),
            (-d / 4, -w / 3),
            (-d / 4, w / 3),
            (d, w / 3),
            (d, w),
            (-d, w),
        )
        return Polygon([rect.point(a, r) for a, r in corners])
    return rect.polygon


def _shrunk(polygon: Polygon, metres: float) -> Polygon | None:
    inner = polygon.buffer(-metres, join_style="mitre")
    return inner if inner.geom_type == "Polygon" and inner.area > 60 else None


def skyscraper(draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste) -> None:
    """A tall tower in one to four tiers, of glass or stone, with a crown."""
    builder, object_id = draft.builder, draft.new_id()
    side = min(rect.depth_m, rect.width_m)
    rect = Rect(rect.x_m, rect.y_m, min(rect.depth_m, 48.0), min(rect.width_m, 48.0), rect.facing_rad)
    shape = str(rng.choice(["square", "square", "octagonal", "round", "square"]))
    outline = _plan(rng, rect, shape)
    height = float(rng.uniform(*taste.tower_m)) * min(1.0, 0.45 + side / 60)
    if rng.random() < 0.68:
        paint, material = choose(rng, taste.glass), "glass"
        frame = darker(paint.colour, 1.5 if rng.random() < 0.5 else 0.55)
        wall = Surface(Material.CURTAIN, paint.colour, frame, (round(float(rng.uniform(1.5, 3.0)), 1), 3.8))
    else:
        paint, material, wall = wall_surface(rng, taste, storey_m=3.6)
        material = "stone" if material == "plaster" else material
    tiers = int(rng.choice([1, 1, 2, 3, 4])) if shape != "round" else int(rng.choice([1, 1, 2]))
    stops = np.sort(rng.uniform(0.35, 0.9, tiers - 1)) if tiers > 1 else np.zeros(0)
    levels = [_FOOT_M, *(round(float(s * height), 2) for s in stops), height]
    rim = Surface(Material.PLAIN, darker(paint.colour, 0.85))
    current, highest = outline, height
    for low, high in pairwise(levels):
        facades.fitted_walls(builder, current, low, high, wall, object_id)
        highest = facades.flat_roof(
            builder, current, high, roof=BITUMEN, rim=rim, object_id=object_id, parapet_m=1.4
        )
        if high < height:
            current = _shrunk(current, float(rng.uniform(1.8, 4.0))) or current
    highest = max(highest, _crown(draft, rng, current, levels[-1], object_id, rim))
    words = (paint.word, material, shape, "tall" if highest > 85 else "high-rise")
    category = "skyscraper" if highest > 60 else "office building"
    draft.record(object_id, category, words, outline, z_m=(0.0, highest))


def _crown(
    draft: Draft, rng: np.random.Generator, roof: Polygon, z_m: float, object_id: int, rim: Surface
) -> float:
    builder, kind = draft.builder, rng.random()
    inner = _shrunk(roof, 0.22 * math.sqrt(roof.area))
    if inner is None:
        return facades.roof_clutter(builder, rng, roof, z_m, object_id, 4)
    plant = Surface(Material.METAL_SHEET, (0.58, 0.59, 0.60), (0.45, 0.46, 0.47), (0.8, 3.0))
    top = z_m + float(rng.uniform(3.5, 7.0))
    builder.prism(inner, z_m, top, plant, object_id)
    if kind < 0.35:
        mast = inner.centroid.buffer(0.5, quad_segs=2)
        builder.prism(
            mast,
            top,
            top + float(rng.uniform(12, 26)),
            Surface(Material.METAL, (0.75, 0.76, 0.78)),
            object_id,
        )
        return top + 26.0
    if kind < 0.5:
        tip = np.array([*inner.centroid.coords[0], top + 0.5 * math.sqrt(inner.area)])
        ring = facades.ring_of(inner)
        cap = Surface(Material.METAL, darker(rim.colour, 1.1))
        low = np.column_stack([ring, np.full(len(ring), top + 0.02)])
        faces = np.stack([low, np.roll(low, -1, axis=0), np.broadcast_to(tip, low.shape)], axis=1)
        builder.triangles(faces, cap, object_id)
        return float(tip[2])
    return top


def office(
    draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste, *, storeys: tuple[int, int] = (4, 12)
) -> None:
    """An office block with ribbons of glass or a grid of windows."""
    builder, object_id = draft.builder, draft.new_id()
    shape = (
        str(rng.choice(["rectangular", "rectangular", "L-shaped", "U-shaped"]))
        if rect.depth_m > 22 and rect.width_m > 22
        else "rectangular"
    )
    outline = _plan(rng, rect, shape)
    floors = int(rng.integers(storeys[0], storeys[1] + 1))
    top = KERB_M + 4.6 + 3.6 * floors
    if rng.random() < 0.45:
        paint, material = choose(rng, taste.glass), "glass"
        wall = Surface(Material.CURTAIN, paint.colour, FRAME, (round(float(rng.uniform(1.6, 4.0)), 1), 3.6))
    else:
        paint, material, wall = wall_surface(rng, taste, storey_m=3.6)
        material = "concrete" if material == "plaster" else material
    lobby = Surface(Material.CURTAIN, (0.25, 0.29, 0.32), darker(paint.colour, 0.7), (3.2, 4.6))
    facades.fitted_walls(builder, outline, _FOOT_M, KERB_M + 4.6, lobby, object_id)
    facades.fitted_walls(builder, outline, KERB_M + 4.6, top, wall, object_id)
    rim = Surface(Material.PLAIN, darker(paint.colour, 0.9))
    highest = facades.flat_roof(builder, outline, top, roof=GRAVEL, rim=rim, object_id=object_id)
    highest = max(
        highest, facades.roof_clutter(builder, rng, outline, top, object_id, 4 + int(outline.area / 150))
    )
    words = (paint.word, material, shape, "low" if floors < 4 else "mid-rise" if floors < 9 else "tall")
    draft.record(object_id, "office building", words, outline, z_m=(0.0, highest))


def flats(
    draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste, *, storeys: int, shape: str
) -> None:
    """An apartment slab or tower with balconies on its front and back."""
    builder, object_id = draft.builder, draft.new_id()
    paint, material, wall = wall_surface(rng, taste, storey_m=2.9)
    material = "concrete" if material == "plaster" else material
    outline = rect.polygon
    foot = KERB_M + 3.2
    top = foot + 2.9 * storeys
    base = Surface(Material.CONCRETE, darker(paint.colour, 0.72), darker(paint.colour, 0.6), (2.4, 3.2))
    facades.fitted_walls(builder, outline, _FOOT_M, foot, base, object_id)
    facades.fitted_walls(builder, outline, foot, top, wall, object_id)
    rim = Surface(Material.PLAIN, darker(paint.colour, 0.85))
    highest = facades.flat_roof(builder, outline, top, roof=GRAVEL, rim=rim, object_id=object_id)
    highest = max(
        highest, facades.roof_clutter(builder, rng, outline, top, object_id, 3 + int(outline.area / 160))
    )
    accent = choose(
        rng,
        (Paint("", (0.86, 0.85, 0.82)), Paint("", (0.55, 0.63, 0.68)), Paint("", (0.74, 0.50, 0.36)), paint),
    )
    rail = Surface(Material.PLAIN, accent.colour)
    _balconies(draft, rng, rect, foot, storeys, rail, object_id)
    whole = rect.moved(0.0, 0.0, rect.depth_m + 2.6, rect.width_m).polygon
    words = (paint.word, material, shape, "tall" if storeys > 9 else "mid-rise")
    draft.record(object_id, "apartment building", words, whole, z_m=(0.0, highest))


def _balconies(
    draft: Draft,
    rng: np.random.Generator,
    rect: Rect,
    foot_m: float,
    storeys: int,
    rail: Surface,
    object_id: int,
) -> None:
    """Galleries along the whole front and back, or separate balconies on the front."""
    galleries = rng.random() < 0.45
    columns = 1 if galleries else max(1, round(rect.width_m / 9))
    width = rect.width_m * 0.92 if galleries else min(4.6, rect.width_m / columns * 0.66)
    for side in (-1, 1) if galleries else (1,):
        for column in range(columns):
            right = (column + 0.5) / columns * rect.width_m - rect.width_m / 2
            slab = rect.moved(side * (rect.depth_m / 2 + 0.65), right, 1.3, width)
            for storey in range(storeys):
                z = foot_m + 2.9 * storey
                draft.builder.prism(slab.polygon, z - 0.12, z + 1.05, rail, object_id, underside=True)


def hall(draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste) -> None:
    """An industrial hall with metal or brick walls and a saw-tooth, shallow or flat roof."""
    builder, object_id = draft.builder, draft.new_id()
    paint = choose(
        rng,
        (
            Paint("gray", (0.62, 0.63, 0.64)),
            Paint("blue", (0.38, 0.48, 0.58)),
            Paint("green", (0.44, 0.52, 0.44)),
            Paint("beige", (0.74, 0.70, 0.60)),
            Paint("red", (0.56, 0.31, 0.25)),
        ),
    )
    is_brick = paint.word == "red"
    kind = Material.BRICK if is_brick else Material.METAL_SHEET
    wall = Surface(
        kind,
        paint.colour,
        FRAME if is_brick else darker(paint.colour, 0.82),
        (4.0, 4.5) if is_brick else (0.6, 4.0),
    )
    top = KERB_M + float(rng.uniform(7, 13))
    facades.fitted_walls(builder, rect.polygon, _FOOT_M, top, wall, object_id)
    roof_kind = rng.random()
    if roof_kind < 0.4:
        highest = _sawtooth(draft, rect, top, paint, object_id)
        shape = "saw-tooth"
    elif roof_kind < 0.7:
        shape = "gabled"
        sheet = Surface(
            Material.METAL_SHEET, darker(paint.colour, 0.9), darker(paint.colour, 0.74), (0.6, 6.0)
        )
        along = rect.width_m > rect.depth_m
        highest = facades.gable_roof(
            builder,
            rect,
            top,
            0.12 * min(rect.depth_m, rect.width_m),
            roof=paint.colour,
            sheet=sheet,
            gable=Surface(Material.PLAIN, paint.colour),
            object_id=object_id,
            ridge_along_width=along,
        )
    else:
        shape = "flat-roofed"
        highest = facades.flat_roof(builder, rect.polygon, top, roof=BITUMEN, rim=wall, object_id=object_id)
        highest = max(highest, facades.roof_clutter(builder, rng, rect.polygon, top, object_id, 8))
    for k in range(max(1, int(rect.width_m / 14))):
        right = (k + 0.5) / max(1, int(rect.width_m / 14)) * rect.width_m - rect.width_m / 2
        gate = rect.moved(rect.depth_m / 2 + 0.06, right, 0.12, 4.2)
        builder.prism(
            gate.polygon, _FOOT_M, KERB_M + 4.4, Surface(Material.METAL, (0.80, 0.79, 0.75)), object_id
        )
    words = (
        paint.word,
        "brick" if is_brick else "metal",
        shape,
        "large" if rect.polygon.area > 1500 else "medium-sized",
    )
    draft.record(object_id, "warehouse", words, rect.polygon, z_m=(0.0, highest))


def _sawtooth(draft: Draft, rect: Rect, z_m: float, paint: Paint, object_id: int) -> float:
    count = max(2, round(rect.width_m / 9))
    pitch, rise, d = rect.width_m / count, 2.6, rect.depth_m / 2
    glass = Surface(Material.CURTAIN, (0.45, 0.52, 0.56), (0.75, 0.75, 0.73), (1.5, rise))
    sheet = Surface(Material.METAL_SHEET, darker(paint.colour, 0.85), darker(paint.colour, 0.7), (0.6, 6.0))
    plain = Surface(Material.PLAIN, paint.colour)
    for k in range(count):
        low, high = -rect.width_m / 2 + k * pitch, -rect.width_m / 2 + (k + 1) * pitch
        a, b = (np.array([*rect.point(s, low), z_m]) for s in (-d, d))
        c, e = (np.array([*rect.point(s, high), z_m + rise]) for s in (d, -d))
        f, g = (np.array([*rect.point(s, high), z_m]) for s in (d, -d))
        draft.builder.quads(
            [[a, b, c, e]], sheet, object_id, uv=[[(0, 0), (2 * d, 0), (2 * d, pitch), (0, pitch)]]
        )
        draft.builder.quads(
            [[f, g, e, c]], glass, object_id, uv=[[(0, 0), (2 * d, 0), (2 * d, rise), (0, rise)]]
        )
        draft.builder.triangles([[b, f, c], [g, a, e]], plain, object_id)
    return z_m + rise
