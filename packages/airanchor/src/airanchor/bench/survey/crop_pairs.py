"""Pairs of crops to calibrate image encoders on, from the tuning cities.

An object seen from two poses a few steps apart, against two objects, and against two objects that bear the
same category.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.calibration.measure import ImagePair
from aircity.city.catalogue import load_scene
from aircity.city.render.renderer import Frame, Renderer
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera, Pose

SCENES = ("proving-ground", "practice-square", "trial-green")
SEED = 20
POSES = 24
SMALLEST_PX = 500
LARGEST_SHARE = 0.4
EMPTIEST_BOX = 0.35
"""Of its box that an object must fill: roads and rails have no crop of their own."""
MOST_OF_A_CATEGORY = 30
BACKDROP = ("hills", "field")


@dataclass(frozen=True, slots=True, eq=False)
class CropSighting:
    """One object in two views."""

    identity: tuple[str, int]
    category: str
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]


def see(scene_name: str, rng: np.random.Generator) -> Iterator[CropSighting]:
    """Objects that two neighbouring poses both show."""
    scene = load_scene(scene_name)
    category = {thing.id: thing.category for thing in scene.objects}
    renderer = Renderer(scene)
    surveyor = CitySurveyor(scene, renderer=renderer)
    camera = Camera.from_fov(512, 512)
    for pose in surveyor.sample_poses(POSES, rng, lowest_m=15.0, highest_m=45.0, clearance_m=8.0):
        first, second = renderer.render(pose, camera), renderer.render(step_aside(pose, rng), camera)
        crops, others = crop_objects(first), crop_objects(second)
        for number in sorted(crops.keys() & others.keys() & category.keys()):
            if category[number] not in BACKDROP:
                identity = (scene_name, number)
                yield CropSighting(identity, category[number], crops[number], others[number])
    renderer.close()


def step_aside(pose: Pose, rng: np.random.Generator) -> Pose:
    """Up to 8 m away and turned by up to 20 degrees."""
    x_m, y_m, z_m = pose.position + rng.uniform((-8, -8, -3), (8, 8, 3))
    return Pose(float(x_m), float(y_m), float(z_m), pose.heading_rad).turned(float(rng.uniform(-0.35, 0.35)))


def crop_objects(frame: Frame) -> dict[int, NDArray[np.uint8]]:
    """The box of each object that is large and compact enough."""
    crops = {}
    for number in np.unique(frame.object_id[frame.object_id > 0]):
        rows, columns = np.nonzero(frame.object_id == number)
        height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
        is_fit = SMALLEST_PX <= len(rows) <= LARGEST_SHARE * frame.object_id.size
        if is_fit and len(rows) >= EMPTIEST_BOX * height * width and min(height, width) >= 12:
            top, left = rows.min(), columns.min()
            crops[int(number)] = frame.rgb[top : top + height, left : left + width]
    return crops


@dataclass(frozen=True, slots=True, eq=False)
class CropPairs:
    """What an image encoder is measured on."""

    same: list[ImagePair]
    """One object twice."""
    different: list[ImagePair]
    """Two objects of two categories."""
    alike: list[ImagePair]
    """Two objects of one category."""


def make_crop_pairs(tell: Callable[[str], None] = lambda _: None) -> CropPairs:
    """The pairs of all tuning cities, always the same ones."""
    rng = np.random.default_rng(SEED)
    sightings: list[CropSighting] = []
    for scene in SCENES:
        tell(f"looking around {scene} for pairs of crops ...")
        sightings += see(scene, rng)
    return pair_up(sightings, rng)


def pair_up(detections: Sequence[CropSighting], rng: np.random.Generator) -> CropPairs:
    """Pairs of sightings, of each category no more than a share."""
    same: list[ImagePair] = []
    different: list[ImagePair] = []
    alike: list[ImagePair] = []
    seen: Counter[str] = Counter()
    for number in rng.permutation(len(detections)):
        one = detections[number]
        if seen[one.category] == MOST_OF_A_CATEGORY:
            continue
        seen[one.category] += 1
        same.append((one.first, one.second))
        others = [detections[other] for other in rng.permutation(len(detections))]
        different += [(one.first, other.second) for other in others if other.category != one.category][:1]
        alike += [
            (one.first, other.second)
            for other in others
            if other.category == one.category and other.identity != one.identity
        ][:1]
    return CropPairs(same, different, alike)
