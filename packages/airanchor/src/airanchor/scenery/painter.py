"""Views of an open city from anywhere: straight down as a map has it, and ahead as the drone saw it."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.drawing import CityGround, GroundBox
from airanchor.scenery.ground import ground_of
from aircity.city.city import City
from aircity.city.render.renderer import Renderer
from aircity.city.traffic import SECONDS_PER_ACTION
from aircity.geometry import Camera, Pose

_HEIGHT_M = 420.0
"""Low enough for clear air, high enough for walls to stay upright."""
_TILE_M = 60.0
"""The narrower a tile, the less walls lean."""
_AT_ONCE = 16
"""Views that are rendered together."""


class CityPainter:
    """What a page, a figure or a video may ask of a city; it knows the ground truth and must not fly."""

    def __init__(self, city: City) -> None:
        self._city = city
        self.ground: CityGround = ground_of(city.scene)

    def above(self, box: GroundBox, longest_px: int) -> Image.Image:
        """The box from high above, north up."""
        return Image.fromarray(look_down(self._city.renderer, box, longest_px))

    def views(self, track: Sequence[tuple[float, Pose]], camera: Camera) -> Iterator[NDArray[np.uint8]]:
        """What was seen at each (step, pose), traffic where it was by then; noise is left out."""
        if self._city.traffic is not None:
            yield from self._moving_views(track, camera)
            return
        for first in range(0, len(track), _AT_ONCE):
            poses = [pose for _, pose in track[first : first + _AT_ONCE]]
            yield from (frame.rgb for frame in self._city.renderer.render_many(poses, camera))

    def _moving_views(
        self, track: Sequence[tuple[float, Pose]], camera: Camera
    ) -> Iterator[NDArray[np.uint8]]:
        traffic, renderer = self._city.traffic, self._city.renderer
        assert traffic is not None
        stage = renderer.stage(traffic.bodies)
        for step, pose in track:
            moment = stage.at(traffic.poses(step * SECONDS_PER_ACTION))
            yield renderer.render_many([pose], camera, moment)[0].rgb


def look_down(renderer: Renderer, box: GroundBox, longest_px: int) -> NDArray[np.uint8]:
    """A box of the ground from high above, north up, put together from tiles; (height, width, 3)."""
    south, west, north, east = box
    longest_m = max(north - south, east - west)
    tiles = max(1, math.ceil(longest_m / _TILE_M))
    tile_px = max(1, longest_px // tiles)
    tile_m = longest_m / tiles
    camera = Camera.from_fov(tile_px, tile_px, 2 * math.degrees(math.atan(tile_m / 2 / _HEIGHT_M)))
    down = camera.pitched(-math.pi / 2)
    columns, rows = math.ceil((east - west) / tile_m - 1e-9), math.ceil((north - south) / tile_m - 1e-9)
    strips = []
    for row in range(rows):
        north_m = north - (row + 0.5) * tile_m
        poses = [Pose(north_m, west + (column + 0.5) * tile_m, _HEIGHT_M) for column in range(columns)]
        strips.append(np.concatenate([frame.rgb for frame in renderer.render_many(poses, down)], axis=1))
    whole = np.concatenate(strips)
    px_per_m = tile_px / tile_m
    return whole[: round((north - south) * px_per_m), : round((east - west) * px_per_m)]
