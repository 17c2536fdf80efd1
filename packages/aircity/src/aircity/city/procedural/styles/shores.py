"""Cities by the sea: a working harbour and a resort."""

import numpy as np
from shapely.geometry import box
from shapely.ops import unary_union

from aircity.city.procedural.buildings import blocks as filling
from aircity.city.procedural.land.ground import FAR_M
from aircity.city.procedural.land.shore import draw_resort_shore, pier_outline
from aircity.city.procedural.land.waters import Water
from aircity.city.procedural.models import PALMS
from aircity.city.procedural.names import Names
from aircity.city.procedural.sites import Wish
from aircity.city.procedural.streets.layouts import Plan, Widths, give_way, grid
from aircity.city.procedural.style import Style
from aircity.city.procedural.styles.everywhere import CITY, COUNTRY, GREEN, SQUARE
from aircity.city.procedural.taste import Taste
from aircity.city.solids import palette as p


def _harbour(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=12.0, avenue_lanes=2, street_m=8.0, street_lanes=2)
    plan = grid(rng, names, size_m, spacing_m=(88, 128), gaps=0.1, avenues=1, widths=widths)
    shore = -0.18 * size_m + float(rng.uniform(-15, 15))
    docks = [
        box(shore - 50, share * size_m - 34, shore + 0.24 * size_m, share * size_m + 34)
        for share in (-0.22, 0.2)
    ]
    sea = unary_union(
        [
            box(-FAR_M, -FAR_M, shore - 0.18 * size_m, FAR_M),
            *docks,
            box(shore - 0.2 * size_m, -0.3 * size_m, shore - 20, 0.28 * size_m),
        ]
    )
    plan.waters.append(Water("sea", sea, names.of("Bay")))
    give_way(plan, names, sea, margin_m=42.0, width_m=9.0)
    return plan


def _seaside(rng: np.random.Generator, names: Names, size_m: float) -> Plan:
    widths = Widths(avenue_m=12.0, avenue_lanes=2, street_m=8.0, street_lanes=2)
    plan = grid(rng, names, size_m, spacing_m=(78, 115), gaps=0.12, avenues=1, widths=widths)
    shore = 0.24 * size_m
    plan.waters.append(Water("sea", box(-FAR_M, shore, FAR_M, FAR_M), names.of("Sea"), has_quay=False))
    plan.beach = box(-FAR_M, shore - 38.0, FAR_M, shore)
    plan.pier = pier_outline(float(rng.uniform(-0.2, 0.2)) * size_m, shore - 34.0, shore + 130.0)
    give_way(plan, names, plan.water, margin_m=16.0, quay="Promenade", width_m=9.0)
    return plan


HARBOUR = Style(
    about="quays with cranes, containers and ships, warehouses behind",
    waterside="yard",
    layout=_harbour,
    fills=((filling.hall_block, 0.4), (filling.court_block, 0.35), (filling.closed_block, 0.25)),
    uses=(("yard", 0.16), ("plaza", 0.05), ("park", 0.05), ("parking", 0.04), ("site", 0.02)),
    taste=Taste(
        walls=(p.WHITE, p.CREAM, p.PALE_BLUE, p.LIGHT_GREY, p.TERRACOTTA), brick_share=0.5, storeys=(3, 6)
    ),
    wishes=(
        *CITY,
        *SQUARE,
        *COUNTRY,
        Wish("harbour crane", 4, 7, "waterside"),
        Wish("container stack", 8, 14, "waterside"),
        Wish("container stack", 3, 6, "yard"),
        Wish("ship", 4, 6, "berth"),
        Wish("ship", 1, 1, "water"),
        Wish("sailboat", 3, 6, "water"),
        Wish("sailboat", 2, 4, "berth"),
        Wish("lighthouse", 1, 2, "waterside"),
        Wish("storage tank", 3, 6, "yard"),
        Wish("warehouse", 2, 4, "waterside"),
        Wish("silo", 1, 3, "yard"),
        Wish("smokestack", 1, 2, "yard"),
        Wish("clock tower"),
        Wish("playground", 1, 1, "park"),
        Wish("ferris wheel", 0, 1, "park"),
        Wish("construction crane", 1, 1, "site"),
        Wish("excavator", 1, 2, "site"),
        Wish("bus stop", 2, 3),
        Wish("museum", 0, 1),
        Wish("truck", 3, 6, "yard"),
    ),
    pavement_m=3.0,
    tree_every_m=24.0,
    sun=(0.30, 0.56, 0.70),
)
SEASIDE = Style(
    about="hotels along a promenade, a wide beach and a pier",
    trees=PALMS,
    layout=_seaside,
    fills=((filling.slab_block, 0.4), (filling.villa_block, 0.3), (filling.shop_block, 0.3)),
    uses=(("park", 0.06), ("plaza", 0.06), ("garden", 0.05), ("parking", 0.05)),
    taste=Taste(
        walls=(p.WHITE, p.WHITE, p.CREAM, p.PALE_BLUE, p.PINK, p.YELLOW, p.MINT),
        brick_share=0.05,
        storeys=(3, 6),
        roofs=(p.TILE_ORANGE, p.TILE_RED, p.TILE_ORANGE),
    ),
    wishes=(
        *CITY,
        *GREEN,
        *SQUARE,
        *COUNTRY,
        Wish("hotel", 3, 5),
        Wish("ferris wheel", 1, 1, "plaza"),
        Wish("lighthouse", 1, 1),
        Wish("swimming pool", 4, 7),
        Wish("sailboat", 7, 12, "water"),
        Wish("ship", 1, 2, "water"),
        Wish("carousel", 1, 1, "plaza"),
        Wish("circus tent", 0, 1, "park"),
        Wish("bus stop", 2, 3),
        Wish("airplane", 0, 1, "country"),
        Wish("obelisk", 0, 1, "plaza"),
        Wish("mosque", 0, 1),
        Wish("clock tower"),
        Wish("tennis court", 2, 3),
    ),
    pavement_m=3.8,
    tree_every_m=14.0,
    country=(0.50, 0.53, 0.30),
    sun=(0.44, 0.48, 0.76),
    extras=draw_resort_shore,
)
