# mypy: allow-untyped-defs, allow-untyped-calls
"""The kernel that renders: per tile find what each pixel sees, then shade it and measure its depth."""

from collections.abc import Callable
from typing import Any

import numpy as np

from aircity.city.render.kernel import compiled, fingerprint, kernel
from aircity.city.render.raster.pixels import SKY_NODES, expose, shade_tile
from aircity.city.render.raster.tile import TILE, fill_tile
from aircity.city.render.tree.boxes import STACK_SIZE


@compiled
def store_tile(left, top, tile, owners, images):
    """Copy what a tile holds to the images, as far as it is on them."""
    tile_packed, tile_depth, triangle = tile
    packed, depth, ids, seen = images
    height, width = depth.shape
    for row in range(min(TILE, height - top)):
        v, start = top + row, row * TILE
        for column in range(min(TILE, width - left)):
            packed[v, left + column] = tile_packed[start + column]
            depth[v, left + column] = tile_depth[start + column]
            seen[v, left + column] = triangle[start + column]
            n = triangle[start + column]
            ids[v, left + column] = owners[max(n, 0), 1] if n >= 0 else 0


def _make_render_tiles(sources: str) -> Callable[..., Any]:
    @kernel
    def render_tiles(city, views, images, start, stop):
        """Render tiles start..stop of all views; tiles run row by row, view by view."""
        _ = sources  # in the closure, so that the cache is keyed by the sources
        packed, depth, ids, seen = images
        height, width = depth.shape[1:]
        across, down = (width + TILE - 1) // TILE, (height + TILE - 1) // TILE
        nearness = np.empty(TILE * TILE, np.float32)
        triangle = np.empty(TILE * TILE, np.int32)
        scratch = (
            np.empty((5, 4), np.float32),
            np.empty((5, 3), np.int32),
            np.empty(STACK_SIZE, np.int32),
            np.empty(STACK_SIZE, np.float32),
            nearness,
            triangle,
        )
        rays = np.empty((3, TILE * TILE), np.float64)
        nodes = np.empty((3, SKY_NODES, SKY_NODES), np.float32)
        light = np.empty((3, TILE * TILE), np.float32)
        tile_depth = np.empty(TILE * TILE, np.float32)
        tile_packed = np.empty(TILE * TILE, np.int32)
        for index in range(start, stop):
            k, tile = index // (across * down), index % (across * down)
            left, top = tile % across * TILE, tile // across * TILE
            fill_tile(city, views[k], left, top, scratch)
            shade_tile(city, views[k], left, top, triangle, (rays, nodes, light, tile_depth))
            expose(light, tile_packed)
            held = (tile_packed, tile_depth, triangle)
            store_tile(left, top, held, city.owners, (packed[k], depth[k], ids[k], seen[k]))

    return render_tiles


render_tiles = _make_render_tiles(fingerprint([fill_tile, shade_tile, expose, store_tile]))
