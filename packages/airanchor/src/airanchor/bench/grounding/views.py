"""The views that grounding is measured on: where a drone would look, with the truth beside each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.truth import ViewTruth
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import SceneObject
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera
from aircity.world import Observation
from aircity.world.tour import appeal

CANDIDATES_PER_VIEW = 4
"""So many poses are tried for each view, and those with more to see are kept."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class TrueView:
    """A view and the truth about it; a detector gets the view alone."""

    scene: str
    number: int
    view: Observation
    ids: NDArray[np.int32]  # (height, width), 0 is the sky
    truth: ViewTruth
    objects: dict[int, SceneObject]


def survey_views(
    scenes: tuple[str, ...],
    per_scene: int,
    seed: int,
    *,
    size_px: int = 512,
    progress: Progress | None = None,
) -> Iterator[TrueView]:
    """Views of each scene, 10 to 60 m above ground; the same for the same seed."""
    camera, small = Camera.from_fov(size_px, size_px), Camera.from_fov(96, 96)
    for name in scenes:
        scene = open_scene(name)
        objects = {one.id: one for one in scene.objects}
        renderer = Renderer(scene)
        try:
            surveyor = CitySurveyor(scene, renderer=renderer)
            rng = np.random.default_rng(seed)
            poses = surveyor.sample_poses(CANDIDATES_PER_VIEW * per_scene, rng)
            ranked = sorted(poses, key=lambda pose: -appeal(surveyor.view(pose, small)))
            for number, pose in enumerate(ranked[: 2 * per_scene : 2]):
                frame = renderer.render(pose, camera)
                view = Observation(frame.rgb, frame.depth_m, pose, camera)
                truth = ViewTruth(frame.object_id, objects)
                yield TrueView(name, number, view, frame.object_id, truth, objects)
                if progress:
                    progress(f"{name} view {number + 1}")
        finally:
            renderer.close()
