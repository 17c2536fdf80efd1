"""Siting: where each landmark goes, so that it faces a street, a square or the water and touches nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from shapely import affinity, prepare
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.ground import Block
from aircity.city.procedural.models import Shelf, extent
from aircity.city.procedural.streets.roads import KERB_M, LAYER_M
from aircity.city.solids.model import Model
from aircity.geometry.arithmetic import norm

FLOOR_Z_M = KERB_M + LAYER_M
_TRIES = 60
_MANY = 4
"""So many of one category that some may look alike."""
_BOOM_M = 9.0
"""Above this a harbour crane may reach over the water and the yard."""
_JIB_M = 24.0
"""Above this a crane may reach over what is being built."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A landmark a style wants: how many, and on which kind of ground."""

    category: str
    least: int = 1
    most: int = 1
    where: str = "built"
    """A block use, "waterside", "water", "berth" (along a quay), "country" or "island" (of a roundabout)."""


def fulfil(
    draft: Draft, shelf: Shelf, blocks: Sequence[Block], wishes: Sequence[Wish], water: BaseGeometry
) -> None:
    """Place what is wished for on blocks, the largest first; what fits nowhere is left out."""
    rng = draft.stream("siting")
    orders = [
        (wish, (shelf.stock if wish.most >= _MANY else shelf.fresh)(wish.category, rng))
        for wish in wishes
        for _ in range(int(rng.integers(wish.least, wish.most + 1)))
    ]
    orders.sort(key=lambda order: -extent(order[1]).area)
    for wish, model in orders:
        suitable = [b for b in blocks if _suits(b, wish.where)] or [b for b in blocks if b.use == "built"]
        if not suitable:
            continue
        _place_on_block(draft, rng, suitable, model, wish.where, water)


def _suits(block: Block, where: str) -> bool:
    return block.is_waterside if where == "waterside" else block.use == where


def _place_on_block(
    draft: Draft, rng: np.random.Generator, blocks: list[Block], model: Model, where: str, water: BaseGeometry
) -> None:
    reach = {"site": _JIB_M, "waterside": _BOOM_M}.get(where, math.inf)
    shape = extent(model, below_m=math.inf if where == "site" else reach)
    for attempt in range(_TRIES):
        block = blocks[int(rng.integers(len(blocks)))]
        if block.free.area < shape.area:
            continue
        is_open = block.use in ("park", "forest", "plaza", "garden", "yard") and where != "waterside"
        found = (
            _open_spot(rng, block) if is_open and attempt % 3 else _edge_spot(rng, block, shape, where, water)
        )
        if found is None:
            continue
        x_m, y_m, heading = found
        area = moved(shape, x_m, y_m, heading)
        if block.free.contains(area):
            draft.place(model, x_m, y_m, FLOOR_Z_M, heading)
            block.take(moved(extent(model, below_m=reach), x_m, y_m, heading), 1.5)
            return


def moved(shape: Polygon, x_m: float, y_m: float, heading_rad: float) -> Polygon:
    """A shape of a model's own frame, where the model stands."""
    turned = affinity.rotate(shape, heading_rad, origin=(0, 0), use_radians=True)
    return affinity.translate(turned, x_m, y_m)


def _open_spot(rng: np.random.Generator, block: Block) -> tuple[float, float, float] | None:
    x0, y0, x1, y1 = block.free.bounds
    x_m, y_m = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
    return x_m, y_m, float(rng.uniform(0, 2 * math.pi))


def _edge_spot(
    rng: np.random.Generator, block: Block, shape: Polygon, where: str, water: BaseGeometry
) -> tuple[float, float, float] | None:
    ring = np.asarray(orient(block.outline.simplify(2.0)).exterior.coords)
    sides = np.diff(ring, axis=0)
    lengths = norm(sides, axis=1)
    k = int(rng.choice(len(sides), p=lengths / lengths.sum()))
    along = sides[k] / lengths[k]
    outward = np.array([along[1], -along[0]])
    foot = ring[k] + along * float(rng.uniform(0.1, 0.9)) * lengths[k]
    if where == "waterside" and water.distance(Point(*foot)) > 1.0:
        return None
    setback = float(rng.uniform(1.5, 5.0)) + (2.5 if where == "waterside" else 0.0)
    front = shape.bounds[2]
    x_m, y_m = foot - outward * (setback + front)
    return float(x_m), float(y_m), math.atan2(outward[1], outward[0])


def scatter(
    draft: Draft,
    shelf: Shelf,
    wishes: Sequence[Wish],
    *,
    area: BaseGeometry,
    z_m: float,
    task: str,
) -> None:
    """Place what is wished for at random inside an area: ships on water, turbines in the country."""
    rng = draft.stream(task)
    room = area
    if room.is_empty:
        return
    for wish in wishes:
        for _ in range(int(rng.integers(wish.least, wish.most + 1))):
            model = (shelf.stock if wish.most >= _MANY else shelf.fresh)(wish.category, rng)
            shape = extent(model)
            x0, y0, x1, y1 = room.bounds
            prepare(room)
            for _ in range(_TRIES * 3):
                x_m, y_m, heading = rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0, 2 * math.pi)
                if not room.contains(Point(x_m, y_m)):
                    continue
                spot = moved(shape, float(x_m), float(y_m), float(heading))
                if room.contains(spot):
                    draft.place(model, float(x_m), float(y_m), z_m, float(heading))
                    room = room.difference(spot.buffer(4.0))
                    break
