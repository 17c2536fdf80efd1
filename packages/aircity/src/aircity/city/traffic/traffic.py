# mypy: allow-untyped-calls
"""The traffic of one city: where everything is at a time, its triangles there, and what it runs into."""

import math
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.city.render.moving import Bodies
from aircity.city.render.tree.boxes import Bvh, build_bvh
from aircity.city.render.tree.sweep import touches_any
from aircity.city.scene import CityScene
from aircity.city.traffic.clearing import cleared
from aircity.city.traffic.fleet import muster
from aircity.city.traffic.levels import LEVELS, SECONDS_PER_ACTION, checked_traffic
from aircity.errors import InputError

Floats = NDArray[np.float64]


class Traffic:
    """Everything that moves in a city: a function of the scene, the level, the seed and the time alone."""

    def __init__(self, scene: CityScene, level: int, *, seed: int = 0) -> None:
        if checked_traffic(level) == 0:
            raise InputError("traffic 0 is none: leave it out")
        if not scene.ways:
            raise InputError(
                f"city {scene.name!r} has no ways that traffic could take; cities of airanchor sim list and "
                "STYLE@SEED have, imported ones have not: leave --traffic out"
            )
        if seed < 0:
            raise InputError(f"traffic seed {seed} must be 0 or more")
        self.level, self.seed = level, seed
        self.scene = cleared(scene)
        """The city without the vehicles that stand in the way of those that drive."""
        self._fleet = muster(scene.ways, LEVELS[level], np.random.default_rng([seed, level]))
        self._first_id = max((one.id for one in scene.objects), default=0) + 1

    def __len__(self) -> int:
        return len(self._fleet.kind)

    def poses(self, time_s: float) -> Floats:
        """(m, 4) x, y, z in metres and heading in radians of everything that moves."""
        return self._fleet.poses(time_s)

    def category(self, body: int) -> str:
        """What a pilot would call it."""
        return self._fleet.models[int(self._fleet.kind[body])].category

    @property
    def bodies(self) -> Bodies:
        """What the renderer needs of it; object ids follow those of the city."""
        fleet = self._fleet
        return Bodies(tuple(model.mesh for model in fleet.models), fleet.kind, self._first_id, fleet.textures)

    def meets(self, start_xyz: ArrayLike, end_xyz: ArrayLike, radius_m: float, time_s: float) -> bool:
        """Whether a ball that flies from start to end in one action, begun at `time_s`, touches a body.

        Seen from a body the ball flies a straight line, from where it is before the action to where it is
        after; that is exact for a body that goes straight.
        """
        before, after = self.poses(time_s), self.poses(time_s + SECONDS_PER_ACTION)
        start, end = np.asarray(start_xyz, np.float64), np.asarray(end_xyz, np.float64)
        relative = _in_frames(before, start), _in_frames(after, end)
        for body in np.flatnonzero(_near(*relative, self._reaches_m[self._fleet.kind] + radius_m)):
            tree, corners = self._solids[self._fleet.kind[body]]
            path = relative[0][body].copy(), relative[1][body].copy()
            if touches_any(tree, corners, *path, float(radius_m)):
                return True
        return False

    @cached_property
    def _solids(self) -> list[tuple[Bvh, NDArray[np.float32]]]:
        trees = [build_bvh(model.mesh.vertices) for model in self._fleet.models]
        return [
            (tree, np.ascontiguousarray(model.mesh.vertices[tree.order].reshape(-1, 9)))
            for tree, model in zip(trees, self._fleet.models, strict=True)
        ]

    @cached_property
    def _reaches_m(self) -> Floats:
        """How far each model reaches from its origin."""
        points = [model.mesh.vertices.reshape(-1, 3).astype(np.float64) for model in self._fleet.models]
        return np.array([math.sqrt(float((of**2).sum(axis=1).max())) for of in points])


def _in_frames(poses: Floats, point: Floats) -> Floats:
    """(m, 3) a point of the world as each body sees it."""
    away = point - poses[:, :3]
    cos_h, sin_h = np.cos(poses[:, 3]), np.sin(poses[:, 3])
    return np.column_stack(
        [away[:, 0] * cos_h + away[:, 1] * sin_h, away[:, 1] * cos_h - away[:, 0] * sin_h, away[:, 2]]
    )


def _near(start: Floats, end: Floats, reach_m: Floats) -> NDArray[np.bool_]:
    """(m,) which segments come closer to the origin than the reach."""
    along = end - start
    squared = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(-(start * along).sum(axis=1) / squared, 0.0, 1.0)
    nearest = start + along * share[:, None]
    near: NDArray[np.bool_] = (nearest**2).sum(axis=1) <= reach_m**2
    return near
