"""Low buildings: villas, row houses, closed blocks and shops."""

import numpy as np
from shapely.geometry import Polygon

from aircity.city.procedural.buildings import facades
from aircity.city.procedural.buildings.lots import Frontage, Rect
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.streets.roads import KERB_M
from aircity.city.procedural.taste import Taste
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import BITUMEN, FRAME, GRAVEL, WINDOW, Paint, choose, darker, vary

STOREY_M = 3.1
_FOOT_M = -0.1


def wall_surface(
    rng: np.random.Generator, taste: Taste, *, storey_m: float = STOREY_M
) -> tuple[Paint, str, Surface]:
    """A facade with punched windows: (its paint, its material's word, its surface)."""
    bay = round(float(rng.uniform(2.4, 3.6)), 1)
    if rng.random() < taste.brick_share:
        paint = choose(rng, taste.bricks)
        return paint, "brick", Surface(Material.BRICK, paint.colour, FRAME, (bay, storey_m))
    paint = choose(rng, taste.walls)
    return paint, "plaster", Surface(Material.FACADE, paint.colour, vary(rng, WINDOW, 0.15), (bay, storey_m))


def villa(draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste) -> None:
    """A detached house with a gable or hip roof, sometimes with a wing, and a chimney."""
    builder, object_id = draft.builder, draft.new_id()
    paint, material, wall = wall_surface(rng, taste, storey_m=2.9)
    roof = choose(rng, taste.roofs)
    storeys = int(rng.integers(1, 3))
    top = KERB_M + 0.3 + 2.9 * storeys
    body = Rect(rect.x_m, rect.y_m, min(rect.depth_m, 11.0), min(rect.width_m, 13.0), rect.facing_rad)
    facades.fitted_walls(builder, body.polygon, _FOOT_M, top, wall, object_id)
    rise = float(rng.uniform(0.32, 0.5)) * min(body.depth_m, body.width_m)
    is_hip = rng.random() < 0.4
    gable = Surface(Material.PLAIN, paint.colour)
    if is_hip:
        highest = facades.hip_roof(builder, body, top, rise * 0.8, roof=roof.colour, object_id=object_id)
    else:
        lengthwise = body.width_m >= body.depth_m
        highest = facades.gable_roof(
            builder,
            body,
            top,
            rise,
            roof=roof.colour,
            gable=gable,
            object_id=object_id,
            ridge_along_width=lengthwise,
        )
    chimney = body.moved(-0.2 * body.depth_m, 0.25 * body.width_m, 0.8, 0.8)
    builder.prism(
        chimney.polygon,
        top,
        highest + 0.7,
        Surface(Material.BRICK, (0.5, 0.3, 0.25), FRAME, (9.0, 9.0)),
        object_id,
    )
    door = body.moved(body.depth_m / 2 + 0.6, 0.0, 1.2, 2.2)
    builder.prism(
        door.polygon,
        _FOOT_M,
        KERB_M + 2.5,
        gable,
        object_id,
        top=Surface(Material.ROOF_FLAT, darker(roof.colour)),
    )
    words = (paint.word, material, f"{roof.word}-roofed", "small")
    draft.record(
        object_id, "house", words, body.polygon.union(door.polygon).convex_hull, z_m=(0.0, highest + 0.7)
    )


def row_house(
    draft: Draft, rng: np.random.Generator, front: Frontage, rect: Rect | None, taste: Taste
) -> None:
    """A house in a closed row: storeys, then a gable to the street, a saddle roof or a mansard."""
    builder, object_id = draft.builder, draft.new_id()
    paint, material, wall = wall_surface(rng, taste)
    roof = choose(rng, taste.roofs)
    storeys = int(rng.integers(taste.storeys[0], taste.storeys[1] + 1))
    top = KERB_M + 0.4 + STOREY_M * storeys
    outline = front.polygon if rect is None else rect.polygon
    facades.fitted_walls(builder, outline, _FOOT_M, top, wall, object_id)
    if rect is not None and storeys <= 5:
        to_street = rng.random() < 0.25 and rect.width_m < 12
        run = rect.width_m if to_street else rect.depth_m
        highest = facades.gable_roof(
            builder,
            rect,
            top,
            min(0.42 * run, 5.5),
            roof=roof.colour,
            gable=Surface(Material.PLAIN, paint.colour),
            object_id=object_id,
            eaves_m=0.02 if to_street else 0.25,
            ridge_along_width=not to_street,
        )
    else:
        highest = facades.mansard_roof(
            builder, outline, top, roof=roof.colour, object_id=object_id, inset_m=1.6, rise_m=2.6
        )
    category = "house" if storeys <= 3 else "apartment building"
    words = (paint.word, material, f"{roof.word}-roofed", "narrow" if storeys > 3 else "small")
    draft.record(object_id, category, words, outline, z_m=(0.0, highest))


