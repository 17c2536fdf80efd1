"""Other CPU renderers of the same scene, to be measured beside ours: never needed to fly."""

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aircity.city.scene import CityScene
from aircity.geometry import Camera, Pose

Images = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int32]]
"""rgb (h, w, 3), ray depth (h, w) and object ids (h, w), as `Frame` has them."""


class PeerEngine(Protocol):
    """A renderer opened on one scene and camera."""

    def render(self, pose: Pose) -> Images:
        """One view."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


@dataclass(frozen=True, slots=True)
class Peer:
    """A renderer we compare with: how to get it, what it draws, and the module that opens it."""

    name: str
    package: str
    install: str
    renders: str
    module: str

    @property
    def is_installed(self) -> bool:
        """Whether its Python package is there (a system library may still be missing)."""
        return importlib.util.find_spec(self.package) is not None

    def open(self, scene: CityScene, camera: Camera) -> PeerEngine:
        """Load the scene; raises whatever the engine raises when it cannot run here."""
        opener: Callable[[CityScene, Camera], PeerEngine] = importlib.import_module(self.module).open_peer
        return opener(scene, camera)


PEERS = (
    Peer(
        name="Embree + numba shading",
        package="embreex",
        install="pip install 'embreex>=2.17'",
        renders="the same materials, light and shadows; no smooth edges",
        module="aircity.cli.bench.embree",
    ),
    Peer(
        name="OpenGL on llvmpipe (moderngl)",
        package="moderngl",
        install="pip install 'moderngl>=5.10' && apt-get install libegl1 libgl1-mesa-dri",
        renders="one colour per surface, sun and haze; no patterns, shadows or smooth edges",
        module="aircity.cli.bench.opengl",
    ),
    Peer(
        name="PyBullet TinyRenderer",
        package="pybullet",
        install="pip install 'pybullet>=3.2'",
        renders="one colour per object; no patterns, shadows or smooth edges",
        module="aircity.cli.bench.bullet",
    ),
)


def ray_lengths(camera: Camera) -> NDArray[np.float32]:
    """Ray depth per planar depth of each pixel, (h, w)."""
    u, v = np.meshgrid(np.arange(camera.width_px), np.arange(camera.height_px))
    a, b = (u - camera.cx_px) / camera.fx_px, (v - camera.cy_px) / camera.fy_px
    lengths: NDArray[np.float32] = np.sqrt(1.0 + a * a + b * b).astype(np.float32)
    return lengths
