"""Working ground: car parks, yards and construction sites."""

import math

import numpy as np

from aircity.city.procedural.buildings.lots import Rect, axes_of, fit_rect, split_lots
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.greens import plant
from aircity.city.procedural.land.ground import Block, draw_block
from aircity.city.procedural.models import Shelf, extent
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.sites import moved
from aircity.city.procedural.streets.roads import KERB_M, LAYER_M
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import ASPHALT, LAWN, SOIL, vary


def parking(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """Rows of bays, some taken; on a large block a lawn with trees around them."""
    draw_block(draft, block, Surface(Material.GRASS, vary(rng, LAWN)), "lawn", ("green", "grassy"))
    angle, _, _ = axes_of(block.outline)
    room = max(polygons(block.free, 10.0), key=lambda part: part.area, default=None)
    rect = fit_rect(room, angle, 0.5) if room is not None else None
    if rect is None:
        return
    rect = Rect(rect.x_m, rect.y_m, min(rect.depth_m, 76.0), min(rect.width_m, 58.0), angle)
    object_id = draft.new_id()
    draft.builder.flat(
        rect.polygon, KERB_M + LAYER_M, Surface(Material.ASPHALT, vary(rng, ASPHALT)), object_id
    )
    draft.record(
        object_id, "parking lot", ("gray", "asphalt"), rect.polygon, z_m=(KERB_M, KERB_M + 2 * LAYER_M)
    )
    block.take(rect.polygon, 1.0)
    surface = Surface(Material.PARKING, ASPHALT, (0.86, 0.85, 0.8), (2.6, 5.0))
    rows = max(1, int((rect.width_m + 6.0) / 16.0))
    for row in range(rows):
        middle = (row + 0.5) / rows * rect.width_m - rect.width_m / 2
        _bay_rows(draft, shelf, rng, rect, middle, surface, object_id)
    plant(draft, shelf, rng, block.free.buffer(-1.5), int(block.free.area / 150))


def _bay_rows(
    draft: Draft,
    shelf: Shelf,
    rng: np.random.Generator,
    rect: Rect,
    middle: float,
    surface: Surface,
    object_id: int,
) -> None:
    count = int(rect.depth_m / 2.6)
    half = count * 2.6 / 2
    for side in (-1, 1):
        if abs(middle + side * 5.0) > rect.width_m / 2:
            continue
        edges = sorted((middle, middle + side * 5.0))
        corners = [(-half, edges[0]), (half, edges[0]), (half, edges[1]), (-half, edges[1])]
        points = [[*rect.point(a, r), KERB_M + 2 * LAYER_M] for a, r in corners]
        uv = [(a + half, abs(r - middle)) for a, r in corners]
        draft.builder.quads([points], surface, object_id, uv=[uv])
        for bay in range(count):
            if rng.random() < 0.45:
                x_m, y_m = rect.point(-half + (bay + 0.5) * 2.6, middle + side * 2.6)
                turn = rect.facing_rad + math.pi / 2 * (1 if rng.random() < 0.5 else -1)
                draft.place(shelf.stock("car", rng), x_m, y_m, KERB_M + 2 * LAYER_M, turn)


def yard(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """A concrete working yard with stacked goods and waiting lorries."""
    surface = Surface(Material.CONCRETE, vary(rng, (0.58, 0.57, 0.54)), (0.48, 0.47, 0.45), (6.0, 6.0))
    draw_block(draft, block, surface, "yard", ("gray", "concrete"))
    angle = axes_of(block.outline)[0]
    for lot in list(split_lots(block.free.buffer(-2.0), rng, 420.0)):
        chance, spot = rng.random(), lot.centroid
        if chance > 0.5:
            continue
        model = shelf.stock("container stack" if chance < 0.3 else "truck", rng)
        place = moved(extent(model), spot.x, spot.y, angle)
        if block.free.contains(place):
            draft.place(model, spot.x, spot.y, KERB_M + LAYER_M, angle)
            block.take(place, 2.0)


def site(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """A construction site: bare soil and a concrete frame going up beside what else stands there."""
    draw_block(draft, block, Surface(Material.SAND, vary(rng, SOIL)), "construction site", ("brown", "bare"))
    lots = sorted(split_lots(block.free.buffer(-3), rng, 900.0), key=lambda lot: -lot.area)
    rect = fit_rect(lots[0], axes_of(block.outline)[0], 1.0) if lots else None
    if rect is None or min(rect.depth_m, rect.width_m) < 8:
        return
    rect = Rect(rect.x_m, rect.y_m, min(rect.depth_m, 30.0), min(rect.width_m, 22.0), rect.facing_rad)
    object_id, storeys = draft.new_id(), int(rng.integers(3, 7))
    concrete = Surface(Material.CONCRETE, (0.66, 0.64, 0.61), (0.54, 0.53, 0.5), (3.0, 3.0))
    for storey in range(storeys + 1):
        z = KERB_M + 3.4 * storey
        draft.builder.prism(rect.polygon, z if storey else 0.0, z + 0.3, concrete, object_id, underside=True)
        if storey == storeys:
            break
        for a in np.linspace(-rect.depth_m / 2 + 0.6, rect.depth_m / 2 - 0.6, 5):
            for r in np.linspace(-rect.width_m / 2 + 0.6, rect.width_m / 2 - 0.6, 4):
                post = rect.moved(float(a), float(r), 0.5, 0.5)
                draft.builder.walls(post.polygon.exterior.coords, z + 0.3, z + 3.42, concrete, object_id)
    draft.record(
        object_id,
        "unfinished building",
        ("gray", "concrete", "open"),
        rect.polygon,
        z_m=(0.0, KERB_M + 3.4 * storeys + 0.3),
    )
    block.take(rect.polygon, 2.0)
