"""Generation: from a style and a seed to a scene, one task after the other."""

from collections.abc import Callable

import numpy as np
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land import greens, yards
from aircity.city.procedural.land.fairways import AFLOAT_M, fairways
from aircity.city.procedural.land.ground import Block, cut_blocks, draw_country
from aircity.city.procedural.land.horizon import draw_horizon, outskirts
from aircity.city.procedural.land.quays import moor
from aircity.city.procedural.land.waters import WATER_Z_M, draw_waters
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.names import Names
from aircity.city.procedural.sites import fulfil, scatter
from aircity.city.procedural.streets.bridges import draw_bridges
from aircity.city.procedural.streets.furniture import furnish
from aircity.city.procedural.streets.lanes import lane_ways
from aircity.city.procedural.streets.layouts import Plan
from aircity.city.procedural.streets.network import build_network
from aircity.city.procedural.streets.roads import KERB_M, LAYER_M, Roads, lay_roads
from aircity.city.procedural.style import Style
from aircity.city.scene import Bounds, CityScene

Progress = Callable[[str, float], None]

_OPEN = {
    "park": greens.park,
    "plaza": greens.plaza,
    "forest": greens.wood,
    "parking": yards.parking,
    "garden": greens.garden,
    "yard": yards.yard,
    "site": yards.site,
}
_SIZES_M2 = {
    "park": (2500.0, 40000.0),
    "plaza": (700.0, 5200.0),
    "forest": (1500.0, 16000.0),
    "parking": (700.0, 4200.0),
    "garden": (500.0, 5000.0),
    "yard": (900.0, 30000.0),
    "site": (1500.0, 9000.0),
}
_FULLY_PLANTED_M = 560.0
_OFF_BLOCKS = ("water", "berth", "country", "island")


def generate(
    style: Style, seed: int, size_m: float, *, name: str, style_name: str, progress: Progress | None = None
) -> CityScene:
    """The city of this style and seed: the same arguments always give the same triangles."""
    tell = progress or (lambda _what, _share: None)
    draft = Draft(seed)
    names = Names(draft.stream("names"))
    tell("laying out streets", 0.05)
    plan = style.layout(draft.stream("layout"), names, size_m)
    shelf = Shelf(draft, style.trees, min(1.0, (_FULLY_PLANTED_M / size_m) ** 1.6))
    network = build_network(plan.streets, plan.city, roundabouts=plan.roundabouts)
    roads = lay_roads(draft, network, plan.city, plan.water)
    bridges = draw_bridges(draft, roads.pieces, style.bridges, style.pavement_m)
    draw_waters(draft, plan.waters, plan.water, bridges.union(roads.carriageway))
    draw_country(draft, plan.city, roads, plan.water, bridges, style.country)
    blocks = cut_blocks(draft, plan.city, roads, plan.water, bridges, style.pavement_m)
    _assign_uses(draft, style, plan, blocks)
    tell("placing landmarks", 0.25)
    if style.extras is not None:
        style.extras(draft, shelf, plan)
    fulfil(draft, shelf, blocks, [w for w in style.wishes if w.where not in _OFF_BLOCKS], plan.water)
    open_water = _place_elsewhere(draft, shelf, style, plan, roads, bridges)
    tell("building blocks", 0.4)
    _fill(draft, shelf, style, blocks, names)
    tell("furnishing streets", 0.8)
    furnish(
        draft,
        shelf,
        roads,
        plan.city,
        plan.water,
        tree_every_m=style.tree_every_m,
        cars_per_100_m=style.cars_per_100_m * shelf.tree_share**0.5,
    )
    draw_horizon(draft, plan)
    tell("joining triangles", 0.95)
    x0, y0, x1, y1 = plan.city.bounds
    return CityScene(
        name=name,
        style=style_name,
        mesh=draft.builder.build(),
        objects=tuple(draft.objects),
        bounds=Bounds(x0 - 60, y0 - 60, x1 + 60, y1 + 60, WATER_Z_M, 250.0),
        seed=seed,
        sun=style.sun,
        textures=draft.book.stack(),
        ways=(*lane_ways(network, roads), *fairways(open_water)),
    )


def _assign_uses(draft: Draft, style: Style, plan: Plan, blocks: list[Block]) -> None:
    rng = draft.stream("uses")
    for block in blocks:
        if block.outline.area < 350 or block.free.area < 150:
            block.use = "scrap"
        elif any(green.contains(block.outline.representative_point()) for green in plan.greens):
            block.use = "park"
        elif block.is_waterside and style.waterside is not None:
            block.use = style.waterside
    inner = [block for block in blocks if block.use == "built"]
    total = len(inner)
    for use, share in style.uses:
        least, most = _SIZES_M2[use]
        rest = [block for block in inner if block.use == "built" and block.outline.area >= least]
        fitting = [block for block in rest if block.outline.area <= most]
        fitting = fitting or sorted(rest, key=lambda block: block.outline.area)[:2]
        if sum(block.use == "built" for block in inner) <= total / 2:
            break
        for k in rng.permutation(len(fitting))[: max(1, round(share * total))]:
            fitting[int(k)].use = use


def _fill(draft: Draft, shelf: Shelf, style: Style, blocks: list[Block], names: Names) -> None:
    weights = np.array([weight for _, weight in style.fills])
    for block in blocks:
        rng = draft.stream(f"block {block.number}")
        if block.use == "scrap":
            greens.lawn(draft, rng, block, paved=False)
            greens.plant(draft, shelf, rng, block.free.buffer(-1.5), int(block.outline.area / 90))
        elif block.use in _OPEN:
            label = (
                names.park()
                if block.use in ("park", "garden")
                else names.square()
                if block.use == "plaza"
                else None
            )
            _OPEN[block.use](draft, shelf, rng, block, label)
        else:
            chosen = int(rng.choice(len(weights), p=weights / weights.sum()))
            style.fills[chosen][0](draft, shelf, rng, block, style.taste)


def _place_elsewhere(
    draft: Draft, shelf: Shelf, style: Style, plan: Plan, roads: Roads, bridges: Polygon
) -> BaseGeometry:
    """Landmarks off the blocks; returns the water that no vessel lies on."""
    rng = draft.stream("islands")
    for wish, island in zip([w for w in style.wishes if w.where == "island"], roads.islands, strict=False):
        spot = island.centroid
        draft.place(shelf.fresh(wish.category, rng), spot.x, spot.y, KERB_M + 0.1 + LAYER_M, 0.0)
    x0, y0, x1, y1 = plan.city.bounds
    near = box(x0 - 40, y0 - 40, x1 + 40, y1 + 40)
    dry = unary_union([bridges.buffer(8), *(shape.buffer(14) for shape in (plan.beach, plan.pier) if shape)])
    wet = plan.water.intersection(near).difference(dry)
    ashore = len(draft.objects)
    open_water = moor(draft, shelf, [w for w in style.wishes if w.where == "berth"], wet, AFLOAT_M)
    cruising = [wish for wish in style.wishes if wish.where == "water"]
    scatter(draft, shelf, cruising, area=open_water.buffer(-3), z_m=AFLOAT_M, task="ships")
    vessels = [Polygon(one.footprint).buffer(4.0) for one in draft.objects[ashore:]]
    outskirts(draft, shelf, plan, roads, [w for w in style.wishes if w.where == "country"])
    return open_water.difference(unary_union([*vessels, roads.carriageway.buffer(8)]))
