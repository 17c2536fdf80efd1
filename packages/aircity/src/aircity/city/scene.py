"""A city scene: triangles to see, objects to know about (for benchmarks only), bounds to stay in."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from aircity.city.solids.mesh import Mesh


@dataclass(frozen=True, slots=True)
class SceneObject:
    """One row of the ground truth. Never shown to an agent."""

    id: int
    category: str
    """What a pilot would call it, lower case: "water tower"."""
    attributes: tuple[str, ...]
    """Intrinsic words: colour, material, shape, size. Never where it is."""
    footprint: tuple[tuple[float, float], ...]
    """Convex or not, counter-clockwise, not repeated at the end."""
    z_min_m: float
    z_max_m: float
    name: str | None = None
    """A proper name or the text written on it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the drone may be."""

    x_min_m: float
    y_min_m: float
    x_max_m: float
    y_max_m: float
    z_min_m: float = 0.0
    z_max_m: float = 250.0


@dataclass(frozen=True, slots=True)
class TrafficWay:
    """A closed way that things may move along, in the order of its points, which keeps right."""

    kind: Literal["road", "water"]
    points: tuple[tuple[float, float, float], ...]
    """Not repeated at the end; z is what wheels stand on, or the water."""
    width_m: float
    """Of the lane."""


@dataclass(frozen=True, slots=True, eq=False)
class CityScene:
    """Everything about one city."""

    name: str
    style: str
    mesh: Mesh
    objects: tuple[SceneObject, ...]
    bounds: Bounds
    seed: int | None = None
    sun: tuple[float, float, float] = (0.45, 0.35, 0.82)
    """Direction towards the sun; need not be a unit vector."""
    textures: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 256, 256, 3), np.uint8))
    """Pictures for Material.TEXTURE, (k, 256, 256, 3)."""
    attribution: str = ""
    """Who must be named when pictures of this scene are shown."""
    ways: tuple[TrafficWay, ...] = ()
    """Where traffic may move; none of an imported city are known."""
