"""City centres: downtown, old town, canal town, park city and river town."""

import math

import numpy as np
from shapely.geometry import LineString

from aircity.city.procedural.buildings import blocks as filling
from aircity.city.procedural.land.waters import Water, blob, winding_river
from aircity.city.procedural.names import Names
from aircity.city.procedural.sites import Wish
from aircity.city.procedural.streets.layouts import (
    Plan,
    Widths,
    choose_crossings,
    give_way,
    grid,
    rings,
    rotation,
    warped,
    waves,
)
from aircity.city.procedural.style import Style
from aircity.city.procedural.styles.everywhere import CITY, COUNTRY, GREEN, RIVERCRAFT, SQUARE
from aircity.city.procedural.taste import Taste
from aircity.city.solids import palette as p


def _downtown(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    turn = rotation(float(rng.uniform(-0.25, 0.25)))
    plan = grid(rng, names, size_m, spacing_m=(82, 118), gaps=0.10, avenues=2, warp=turn)
    if size_m >= 500 and rng.random() < 0.7:
        side = 0.34 * size_m * (1 if rng.random() < 0.5 else -1)
        river = winding_river(
            rng, reach_m=2600, offset_m=side, angle_rad=float(rng.uniform(-0.2, 0.2)), width_m=52
        )
        plan.waters.append(Water("river", river, names.of("River")))
        bridges = choose_crossings(rng, plan.streets, river, plan.city, want=4, apart_m=110, width_m=52)
        give_way(plan, names, river, margin_m=17, crossings=bridges)
    if size_m >= 500:
        plan.roundabouts.append(
            (float(rng.uniform(-0.3, 0.3)) * size_m, float(rng.uniform(-0.3, 0.3)) * size_m, 23.0)
        )
    return plan


def _old_town(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=10.0, avenue_lanes=2, street_m=6.6, street_lanes=2)
    radii = [34.0, 92.0, 158.0, 228.0, 302.0, 380.0, 455.0]
    plan = rings(rng, names, size_m, radii_m=radii, spokes=5, widths=widths, wobble_m=13.0)
    if size_m >= 500:
        angle = float(rng.uniform(0, math.pi))
        river = winding_river(rng, reach_m=2600, offset_m=0.27 * size_m, angle_rad=angle, width_m=34)
        plan.waters.append(Water("river", river, names.of("River")))
        bridges = choose_crossings(rng, plan.streets, river, plan.city, want=4, apart_m=85, width_m=34)
        give_way(plan, names, river, margin_m=13, crossings=bridges, width_m=6.6)
    return plan


def _canal_town(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    bend = waves(rng, 7.0, 700.0)
    widths = Widths(avenue_m=11.0, avenue_lanes=2, street_m=6.6, street_lanes=2)
    plan = grid(rng, names, size_m, spacing_m=(64, 86), gaps=0.06, avenues=1, widths=widths, warp=bend)
    straight = [(-0.27, 0), (0.02, 0), (0.30, 0), (0.12, 1)] if size_m >= 500 else [(0.1, 0)]
    for share, axis in straight:
        at = share * size_m + float(rng.uniform(-12, 12))
        ends = [(at, -2600.0), (at, 2600.0)] if axis == 0 else [(-2600.0, at), (2600.0, at)]
        canal = warped(LineString(ends), bend, 20.0).buffer(8.5, cap_style="flat", quad_segs=2).simplify(0.3)
        for other in plan.waters:
            canal = canal.difference(other.shape)
        parts = list(getattr(canal, "geoms", [canal]))
        for part in parts:
            plan.waters.append(Water("canal", part, names.of("Canal")))
    everything = plan.water
    crossing = choose_crossings(rng, plan.streets, everything, plan.city, want=16, apart_m=62, width_m=17)
    for part in getattr(everything, "geoms", [everything]):
        give_way(plan, names, part, margin_m=10.5, crossings=crossing, width_m=6.0)
    return plan


def _park_city(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    plan = grid(
        rng,
        names,
        size_m,
        spacing_m=(88, 120),
        gaps=0.1,
        avenues=2,
        warp=rotation(float(rng.uniform(-0.4, 0.4))),
    )
    x, y = rng.uniform(-0.06, 0.06, 2) * size_m
    lake = blob(rng, float(x), float(y), 0.105 * size_m, stretch=1.45, points=48)
    green = lake.buffer(0.085 * size_m, quad_segs=3).convex_hull.simplify(2.0)
    plan.waters.append(Water("lake", lake, names.of("Lake"), has_quay=False))
    plan.greens.append(green)
    give_way(plan, names, green, margin_m=1.0, quay="Drive", width_m=10.0)
    return plan


def _river_town(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    bend = waves(rng, 12.0, 420.0)
    widths = Widths(avenue_m=11.5, avenue_lanes=2, street_m=7.4, street_lanes=2)
    plan = grid(rng, names, size_m, spacing_m=(66, 96), gaps=0.14, avenues=2, widths=widths, warp=bend)
    angle = float(rng.uniform(-0.3, 0.3)) + (math.pi / 2 if rng.random() < 0.5 else 0.0)
    width = 62.0 if size_m >= 500 else 30.0
    river = winding_river(
        rng, reach_m=2600, offset_m=float(rng.uniform(-30, 30)), angle_rad=angle, width_m=width
    )
    plan.waters.append(Water("river", river, names.of("River")))
    bridges = choose_crossings(rng, plan.streets, river, plan.city, want=4, apart_m=100, width_m=width)
    give_way(plan, names, river, margin_m=16, crossings=bridges, width_m=7.4)
    plan.roundabouts.append((0.25 * size_m, 0.2 * size_m, 19.0))
    return plan


DOWNTOWN = Style(
    about="skyscrapers on a grid",
    layout=_downtown,
    fills=((filling.high_block, 0.8), (filling.court_block, 0.2)),
    uses=(("park", 0.05), ("plaza", 0.06), ("parking", 0.03), ("site", 0.02)),
    taste=Taste(
        storeys=(5, 9), tower_m=(62.0, 175.0), walls=(p.BEIGE, p.LIGHT_GREY, p.CREAM, p.GREY, p.WHITE, p.SAND)
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *RIVERCRAFT,
        Wish("construction crane", 1, 2, "site"),
        Wish("excavator", 1, 2, "site"),
        Wish("clock tower"),
        Wish("museum"),
        Wish("stadium"),
        Wish("triumphal arch", 0, 1, "plaza"),
        Wish("obelisk", 1, 1, "plaza"),
        Wish("mosque", 0, 1),
        Wish("satellite dish", 1, 2),
        Wish("obelisk", 1, 1, "island"),
        Wish("power pylon", 1, 3, "country"),
        Wish("wind turbine", 1, 3, "country"),
        Wish("parking lot", 1, 2),
        Wish("bus stop", 2, 4),
    ),
    pavement_m=4.2,
    cars_per_100_m=4.5,
    sun=(0.52, 0.38, 0.74),
)
OLD_TOWN = Style(
    about="winding lanes around a market square, tiled roofs and steeples",
    layout=_old_town,
    fills=((filling.closed_block, 0.92), (filling.shop_block, 0.08)),
    uses=(("park", 0.05), ("plaza", 0.08), ("garden", 0.04), ("parking", 0.02)),
    taste=Taste(
        walls=(p.CREAM, p.YELLOW, p.OCHRE, p.PINK, p.WHITE, p.ORANGE, p.MINT, p.PALE_BLUE, p.TERRACOTTA),
        roofs=(p.TILE_RED, p.TILE_ORANGE, p.TILE_BROWN, p.TILE_RED),
        brick_share=0.12,
        storeys=(2, 4),
    ),
    wishes=(
        *GREEN,
        *SQUARE,
        *COUNTRY,
        *RIVERCRAFT,
        Wish("church", 2, 3),
        Wish("castle"),
        Wish("clock tower", 1, 2),
        Wish("museum"),
        Wish("school"),
        Wish("windmill", 1, 1, "country"),
        Wish("market stall", 5, 9, "plaza"),
        Wish("obelisk", 0, 1, "plaza"),
        Wish("triumphal arch", 1, 1, "plaza"),
        Wish("hotel"),
        Wish("observatory"),
        Wish("water tower", 1, 2),
        Wish("bus stop", 1, 3),
        Wish("gas station", 1, 1),
        Wish("hospital", 0, 1),
        Wish("greenhouse", 1, 1, "country"),
    ),
    pavement_m=2.2,
    tree_every_m=30.0,
    cars_per_100_m=1.6,
    bridges=("stone", "stone", "arch", "flat"),
    sun=(0.40, 0.58, 0.66),
)
CANAL_TOWN = Style(
    about="narrow brick houses along canals, a bridge at every corner",
    layout=_canal_town,
    fills=((filling.closed_block, 0.85), (filling.court_block, 0.15)),
    uses=(("park", 0.05), ("plaza", 0.06), ("garden", 0.05), ("parking", 0.02)),
    taste=Taste(
        bricks=(p.BRICK_RED, p.BRICK_BROWN, p.BROWN, p.RED),
        walls=(p.WHITE, p.CREAM, p.PALE_BLUE, p.DARK_GREY, p.MINT),
        roofs=(p.TILE_SLATE, p.TILE_RED, p.TILE_BROWN),
        brick_share=0.66,
        storeys=(3, 5),
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("sailboat", 8, 12, "berth"),
        Wish("sailboat", 2, 4, "water"),
        Wish("windmill", 2, 3, "country"),
        Wish("clock tower"),
        Wish("museum"),
        Wish("greenhouse", 1, 2, "country"),
        Wish("bus stop", 2, 3),
        Wish("observatory", 0, 1),
        Wish("obelisk", 1, 1, "plaza"),
    ),
    pavement_m=2.4,
    tree_every_m=19.0,
    cars_per_100_m=1.5,
    bridges=("stone", "flat", "arch", "stone", "truss"),
    sun=(0.30, 0.55, 0.70),
)
PARK_CITY = Style(
    about="towers around a great park with a lake",
    layout=_park_city,
    fills=((filling.high_block, 0.45), (filling.court_block, 0.4), (filling.slab_block, 0.15)),
    uses=(("park", 0.05), ("plaza", 0.05), ("garden", 0.03), ("parking", 0.03)),
    taste=Taste(
        storeys=(5, 8),
        tower_m=(50.0, 110.0),
        walls=(p.WHITE, p.CREAM, p.SAND, p.LIGHT_GREY, p.PINK),
        brick_share=0.25,
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("sailboat", 3, 6, "water"),
        Wish("museum"),
        Wish("observatory", 1, 1, "park"),
        Wish("ferris wheel", 1, 1, "park"),
        Wish("roller coaster", 0, 1, "park"),
        Wish("carousel", 1, 1, "park"),
        Wish("greenhouse", 1, 2, "park"),
        Wish("pagoda", 1, 2, "park"),
        Wish("sports field", 1, 2, "park"),
        Wish("stadium"),
        Wish("clock tower"),
        Wish("bus stop", 2, 3),
        Wish("solar farm", 1, 1, "country"),
    ),
    pavement_m=4.0,
    tree_every_m=13.0,
    sun=(0.50, -0.42, 0.74),
)
RIVER_TOWN = Style(
    about="a market town on both banks of a broad river",
    layout=_river_town,
    fills=(
        (filling.closed_block, 0.45),
        (filling.court_block, 0.25),
        (filling.shop_block, 0.15),
        (filling.villa_block, 0.15),
    ),
    uses=(("park", 0.06), ("plaza", 0.05), ("garden", 0.03), ("forest", 0.03), ("parking", 0.03)),
    taste=Taste(
        walls=(p.WHITE, p.CREAM, p.YELLOW, p.PALE_BLUE, p.LIGHT_GREY, p.ORANGE),
        brick_share=0.35,
        storeys=(2, 5),
        roofs=(p.TILE_SLATE, p.TILE_RED, p.TILE_BROWN),
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *COUNTRY,
        *RIVERCRAFT,
        Wish("castle", 0, 1),
        Wish("smokestack"),
        Wish("factory"),
        Wish("lighthouse", 0, 1, "waterside"),
        Wish("statue", 1, 1, "island"),
        Wish("clock tower"),
        Wish("bus stop", 2, 4),
        Wish("sports field", 1, 1),
    ),
    bridges=("arch", "suspension", "truss", "stone"),
    tree_every_m=15.0,
    sun=(0.48, -0.30, 0.76),
)
