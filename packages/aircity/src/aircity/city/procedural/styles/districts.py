"""Districts: campus, suburb, modernist estate and industrial quarter."""

import numpy as np

from aircity.city.procedural.buildings import blocks as filling
from aircity.city.procedural.land.waters import Water, blob
from aircity.city.procedural.names import Names
from aircity.city.procedural.sites import Wish
from aircity.city.procedural.streets.layouts import Plan, Widths, give_way, grid, rotation, waves
from aircity.city.procedural.streets.railway import corridor, draw_railway
from aircity.city.procedural.style import Style
from aircity.city.procedural.styles.everywhere import CITY, COUNTRY, GREEN, SQUARE
from aircity.city.procedural.taste import Taste
from aircity.city.solids import palette as p


def _campus(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=10.0, avenue_lanes=2, street_m=6.6, street_lanes=2)
    plan = grid(
        rng,
        names,
        size_m,
        spacing_m=(105, 150),
        gaps=0.2,
        avenues=1,
        widths=widths,
        warp=waves(rng, 12.0, 560.0),
    )
    if size_m >= 500:
        x, y = rng.uniform(-0.2, 0.2, 2) * size_m
        lake = blob(rng, float(x), float(y), 0.05 * size_m, stretch=1.5)
        green = lake.buffer(38, quad_segs=3).convex_hull.simplify(2.0)
        plan.waters.append(Water("lake", lake, names.of("Lake"), has_quay=False))
        plan.greens.append(green)
        give_way(plan, names, green, margin_m=1.0, quay="Walk", width_m=6.6)
    plan.roundabouts.append((-0.2 * size_m, 0.1 * size_m, 17.0))
    return plan


def _suburb(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=9.5, avenue_lanes=2, street_m=6.6, street_lanes=2)
    plan = grid(
        rng,
        names,
        size_m,
        spacing_m=(62, 92),
        gaps=0.2,
        avenues=1,
        widths=widths,
        warp=waves(rng, 19.0, 330.0),
    )
    plan.roundabouts.append((0.1 * size_m, -0.1 * size_m, 17.0))
    return plan


