# mypy: allow-untyped-defs, allow-untyped-calls
"""Embree as a peer: its rays find the triangles, our shading paints them."""

import itertools
import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from aircity.city.render.kernel import fingerprint, kernel
from aircity.city.render.raster.arrays import prepare, view_row
from aircity.city.render.raster.pixels import plane_distance, shade_hit
from aircity.city.render.sky import cloudy_sky
from aircity.city.scene import CityScene
from aircity.cli.bench.peers import Images
from aircity.geometry import Camera, Pose


def open_peer(scene: CityScene, camera: Camera) -> "EmbreePeer":
    """Embree over the scene's triangles."""
    return EmbreePeer(scene, camera)


class EmbreePeer:
    """Rays and shading in row bands on all threads."""

    def __init__(self, scene: CityScene, camera: Camera) -> None:
        self._city = prepare(scene)
        self._camera = camera
        self._scene = EmbreeScene()
        TriangleMesh(self._scene, self._city.corners.reshape(-1, 3, 3))
        self._threads = os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads)

    def render(self, pose: Pose) -> Images:
        """One view."""
        height, width = self._camera.height_px, self._camera.width_px
        view = view_row(pose, self._camera)
        origins = np.empty((height, width, 3), np.float32)
        directions = np.empty((height, width, 3), np.float32)
        rgb = np.empty((height, width, 3), np.uint8)
        depth, ids = np.empty((height, width), np.float32), np.empty((height, width), np.int32)

        def band(start: int, stop: int) -> None:
            aim_rows(view, origins[start:stop], directions[start:stop], start)
            flat = slice(start * width, stop * width)
            found = self._scene.run(origins.reshape(-1, 3)[flat], directions.reshape(-1, 3)[flat])
            shade_rows(
                self._city, view, directions, found.reshape(stop - start, width), rgb, depth, ids, start
            )

        bands = self._threads * 4
        edges = [height * k // bands for k in range(bands + 1)]
        for done in [self._pool.submit(band, a, b) for a, b in itertools.pairwise(edges) if b > a]:
            done.result()
        return rgb, depth, ids

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown()


@kernel
def aim_rows(view, origins, directions, start):
    """Origins and unit directions of a band of rows."""
    rows, columns = origins.shape[:2]
    for row in range(rows):
        b = (start + row - view[15]) / view[13]
        for column in range(columns):
            a = (column - view[14]) / view[12]
            dx = view[9] + b * view[6] + a * view[3]
            dy = view[10] + b * view[7] + a * view[4]
            dz = view[11] + b * view[8] + a * view[5]
            scale = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
            for axis in range(3):
                origins[row, column, axis] = view[axis]
            directions[row, column, 0] = dx * scale
            directions[row, column, 1] = dy * scale
            directions[row, column, 2] = dz * scale


def _make_shade_rows(sources: str) -> Callable[..., Any]:
    @kernel
    def shade_rows(city, view, directions, found, rgb, depth, ids, start):
        """Paint a band of rows from the triangles found."""
        _ = sources  # in the closure, so that the cache is keyed by the sources
        origin = (view[0], view[1], view[2])
        pixel_rad = 1.0 / max(view[12], view[13])
        for row in range(found.shape[0]):
            for column in range(found.shape[1]):
                v, n = start + row, found[row, column]
                ray = directions[v, column]
                direction = (float(ray[0]), float(ray[1]), float(ray[2]))
                if n < 0:
                    sun = city.sun
                    toward_sun = direction[0] * sun[0] + direction[1] * sun[1] + direction[2] * sun[2]
                    colour = cloudy_sky(direction[0], direction[1], direction[2], toward_sun)
                    depth[v, column], ids[v, column] = np.float32(np.inf), 0
                else:
                    t = plane_distance(city.planes[n], origin, direction)
                    colour = shade_hit(city, n, origin, direction, t, pixel_rad)
                    depth[v, column], ids[v, column] = t, city.owners[n, 1]
                for channel in range(3):
                    x = min(max(colour[channel], 0.0), 1.0)
                    rgb[v, column, channel] = np.uint8(255.0 * math.sqrt(x) + 0.5)

    return shade_rows


shade_rows = _make_shade_rows(fingerprint([plane_distance, shade_hit, cloudy_sky]))
