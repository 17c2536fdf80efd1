"""The views that the scene reader is fitted to and measured on, with what each cell of them truly shows."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.truth import ViewTruth
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.regions.depths import upward
from airanchor.embedded.eyes.detector.regions.relief import heights_above_ground
from airanchor.embedded.eyes.reader.regions.layout import LEAST_NEARNESS, MOST_NEARNESS, SurfaceKind
from airanchor.perception import Phrase
from airanchor.perception.oracle_words import is_covered
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene, SceneObject
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera, Pose
from aircity.world import Observation

SIZE_PX = 512
LOWEST_M, HIGHEST_M = 12.0, 60.0
_COMMON = frozenset((
    "apartment building", "house", "tree", "street lamp", "car", "crosswalk", "intersection", "road",
    "pavement", "field", "lawn", "hills", "courtyard", "yard", "building", "sea", "forest",
    "office building", "warehouse",
))  # fmt: skip
"""Categories that any view shows; the others are looked for."""
_TRIES = 12
_SEEN_PX = 250

_GROUND_KINDS = {
    **dict.fromkeys(
        ("lawn", "park", "garden", "field", "sports field", "forest", "flower bed"), SurfaceKind.GRASS
    ),
    **dict.fromkeys(("road", "intersection", "roundabout", "crosswalk", "parking lot"), SurfaceKind.ROAD),
    **dict.fromkeys(
        ("pavement", "plaza", "courtyard", "yard", "path", "embankment", "pier"), SurfaceKind.PAVING
    ),
    **dict.fromkeys(("river", "canal", "lake", "sea", "pond", "swimming pool"), SurfaceKind.WATER),
}
_VEHICLES = ("car", "bus", "truck", "train", "tram", "excavator")
_GROUND_LIMIT_M = 0.8
"""Of an object of ground, what rises above this is a thing: goals, nets, fences."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueCells:
    """What each cell shows, (h, w)."""

    kind: NDArray[np.int64]
    nearness: NDArray[np.float32]
    height_m: float
    """Of the camera over the ground."""


def look_around(
    scenes: Sequence[str], per_scene: int, seed: int, *, landmarks_per_scene: int = 0
) -> Iterator[TrueView]:
    """Views of each scene: free poses anywhere, then poses that look at a landmark; fixed by the seed."""
    camera = Camera.from_fov(SIZE_PX, SIZE_PX)
    for name in scenes:
        scene = open_scene(name)
        objects = {one.id: one for one in scene.objects}
        renderer = Renderer(scene)
        try:
            rng = np.random.default_rng([seed, len(name), *name.encode()])
            poses = CitySurveyor(scene, renderer=renderer).sample_poses(
                per_scene, rng, lowest_m=LOWEST_M, highest_m=HIGHEST_M, clearance_m=4.0
            )
            poses += tuple(_landmark_poses(scene, renderer, landmarks_per_scene, rng))
            for number, pose in enumerate(poses):
                frame = renderer.render(pose, camera)
                view = Observation(frame.rgb, frame.depth_m, pose, camera)
                truth = ViewTruth(frame.object_id, objects)
                yield TrueView(name, number, view, frame.object_id, truth, objects)
        finally:
            renderer.close()


def _landmark_poses(
    scene: CityScene, renderer: Renderer, count: int, rng: np.random.Generator
) -> Iterator[Pose]:
    """Poses that see a landmark from 20 to 160 m, somewhere in the view; categories take turns."""
    by_category: dict[str, list[SceneObject]] = {}
    for one in scene.objects:
        if one.category not in _COMMON:
            by_category.setdefault(one.category, []).append(one)
    small = Camera.from_fov(128, 128)
    turns = [name for _ in range(count) for name in rng.permutation(sorted(by_category)).tolist()]
    found = 0
    for name in turns:
        if found == count:
            return
        one = by_category[name][int(rng.integers(len(by_category[name])))]
        center = np.mean(np.asarray(one.footprint), axis=0)
        for _ in range(_TRIES):
            distance_m, around = rng.uniform((20, -math.pi), (160, math.pi))
            aside, z_m = rng.uniform((-0.6, LOWEST_M), (0.6, HIGHEST_M))
            x_m, y_m = center - distance_m * np.array([math.cos(around), math.sin(around)])
            pose = Pose(float(x_m), float(y_m), float(z_m), 0.0).turned(float(around + aside))
            if not renderer.is_free(pose.position, 4.0):
                continue
            if (renderer.render(pose, small).object_id == one.id).sum() * 16 >= _SEEN_PX:
                found += 1
                yield pose
                break


def true_cells(true: TrueView, stride: int = 4) -> TrueCells:
    """Kinds and nearnesses at the middle of each block of `stride` pixels."""
    view = true.view
    depth_m = view.depth_m[stride // 2 :: stride, stride // 2 :: stride].astype(np.float32)
    ids = true.ids[stride // 2 :: stride, stride // 2 :: stride]
    grid = view.camera.pixel_grid[stride // 2 :: stride, stride // 2 :: stride]
    is_surface = np.isfinite(depth_m) & (depth_m > 0)
    points = view.camera.back_project(grid, np.where(is_surface, depth_m, 0), view.pose).astype(np.float32)
    near = is_surface & (depth_m < 600)
    rise_m = heights_above_ground(points, near, view.pose.position)
    up = upward(points, near)
    on_ground = near & (np.abs(rise_m) < _GROUND_LIMIT_M)
    ground_m = points[..., 2] - rise_m
    below_m = (
        float(np.median(ground_m[on_ground & (depth_m < 150)]))
        if (on_ground & (depth_m < 150)).any()
        else 0.0
    )
    height_m = max(view.pose.z_m - below_m, 3.0)
    range_m = np.hypot(points[..., 0] - view.pose.x_m, points[..., 1] - view.pose.y_m)
    nearness = np.where(is_surface, height_m / np.maximum(range_m, 0.5), LEAST_NEARNESS)
    kind = np.full(ids.shape, int(SurfaceKind.SKY), np.int64)
    for number in np.unique(ids):
        here = ids == number
        kind[here] = _kinds(true.objects.get(int(number)), rise_m[here], up[here])
    return TrueCells(kind, np.clip(nearness, LEAST_NEARNESS, MOST_NEARNESS).astype(np.float32), height_m)


def _kinds(
    one: SceneObject | None, rise_m: NDArray[np.float32], up: NDArray[np.float32]
) -> NDArray[np.int64]:
    if one is None:
        return np.full(rise_m.shape, int(SurfaceKind.SKY))
    if one.category == "hills":
        return np.full(rise_m.shape, int(SurfaceKind.HILLS))
    if one.category in _GROUND_KINDS or one.z_max_m - one.z_min_m < 0.7:
        ground = int(_GROUND_KINDS.get(one.category, SurfaceKind.BARE))
        return np.where(
            rise_m > 1.2, int(SurfaceKind.TREE if one.category == "forest" else SurfaceKind.THING), ground
        )
    if one.category in ("tree", "hedge"):
        return np.full(rise_m.shape, int(SurfaceKind.TREE))
    if one.category in _VEHICLES:
        return np.full(rise_m.shape, int(SurfaceKind.VEHICLE))
    if is_covered(Phrase("building"), one.category):
        return np.where(up > 0.45, int(SurfaceKind.ROOF), int(SurfaceKind.WALL))
    return np.where(
        (rise_m < 0.4) & (up > 0.9) & (one.z_max_m < 7), int(SurfaceKind.BARE), int(SurfaceKind.THING)
    )
