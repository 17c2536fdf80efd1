"""Filling built blocks: which buildings stand on them and what grows between."""

import math

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.procedural.buildings import houses, towers
from aircity.city.procedural.buildings.lots import (
    Rect,
    axes_of,
    facing_of,
    fit_rect,
    perimeter_lots,
    split_lots,
)
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.greens import lawn, plant
from aircity.city.procedural.land.ground import Block, draw_block
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.roads import KERB_M, LAYER_M
from aircity.city.procedural.taste import Taste
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import PAVING


def _biggest(room: BaseGeometry, least_m2: float) -> Polygon | None:
    return max(polygons(room, least_m2), key=lambda part: part.area, default=None)


def closed_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Row houses wall to wall around a green or paved court."""
    lawn(draft, rng, block, paved=rng.random() < 0.5)
    depth = float(rng.uniform(9.5, 12.0))
    for front in list(perimeter_lots(block.outline, block.free, rng, depth_m=depth, width_m=(8.0, 14.0))):
        rect = fit_rect(front.polygon, front.facing_rad)
        is_square = rect is not None and rect.polygon.area > 0.93 * front.polygon.area
        if is_square or front.polygon.area > 45:
            houses.row_house(draft, rng, front, rect if is_square else None, taste)
            block.take(front.polygon, 0.6)
    plant(draft, shelf, rng, block.free.buffer(-2.5), int(block.free.area / 190))


def court_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Larger flats around a court, four to a side at most."""
    lawn(draft, rng, block, paved=rng.random() < 0.6)
    depth = float(rng.uniform(12.5, 15.0))
    for front in list(perimeter_lots(block.outline, block.free, rng, depth_m=depth, width_m=(18.0, 34.0))):
        if front.polygon.area > 90:
            houses.court_building(draft, rng, front.polygon, taste)
            block.take(front.polygon, 0.6)
    plant(draft, shelf, rng, block.free.buffer(-2.5), int(block.free.area / 150))


def high_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Skyscrapers and offices on paved lots, higher towards the middle of the city."""
    lawn(draft, rng, block, paved=True)
    for lot in list(split_lots(block.free, rng, 1500.0)):
        rect = fit_rect(lot, facing_of(lot, block.outline), 2.0)
        if rect is None or min(rect.depth_m, rect.width_m) < 11:
            continue
        centre = math.hypot(rect.x_m, rect.y_m)
        chance = 0.75 * math.exp(-((centre / 260.0) ** 2)) + 0.12
        small = min(rect.depth_m, rect.width_m) < 17
        if rng.random() < chance and not small:
            towers.skyscraper(draft, rng, rect, taste)
        elif rng.random() < 0.65:
            towers.office(draft, rng, rect, taste)
        else:
            houses.court_building(draft, rng, rect.polygon, taste)
        block.take(rect.polygon, 1.0)
    plant(draft, shelf, rng, block.free.buffer(-2.0), int(block.free.area / 260))


def villa_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Detached houses in gardens with hedges, drives and trees."""
    lawn(draft, rng, block, paved=False)
    drive = Surface(Material.PAVING, PAVING, (0.5, 0.48, 0.45), (0.6, 0.6))
    for lot in list(split_lots(block.free, rng, 470.0)):
        facing = facing_of(lot, block.outline)
        rect = fit_rect(lot, facing, 3.2)
        if rect is None or min(rect.depth_m, rect.width_m) < 6.5:
            continue
        houses.villa(draft, rng, rect, taste)
        way = rect.moved(rect.depth_m / 2 + 2.4, 0.42 * rect.width_m, 4.4, 2.8).polygon.intersection(
            block.outline.buffer(-0.2)
        )
        body = Rect(
            rect.x_m, rect.y_m, min(rect.depth_m, 11.0) + 2.6, min(rect.width_m, 13.0) + 1.0, facing
        ).polygon
        if way.geom_type == "Polygon" and way.area > 6:
            way = way.difference(body)
            for part in polygons(way, 2.0):
                draft.builder.flat(part, KERB_M + LAYER_M, drive, block.object_id)
        block.take(body, 0.8)
    plant(draft, shelf, rng, block.free.buffer(-2.5), int(block.free.area / 270))


