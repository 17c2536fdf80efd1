"""Where training pictures are taken: any free place in the air, and places that show a chosen object."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene, SceneObject
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera, Pose

VIEW_PX = 512
CROP_PX = 256
_LOWEST_M, _HIGHEST_M = 8.0, 60.0
_CLEARANCE_M = 3.0
_FREE_SHARE = 0.2
_DOWN_SHARE, _TILTED_SHARE = 0.06, 0.06
_TILTS_RAD = (-0.7, -0.15)
_FOCAL_SPREAD = (0.92, 1.12)
_TRIES = 10
_SMALL_PX = 64
_LEAST_PX = 80
"""Of a crop that is aimed at an object, so much must show it."""
_TOLD_OFTEN = {
    "apartment building": 5.0, "house": 4.0, "office building": 4.0, "skyscraper": 3.0, "hotel": 2.0,
    "museum": 2.0, "billboard": 2.0, "statue": 2.0, "clock tower": 2.0, "water tower": 2.0,
    "school": 2.0, "supermarket": 2.0, "stadium": 6.0, "mosque": 4.0, "bridge": 3.0, "pagoda": 3.0,
    "observatory": 3.0, "unfinished building": 3.0, "roller coaster": 4.0, "ferris wheel": 3.0,
    "carousel": 4.0, "airplane": 4.0, "helicopter": 4.0, "lighthouse": 4.0, "satellite dish": 3.0,
    "solar farm": 3.0, "windmill": 3.0, "fire hydrant": 3.0, "roundabout": 2.0, "bus": 2.0,
}  # fmt: skip
"""Shown more often: kinds of many looks, kinds easily taken for another, and kinds that few cities have."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A square window of a 512-pixel view."""

    pose: Pose
    left_px: int
    top_px: int
    focal_px: float
    pitch_rad: float = 0.0
    size_px: int = CROP_PX

    def camera(self, drawn_px: int | None = None) -> Camera:
        """What renders the window alone, `drawn_px` wide: its principal point lies off its middle."""
        k = (drawn_px or self.size_px) / self.size_px
        middle = (VIEW_PX - 1) / 2 + 0.5
        side = round(self.size_px * k)
        cx, cy = ((middle - at) * k - 0.5 for at in (self.left_px, self.top_px))
        return Camera(side, side, self.focal_px * k, self.focal_px * k, cx, cy, self.pitch_rad)


class Photographer:
    """Chooses shots of one city."""

    def __init__(self, scene: CityScene, renderer: Renderer, rng: np.random.Generator) -> None:
        self._scene, self._renderer, self._rng = scene, renderer, rng
        self._kinds: dict[str, list[SceneObject]] = {}
        for one in scene.objects:
            self._kinds.setdefault(one.category, []).append(one)
        self._names = sorted(self._kinds)
        odds = [_TOLD_OFTEN.get(name, 1.0) * len(self._kinds[name]) ** 0.2 for name in self._names]
        self._odds = np.array(odds) / sum(odds)

    def shots(self, count: int, size_px: int = CROP_PX) -> Iterator[Shot]:
        """A fifth of them anywhere, the others show an object of a kind drawn by lot."""
        yield from self._free(round(count * _FREE_SHARE), size_px)
        left = count - round(count * _FREE_SHARE)
        while left:
            kind = self._kinds[self._names[self._rng.choice(len(self._names), p=self._odds)]]
            shot = self._aimed(kind[self._rng.integers(len(kind))], size_px)
            if shot is not None:
                left -= 1
                yield shot

    def _free(self, count: int, size_px: int) -> Iterator[Shot]:
        surveyor = CitySurveyor(self._scene, renderer=self._renderer)
        for pose in surveyor.sample_poses(count, self._rng, lowest_m=_LOWEST_M, highest_m=_HIGHEST_M):
            left, top = self._rng.integers(0, VIEW_PX - size_px + 1, 2)
            yield Shot(pose, int(left), int(top), self._focal_px(), self._pitch_rad(), size_px)

    def _aimed(self, one: SceneObject, size_px: int) -> Shot | None:
        for _ in range(_TRIES):
            pitch_rad = self._pitch_rad()
            pose = self._pose_near(one, pitch_rad)
            if not self._renderer.is_free(pose.position, _CLEARANCE_M):
                continue
            shot = self._framed(one, pose, pitch_rad, size_px)
            if shot is not None and self._shows(shot, one):
                return shot
        return None

    def _pose_near(self, one: SceneObject, pitch_rad: float) -> Pose:
        outline = np.asarray(one.footprint)
        center = outline.mean(axis=0)
        reach_m = float(np.hypot(*(outline - center).T).max())
        size_m = max(reach_m, (one.z_max_m - one.z_min_m) / 2, 0.5)
        z_m = float(self._rng.uniform(_LOWEST_M, self._rng.choice([30.0, _HIGHEST_M])))
        around, aside = self._rng.uniform((-math.pi, -0.65), (math.pi, 0.65))
        far_m = min(150.0, 25.0 + 12 * size_m)
        away_m = reach_m + math.exp(self._rng.uniform(math.log(10), math.log(far_m)))
        if pitch_rad < -1:
            away_m = self._rng.uniform(0, max(z_m, 10.0))
        x_m, y_m = center - away_m * np.array([math.cos(around), math.sin(around)])
        return Pose(float(x_m), float(y_m), z_m).turned(float(around + aside))

    def _framed(self, one: SceneObject, pose: Pose, pitch_rad: float, size_px: int) -> Shot | None:
        whole = Shot(pose, 0, 0, self._focal_px(), pitch_rad, VIEW_PX)
        middle = [*np.asarray(one.footprint).mean(axis=0), (one.z_min_m + one.z_max_m) / 2]
        at = whole.camera().project(middle, pose)
        if not np.isfinite(at).all():
            return None
        corner = at - self._rng.uniform(size_px * 0.15, size_px * 0.85, 2)
        left, top = np.clip(corner, 0, VIEW_PX - size_px).astype(int)
        return Shot(pose, int(left), int(top), whole.focal_px, pitch_rad, size_px)

    def _shows(self, shot: Shot, one: SceneObject) -> bool:
        small = self._renderer.render(shot.pose, shot.camera(_SMALL_PX)).object_id
        return int((small == one.id).sum()) * (shot.size_px // _SMALL_PX) ** 2 >= _LEAST_PX

    def _focal_px(self) -> float:
        return VIEW_PX / 2 * float(self._rng.uniform(*_FOCAL_SPREAD))

    def _pitch_rad(self) -> float:
        draw = self._rng.random()
        if draw < _DOWN_SHARE:
            return -math.pi / 2
        return float(self._rng.uniform(*_TILTS_RAD)) if draw < _DOWN_SHARE + _TILTED_SHARE else 0.0
