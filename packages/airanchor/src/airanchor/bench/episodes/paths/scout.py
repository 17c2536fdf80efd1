"""All that planning needs to know of one scene: free air, nameable things, streets and waters."""

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.bench.episodes.paths.airways import off_grid
from airanchor.bench.episodes.paths.landmarks import STREET, NameableObject, nameable, union_of
from airanchor.bench.episodes.paths.lookout import VisibleObjects, look_around
from airanchor.bench.episodes.paths.relief import CELL_M, measure_relief
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Pose, wrap

WAYS: dict[str, tuple[str, ...]] = {
    "street": STREET,
    "river": ("river",),
    "canal": ("canal",),
    "railway": ("railway",),
    "beach": ("beach",),
}
_ROOFED = ("hotel", "school", "hospital", "museum", "church", "supermarket")
_ROOFS_WITHIN_M = 45.0
CROSSED = ("river", "canal", "lake", "park", "railway")


class Scout:
    """One scene, measured once."""

    def __init__(self, scene: CityScene, renderer: Renderer) -> None:
        self.scene = scene
        self.renderer = renderer
        self.relief = measure_relief(scene, renderer)
        self.landmarks = nameable(scene)
        self.ways = {name: union_of(scene, categories) for name, categories in WAYS.items()}
        self.crossed = {
            one.id: (one.category, shapely.Polygon(one.footprint).buffer(0))
            for one in scene.objects
            if one.category in CROSSED
        }
        self._off: dict[str, NDArray[np.bool_]] = {}

    def look(self, here: Pose) -> VisibleObjects:
        """What is visible all around."""
        return look_around(self.renderer, here)

    def off_way(self, way: str) -> NDArray[np.bool_]:
        """The grid of cells that are not on a way."""
        if way not in self._off:
            nx, ny = self.relief.top_m.shape
            i, j = np.meshgrid(np.arange(nx), np.arange(ny), indexing="ij")
            x = self.relief.x_min_m + (i + 0.5) * CELL_M
            y = self.relief.y_min_m + (j + 0.5) * CELL_M
            self._off[way] = off_grid(self.relief, shapely.contains_xy(self.ways[way], x, y))
        return self._off[way]

    def has_roofs(self, here: Pose) -> bool:
        """Whether houses around stand as high as the drone."""
        place = shapely.Point(here.x_m, here.y_m)
        return any(
            (one.kind.building or one.thing.category in _ROOFED)
            and one.thing.z_max_m > here.z_m - 2.0
            and one.outline.distance(place) < _ROOFS_WITHIN_M
            for one in self.landmarks.values()
        )

    def sees(self, here: Pose, one: NameableObject) -> bool:
        """Whether a ray from here to the middle or the top of a thing meets it first."""
        heights = (0.5 * (one.thing.z_min_m + one.thing.z_max_m), one.thing.z_max_m - 0.5)
        targets = np.array([[one.x_m, one.y_m, height] for height in heights]) - here.position
        hits = self.renderer.raycast(np.tile(here.position, (len(targets), 1)), targets)
        return bool((hits.object_id == one.id).any())


def bearing_to(here: Pose, one: NameableObject) -> float:
    """Where a landmark's middle is for the drone, right positive."""
    return wrap(math.atan2(one.y_m - here.y_m, one.x_m - here.x_m) - here.heading_rad)
