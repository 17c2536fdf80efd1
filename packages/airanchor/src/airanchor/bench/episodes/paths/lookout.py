"""What can be seen all around from a place, by the renderer's object ids."""

import math
from dataclasses import dataclass

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose

_SIZE_PX = 112
_HEADINGS = (0.0, math.pi / 2, math.pi, -math.pi / 2)


@dataclass(frozen=True, slots=True)
class VisibleObjects:
    """How many of the panorama's 4 x 112 x 112 pixels show each object."""

    pixels: dict[int, int]

    def shows(self, object_id: int, at_least_px: int = 6) -> bool:
        """Whether an object is plainly visible."""
        return self.pixels.get(object_id, 0) >= at_least_px


def look_around(renderer: Renderer, here: Pose) -> VisibleObjects:
    """Four views of 90 degrees from a place."""
    camera = Camera.from_fov(_SIZE_PX, _SIZE_PX)
    poses = [Pose(here.x_m, here.y_m, here.z_m, heading) for heading in _HEADINGS]
    ids = np.stack([frame.object_id for frame in renderer.render_many(poses, camera)])
    found, counts = np.unique(ids, return_counts=True)
    return VisibleObjects(dict(zip(found.tolist(), counts.tolist(), strict=True)))