def court_building(draft: Draft, rng: np.random.Generator, outline: Polygon, taste: Taste) -> None:
    """Flats of any outline, flat-roofed, with a plinth or shops at the foot."""
    builder, object_id = draft.builder, draft.new_id()
    paint, material, wall = wall_surface(rng, taste)
    storeys = int(rng.integers(taste.storeys[0], taste.storeys[1] + 1))
    foot = KERB_M + 4.0
    top = foot + STOREY_M * max(1, storeys - 1)
    if rng.random() < 0.5:
        base = Surface(Material.CURTAIN, (0.30, 0.34, 0.37), darker(paint.colour, 0.8), (2.6, 4.2))
    else:
        base = Surface(Material.STONE, darker(paint.colour, 0.78), darker(paint.colour, 0.6), (1.1, 0.5))
    facades.fitted_walls(builder, outline, _FOOT_M, foot, base, object_id)
    facades.fitted_walls(builder, outline, foot, top, wall, object_id)
    rim = Surface(Material.PLAIN, darker(paint.colour, 0.92))
    highest = facades.flat_roof(builder, outline, top, roof=GRAVEL, rim=rim, object_id=object_id)
    highest = max(
        highest, facades.roof_clutter(builder, rng, outline, top, object_id, int(outline.area / 130) + 1)
    )
    height = "low" if storeys <= 3 else "mid-rise"
    words = (paint.word, material, height)
    draft.record(
        object_id, "apartment building" if storeys > 3 else "building", words, outline, z_m=(0.0, highest)
    )


def shop(draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste) -> None:
    """A low shop: glass front, canopy, flat roof."""
    builder, object_id = draft.builder, draft.new_id()
    paint = choose(rng, taste.walls)
    storeys = int(rng.integers(1, 3))
    top = KERB_M + 4.2 + 3.2 * (storeys - 1)
    outline = rect.polygon
    front = Surface(Material.CURTAIN, (0.33, 0.38, 0.42), darker(paint.colour, 0.7), (2.0, 3.6))
    facades.fitted_walls(builder, outline, _FOOT_M, KERB_M + 3.4, front, object_id)
    facades.fitted_walls(
        builder, outline, KERB_M + 3.4, top, Surface(Material.PLAIN, paint.colour), object_id
    )
    awning = choose(
        rng, (Paint("", (0.62, 0.20, 0.18)), Paint("", (0.20, 0.42, 0.33)), Paint("", (0.22, 0.34, 0.52)))
    )
    canopy = rect.moved(rect.depth_m / 2 + 0.55, 0.0, 1.1, rect.width_m * 0.8)
    builder.prism(
        canopy.polygon,
        KERB_M + 2.9,
        KERB_M + 3.2,
        Surface(Material.PLAIN, awning.colour),
        object_id,
        underside=True,
    )
    highest = facades.flat_roof(
        builder,
        outline,
        top,
        roof=BITUMEN,
        rim=Surface(Material.PLAIN, darker(paint.colour, 0.85)),
        object_id=object_id,
    )
    highest = max(highest, facades.roof_clutter(builder, rng, outline, top, object_id, 3))
    draft.record(object_id, "shop", (paint.word, "plaster", "low"), outline, z_m=(0.0, highest))


def institute(draft: Draft, rng: np.random.Generator, rect: Rect, taste: Taste) -> None:
    """A long hall of brick or stone under a tiled roof, with a gabled middle."""
    builder, object_id = draft.builder, draft.new_id()
    paint = choose(rng, taste.bricks)
    wall = Surface(Material.BRICK, paint.colour, FRAME, (3.4, 3.8))
    roof = choose(rng, taste.roofs)
    storeys = int(rng.integers(2, 5))
    top = KERB_M + 0.5 + 3.8 * storeys
    long_side = rect.width_m >= rect.depth_m
    body = rect.moved(0.0, 0.0, min(rect.depth_m, 17.0), rect.width_m) if long_side else rect
    facades.fitted_walls(builder, body.polygon, _FOOT_M, top, wall, object_id)
    rise = 0.3 * min(body.depth_m, body.width_m)
    highest = facades.hip_roof(builder, body, top, rise, roof=roof.colour, object_id=object_id)
    middle = body.moved(1.6, 0.0, body.depth_m + 3.0, min(12.0, 0.3 * body.width_m))
    facades.fitted_walls(builder, middle.polygon, _FOOT_M, top + 0.6, wall, object_id)
    crest = facades.gable_roof(
        builder,
        middle,
        top + 0.6,
        rise * 0.9,
        roof=roof.colour,
        gable=Surface(Material.PLAIN, paint.colour),
        object_id=object_id,
        ridge_along_width=False,
    )
    words = (paint.word, "brick", f"{roof.word}-roofed", "long")
    draft.record(
        object_id,
        "hall",
        words,
        body.polygon.union(middle.polygon).convex_hull,
        z_m=(0.0, max(highest, crest)),
    )
