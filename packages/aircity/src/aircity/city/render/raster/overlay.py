# mypy: allow-untyped-defs, allow-untyped-calls
"""The kernel that draws moving things into finished views: nearer than what is there, they cover it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from aircity.city.render.kernel import compiled, fingerprint, kernel
from aircity.city.render.raster.pixels import aim_rays, expose, plane_distance, shade_hit
from aircity.city.render.raster.tile import TILE, fill_tile
from aircity.city.render.tree.boxes import STACK_SIZE


@compiled
def shade_nearer(things, view, left, top, triangle, held, before):
    """Light and depth of the pixels whose triangle is nearer than `before`; the others lose theirs."""
    rays, light, depth = held
    height, width = before.shape
    aim_rays(view, left, top, rays)
    origin = (view[0], view[1], view[2])
    pixel_rad = 1.0 / max(view[12], view[13])
    drawn = False
    for k in range(TILE * TILE):
        v, u = top + k // TILE, left + k % TILE
        n = triangle[k]
        if n < 0 or v >= height or u >= width:
            triangle[k] = -1
            continue
        direction = (rays[0, k], rays[1, k], rays[2, k])
        t = plane_distance(things.planes[n], origin, direction)
        if not np.float32(t) < before[v, u]:
            triangle[k] = -1
            continue
        light[0, k], light[1, k], light[2, k] = shade_hit(things, n, origin, direction, t, pixel_rad)
        depth[k] = np.float32(t)
        drawn = True
    return drawn


@compiled
def cover(things, first, left, top, tile, images):
    """Write the pixels that still have a triangle into the images."""
    tile_packed, tile_depth, triangle = tile
    packed, depth, ids, seen = images
    for k in range(TILE * TILE):
        n = triangle[k]
        if n >= 0:
            v, u = top + k // TILE, left + k % TILE
            packed[v, u], depth[v, u] = tile_packed[k], tile_depth[k]
            ids[v, u], seen[v, u] = things.owners[n, 1], first + n


def _make_overlay_tiles(sources: str) -> Callable[..., Any]:
    @kernel
    def overlay_tiles(things, first, views, images, start, stop):
        """Draw into tiles start..stop of all views; tiles run row by row, view by view."""
        _ = sources  # in the closure, so that the cache is keyed by the sources
        packed, depth, ids, seen = images
        height, width = depth.shape[1:]
        across, down = (width + TILE - 1) // TILE, (height + TILE - 1) // TILE
        triangle = np.empty(TILE * TILE, np.int32)
        scratch = (
            np.empty((5, 4), np.float32),
            np.empty((5, 3), np.int32),
            np.empty(STACK_SIZE, np.int32),
            np.empty(STACK_SIZE, np.float32),
            np.empty(TILE * TILE, np.float32),
            triangle,
        )
        rays = np.empty((3, TILE * TILE), np.float64)
        light = np.zeros((3, TILE * TILE), np.float32)
        tile_depth = np.empty(TILE * TILE, np.float32)
        tile_packed = np.empty(TILE * TILE, np.int32)
        for index in range(start, stop):
            k, tile = index // (across * down), index % (across * down)
            left, top = tile % across * TILE, tile // across * TILE
            fill_tile(things, views[k], left, top, scratch)
            if triangle.max() < 0:
                continue
            if shade_nearer(things, views[k], left, top, triangle, (rays, light, tile_depth), depth[k]):
                expose(light, tile_packed)
                held = (tile_packed, tile_depth, triangle)
                cover(things, first, left, top, held, (packed[k], depth[k], ids[k], seen[k]))

    return overlay_tiles


overlay_tiles = _make_overlay_tiles(fingerprint([fill_tile, shade_nearer, expose, cover]))
