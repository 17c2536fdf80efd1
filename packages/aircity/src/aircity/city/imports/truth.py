"""The ground truth of an imported city: ids given in order, outlines as rings, sizes as words."""

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from aircity.city.scene import SceneObject

Floats = NDArray[np.float64]


@dataclass(slots=True)
class TruthBook:
    """Collects objects; ids start at 1."""

    objects: list[SceneObject] = field(default_factory=list)
    _last_id: int = 0

    def new_id(self) -> int:
        """The next free object id."""
        self._last_id += 1
        return self._last_id

    def add(
        self,
        object_id: int,
        category: str,
        outline: BaseGeometry,
        z_range_m: tuple[float, float],
        *,
        attributes: tuple[str, ...] = (),
        name: str | None = None,
    ) -> None:
        """Note one object; its outline may have several pieces."""
        self.objects.append(
            SceneObject(
                id=object_id,
                category=category,
                attributes=attributes,
                footprint=ring_of(outline),
                z_min_m=round(z_range_m[0], 3),
                z_max_m=round(z_range_m[1], 3),
                name=name,
            )
        )

    def sized(self) -> tuple[SceneObject, ...]:
        """All objects, buildings with a word for their height among the others."""
        tall = [index for index, item in enumerate(self.objects) if "building" in item.attributes]
        heights = np.array([self.objects[index].z_max_m - self.objects[index].z_min_m for index in tall])
        done = list(self.objects)
        if len(heights):
            low, high, top = np.quantile(heights, [0.2, 0.8, 0.97])
            middle = float(np.median(heights))
        for index, height in zip(tall, heights, strict=True):
            word = (
                "very tall"
                if height >= max(top, 2 * middle)
                else "tall"
                if height >= max(high, 1.25 * middle)
                else "low"
                if height <= min(low, 0.8 * middle)
                else None
            )
            words = tuple(item for item in done[index].attributes if item != "building")
            done[index] = replace(done[index], attributes=words + ((word,) if word else ()))
        return tuple(done)

    def categories(self) -> dict[str, int]:
        """How many objects there are of each category."""
        return dict(sorted(Counter(item.category for item in self.objects).items()))


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCity:
    """What drawing a city yields besides triangles."""

    extent: tuple[float, float, float, float]
    ground_min_m: float
    top_m: float


def ring_of(outline: BaseGeometry) -> tuple[tuple[float, float], ...]:
    """The counter-clockwise outer ring of a shape; scattered pieces are wrapped in their hull."""
    pieces = [
        piece for piece in shapely.get_parts(outline) if piece.geom_type == "Polygon" and piece.area > 0
    ]
    if not pieces:
        hull = outline.convex_hull
        polygon = hull if hull.geom_type == "Polygon" else hull.buffer(0.25, quad_segs=1)
    else:
        polygon = max(pieces, key=lambda piece: piece.area)
        if polygon.area < 0.9 * sum(piece.area for piece in pieces):
            polygon = outline.convex_hull
    slim = Polygon(polygon.exterior).simplify(0.05)
    chosen = (
        slim
        if slim.geom_type == "Polygon" and slim.is_valid and not slim.is_empty
        else Polygon(polygon.exterior)
    )
    ring = np.round(np.asarray(orient(chosen).exterior.coords)[:-1, :2], 3)
    return tuple((x, y) for x, y in ring.tolist())


def plan_of(triangles: Floats) -> BaseGeometry:
    """What triangles (n, 3, 3) cover when seen from above."""
    flat = triangles[..., :2]
    first, second = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    seen = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) > 1e-3
    if not seen.any():
        return hull_of(triangles)
    closed = np.concatenate([flat[seen], flat[seen][:, :1]], axis=1)
    plan = shapely.union_all(shapely.polygons(closed), grid_size=0.01)
    return hull_of(triangles) if plan.is_empty else plan


def hull_of(triangles: Floats) -> BaseGeometry:
    """The convex hull of triangles (n, 3, 3) seen from above."""
    return shapely.convex_hull(shapely.multipoints(triangles[..., :2].reshape(-1, 2)))