def slab_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Slabs in rows and a point tower or two, on a lawn with trees."""
    lawn(draft, rng, block, paved=False)
    room = _biggest(block.free, 300.0)
    if room is not None:
        angle, length, width = axes_of(room)
        storeys = int(rng.integers(4, 12))
        pitch = 34.0 if storeys < 8 else 44.0
        count = max(1, int(length / pitch))
        for k in range(count):
            along = (k + 0.5) / count * length - length / 2
            centre = room.minimum_rotated_rectangle.centroid
            x, y = centre.x + along * math.cos(angle), centre.y + along * math.sin(angle)
            _slab(draft, rng, block, Rect(x, y, 12.5, min(width - 8.0, 78.0), angle), storeys, taste)
    plant(draft, shelf, rng, block.free.buffer(-3.0), int(block.free.area / 230))


def _slab(
    draft: Draft, rng: np.random.Generator, block: Block, rect: Rect, storeys: int, taste: Taste
) -> None:
    for share in (1.0, 0.85, 0.7, 0.55, 0.42, 0.3):
        shorter = Rect(rect.x_m, rect.y_m, rect.depth_m, rect.width_m * share, rect.facing_rad)
        if shorter.width_m < 14:
            return
        whole = shorter.moved(0.0, 0.0, shorter.depth_m + 2.8, shorter.width_m).polygon
        if block.free.contains(whole):
            is_tower = shorter.width_m < 24
            height = storeys + (int(rng.integers(4, 9)) if is_tower else 0)
            towers.flats(draft, rng, shorter, taste, storeys=height, shape="tower" if is_tower else "slab")
            block.take(whole, 2.0)
            return


def hall_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Industrial halls on concrete."""
    floor = Surface(Material.CONCRETE, (0.57, 0.56, 0.53), (0.47, 0.46, 0.44), (5.0, 5.0))
    draw_block(draft, block, floor, "yard", ("gray", "concrete"))
    for lot in list(split_lots(block.free, rng, 2600.0)):
        rect = fit_rect(lot, facing_of(lot, block.outline), 3.5)
        if rect is None or min(rect.depth_m, rect.width_m) < 10:
            continue
        towers.hall(draft, rng, rect, taste)
        block.take(rect.polygon, 1.0)
    for lot in list(split_lots(block.free.buffer(-2), rng, 300.0)):
        if rng.random() < 0.25:
            spot = lot.representative_point()
            model = shelf.stock("truck", rng)
            if block.free.contains(spot.buffer(7)):
                draft.place(model, spot.x, spot.y, KERB_M + 0.03, axes_of(lot)[0])


def hall_of_learning(
    draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste
) -> None:
    """Wide institutional buildings among lawns and avenues of trees."""
    lawn(draft, rng, block, paved=False)
    for lot in list(split_lots(block.free, rng, 3200.0)):
        facing = facing_of(lot, block.outline)
        rect = fit_rect(lot, facing, 8.0)
        if rect is None or min(rect.depth_m, rect.width_m) < 14:
            continue
        rect = Rect(rect.x_m, rect.y_m, min(rect.depth_m, 34.0), min(rect.width_m, 56.0), facing)
        if rng.random() < 0.5:
            houses.institute(draft, rng, rect, taste)
        else:
            towers.office(draft, rng, rect, taste, storeys=(2, 5))
        block.take(rect.polygon, 2.0)
    plant(draft, shelf, rng, block.free.buffer(-3.0), int(block.free.area / 260), clumped=True)


def shop_block(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, taste: Taste) -> None:
    """Shops and small flats along the streets, a paved court with trees behind them."""
    lawn(draft, rng, block, paved=True)
    for front in list(perimeter_lots(block.outline, block.free, rng, depth_m=15.0, width_m=(13.0, 22.0))):
        rect = fit_rect(front.polygon, front.facing_rad, 0.8)
        if rect is None or min(rect.depth_m, rect.width_m) < 7:
            continue
        rect = rect.moved(-0.7, 0.0, rect.depth_m - 1.4, rect.width_m)
        if rng.random() < 0.6:
            houses.shop(draft, rng, rect, taste)
        else:
            houses.court_building(draft, rng, rect.polygon, taste)
        block.take(rect.moved(0.6, 0.0, rect.depth_m + 1.2, rect.width_m).polygon, 0.5)
    plant(draft, shelf, rng, block.free.buffer(-2.5), int(block.free.area / 160))
