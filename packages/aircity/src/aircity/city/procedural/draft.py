"""The draft of a city while it is drawn: triangles, objects, pictures, and one random stream per task."""

import zlib
from dataclasses import dataclass, field

import numpy as np
from shapely import set_precision
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from aircity.city.procedural.shapes2d import polygons
from aircity.city.scene import SceneObject
from aircity.city.solids.mesh import MeshBuilder
from aircity.city.solids.model import Model, TextureBook, place

_GRID_M = 0.001


@dataclass(slots=True)
class Draft:
    """Collects everything one scene is made of."""

    seed: int
    builder: MeshBuilder = field(default_factory=MeshBuilder)
    book: TextureBook = field(default_factory=TextureBook)
    objects: list[SceneObject] = field(default_factory=list)
    _next_id: int = 1

    def stream(self, task: str) -> np.random.Generator:
        """The random numbers of one task: changing one task leaves the others as they were."""
        return np.random.default_rng([self.seed, zlib.crc32(task.encode())])

    def new_id(self) -> int:
        """An object id that nothing else has."""
        object_id = self._next_id
        self._next_id += 1
        return object_id

    def record(
        self,
        object_id: int,
        category: str,
        attributes: tuple[str, ...],
        footprint: Polygon,
        *,
        z_m: tuple[float, float],
        name: str | None = None,
    ) -> None:
        """Write down the ground truth of an object whose triangles were added with `object_id`."""
        whole = set_precision(Polygon(footprint.exterior), _GRID_M)
        if whole.geom_type != "Polygon":
            closed = set_precision(Polygon(footprint.exterior).buffer(0.05), _GRID_M)
            whole = max(polygons(closed, 0.0), key=lambda part: part.area)
        ring = np.asarray(orient(whole).exterior.coords)[:-1, :2]
        self.objects.append(
            SceneObject(
                id=object_id,
                category=category,
                attributes=attributes,
                footprint=tuple((round(float(x), 3), round(float(y), 3)) for x, y in ring),
                z_min_m=round(float(z_m[0]), 3),
                z_max_m=round(float(z_m[1]), 3),
                name=name,
            )
        )

    def place(
        self, model: Model, x_m: float, y_m: float, z_m: float, heading_rad: float = 0.0
    ) -> SceneObject:
        """Put a model down and write it into the ground truth."""
        placed = place(
            self.builder, model, object_id=self.new_id(), x_m=x_m, y_m=y_m, z_m=z_m, heading_rad=heading_rad
        )
        self.objects.append(placed)
        return placed