def _modernist(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    plan = grid(
        rng,
        names,
        size_m,
        spacing_m=(115, 165),
        gaps=0.12,
        avenues=1,
        warp=rotation(float(rng.uniform(-0.3, 0.3))),
    )
    plan.roundabouts.append((0.0, 0.0, 22.0))
    return plan


def _industrial(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=12.0, avenue_lanes=2, street_m=9.0, street_lanes=2)
    plan = grid(rng, names, size_m, spacing_m=(105, 160), gaps=0.12, avenues=1, widths=widths)
    give_way(plan, names, corridor(plan.city), margin_m=6.0, quay=None)
    return plan


CAMPUS = Style(
    about="brick halls among lawns, paths and old trees",
    layout=_campus,
    fills=((filling.hall_of_learning, 0.85), (filling.court_block, 0.15)),
    uses=(("park", 0.14), ("plaza", 0.08), ("garden", 0.06), ("forest", 0.06), ("parking", 0.06)),
    taste=Taste(
        bricks=(p.BRICK_RED, p.BRICK_BROWN, p.OCHRE, p.BRICK_RED),
        walls=(p.CREAM, p.WHITE, p.SAND, p.LIGHT_GREY),
        roofs=(p.TILE_SLATE, p.TILE_RED, p.TILE_GREEN),
        brick_share=0.6,
        storeys=(3, 5),
    ),
    wishes=(
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("clock tower", 1, 2),
        Wish("observatory", 1, 2),
        Wish("museum"),
        Wish("stadium"),
        Wish("sports field", 2, 3),
        Wish("tennis court", 2, 4),
        Wish("basketball court", 1, 3),
        Wish("greenhouse", 1, 3),
        Wish("church"),
        Wish("school", 0, 1),
        Wish("satellite dish", 1, 3),
        Wish("obelisk", 1, 1, "plaza"),
        Wish("swimming pool", 1, 1),
        Wish("solar farm", 0, 1, "country"),
        Wish("bus stop", 2, 4),
        Wish("parking lot", 1, 2),
        Wish("water tower"),
        Wish("fountain", 1, 1, "island"),
    ),
    pavement_m=3.0,
    tree_every_m=16.0,
    cars_per_100_m=1.4,
    sun=(0.38, 0.50, 0.72),
)
SUBURB = Style(
    about="detached houses with gardens on curving streets",
    layout=_suburb,
    fills=((filling.villa_block, 0.93), (filling.shop_block, 0.07)),
    uses=(("park", 0.07), ("forest", 0.04), ("garden", 0.02), ("parking", 0.02), ("plaza", 0.02)),
    taste=Taste(
        walls=(p.WHITE, p.CREAM, p.PALE_BLUE, p.YELLOW, p.LIGHT_GREY, p.SAND, p.MINT),
        brick_share=0.3,
        storeys=(2, 3),
        roofs=(p.TILE_BROWN, p.TILE_SLATE, p.TILE_RED, p.TILE_SLATE, p.TILE_GREEN),
    ),
    wishes=(
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("church", 1, 2),
        Wish("school", 1, 2),
        Wish("supermarket", 1, 2),
        Wish("gas station", 1, 2),
        Wish("water tower", 2, 2),
        Wish("swimming pool", 4, 8),
        Wish("basketball court", 1, 2),
        Wish("tennis court", 1, 2),
        Wish("sports field", 1, 2),
        Wish("radio tower"),
        Wish("bus stop", 2, 4),
        Wish("greenhouse", 1, 1, "country"),
        Wish("solar farm", 1, 1, "country"),
        Wish("billboard", 1, 2),
        Wish("hospital", 0, 1),
        Wish("statue", 1, 1, "island"),
        Wish("satellite dish", 0, 1),
    ),
    pavement_m=2.4,
    tree_every_m=15.0,
    cars_per_100_m=1.6,
    sun=(0.50, -0.36, 0.74),
)
MODERNIST = Style(
    about="slabs and towers standing free in the green",
    layout=_modernist,
    fills=((filling.slab_block, 0.85), (filling.shop_block, 0.15)),
    uses=(("park", 0.10), ("plaza", 0.05), ("parking", 0.08), ("forest", 0.04), ("site", 0.03)),
    taste=Taste(
        walls=(p.WHITE, p.LIGHT_GREY, p.GREY, p.CREAM, p.PALE_BLUE, p.SAND, p.ORANGE),
        brick_share=0.1,
        storeys=(3, 5),
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("stadium"),
        Wish("smokestack", 1, 1),
        Wish("cooling tower", 1, 2),
        Wish("sports field", 1, 2),
        Wish("bus stop", 3, 6),
        Wish("obelisk", 1, 1, "island"),
        Wish("parking lot", 1, 2),
        Wish("museum"),
        Wish("construction crane", 1, 1, "site"),
        Wish("excavator", 1, 2, "site"),
    ),
    pavement_m=3.5,
    tree_every_m=13.0,
    sun=(0.42, 0.46, 0.76),
)
INDUSTRIAL = Style(
    about="halls, tanks and chimneys beside a railway yard",
    layout=_industrial,
    fills=((filling.hall_block, 0.86), (filling.slab_block, 0.08), (filling.shop_block, 0.06)),
    uses=(("yard", 0.18), ("parking", 0.06), ("site", 0.04), ("forest", 0.03), ("park", 0.03)),
    taste=Taste(walls=(p.LIGHT_GREY, p.GREY, p.CREAM, p.WHITE), brick_share=0.4, storeys=(3, 5)),
    wishes=(
        *COUNTRY,
        Wish("smokestack", 2, 4, "yard"),
        Wish("cooling tower", 1, 2, "yard"),
        Wish("storage tank", 5, 9, "yard"),
        Wish("silo", 2, 4, "yard"),
        Wish("factory", 1, 3),
        Wish("warehouse", 2, 3),
        Wish("container stack", 4, 8, "yard"),
        Wish("water tower", 2, 2),
        Wish("gas station", 1, 2),
        Wish("construction crane", 1, 2, "site"),
        Wish("excavator", 1, 2, "site"),
        Wish("satellite dish", 1, 2),
        Wish("radio tower", 1, 2),
        Wish("solar farm", 1, 2),
        Wish("billboard", 2, 4),
        Wish("parking lot", 1, 2),
        Wish("supermarket"),
        Wish("bus stop", 2, 3),
        Wish("helicopter", 1, 1),
        Wish("train", 1, 2, "yard"),
        Wish("truck", 3, 6, "yard"),
        Wish("basketball court"),
        Wish("church"),
        Wish("playground", 1, 1, "park"),
        Wish("flag", 1, 2),
        Wish("statue", 0, 1, "park"),
        Wish("airplane", 0, 1, "country"),
    ),
    pavement_m=2.4,
    tree_every_m=32.0,
    cars_per_100_m=2.0,
    country=(0.46, 0.50, 0.29),
    sun=(0.40, 0.42, 0.66),
    extras=lambda draft, shelf, plan: draw_railway(draft, shelf, plan.city),
)
