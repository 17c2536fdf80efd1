"""What a served city must offer: pictures from anywhere, touch, and its bounds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.geometry import Camera, Pose


class Picture(Protocol):
    """One rendered view."""

    @property
    def rgb(self) -> NDArray[np.uint8]:
        """Colours (h, w, 3)."""
        ...

    @property
    def depth_m(self) -> NDArray[np.float32]:
        """Metres along each ray (h, w), +inf for nothing."""
        ...

    @property
    def object_id(self) -> NDArray[np.int32]:
        """Which object each pixel shows (h, w); 0 is the sky."""
        ...


class SceneRenderer(Protocol):
    """Renders one scene and feels for its surfaces; the city's renderer is one."""

    def render(self, pose: Pose, camera: Camera) -> Picture:
        """The view of `camera` on a drone at `pose`."""
        ...

    def touches(self, start_xyz: ArrayLike, end_xyz: ArrayLike, radius_m: float) -> bool:
        """Whether a sphere swept from start to end meets anything."""
        ...

    def is_free(self, point_xyz: ArrayLike, radius_m: float) -> bool:
        """Whether a sphere there touches nothing and is in nothing."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ServedScene:
    """A scene to serve."""

    name: str
    renderer: SceneRenderer
    start: Pose
    """Where the drone is until somebody moves it, and after `reset`."""
    holds: Callable[[Pose], bool]
    """Whether a pose lies within the scene."""
