"""Measures the shipped encoders and writes their profiles: python -m benchmarks.fit.encoders

Words come from the committed pairs. Crops come from the tuning cities: an object seen from two poses a few
steps apart, against two objects, and against two objects that bear the same category.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.perception.calibration as calibration
from airanchor.perception.calibration.measure import ImagePair, as_json
from airanchor.perception.image import IMAGE_CHOICES, load_image_encoder
from airanchor.perception.text import TEXT_CHOICES, load_text_encoder
from aircity.city.catalogue import load_scene
from aircity.city.render.renderer import Frame, Renderer
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera, Pose

SCENES = ("proving-ground", "practice-square", "trial-green")
POSES = 24
SMALLEST_PX = 500
LARGEST_SHARE = 0.4
EMPTIEST_BOX = 0.35
"""Of its box that an object must fill: roads and rails have no crop of their own."""
MOST_OF_A_CATEGORY = 30
BACKDROP = ("hills", "field")


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One object in two views."""

    identity: tuple[str, int]
    category: str
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]


def see(scene_name: str, rng: np.random.Generator) -> Iterator[Sighting]:
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
                yield Sighting(identity, category[number], crops[number], others[number])
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


def pair_up(
    detections: Sequence[Sighting], rng: np.random.Generator
) -> tuple[list[ImagePair], list[ImagePair], list[ImagePair]]:
    """One object twice, two objects of two categories, two objects of one category."""
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
    return same, different, alike


def main() -> None:
    """Measure and write."""
    where = Path(calibration.__file__).parent / "profiles.json"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=where)
    out = parser.parse_args().out
    profiles: dict[str, calibration.Calibration] = {}
    for name in TEXT_CHOICES:
        text = load_text_encoder(name)
        profiles[text.name] = calibration.calibrate_text(text)
    rng = np.random.default_rng(20)
    detections = [detection for scene in SCENES for detection in see(scene, rng)]
    same, different, alike = pair_up(detections, rng)
    print(f"{len(detections)} detections; {len(same)} same, {len(different)} different, {len(alike)} alike")
    for name in IMAGE_CHOICES:
        image = load_image_encoder(name)
        profiles[image.name] = calibration.calibrate_images(
            image, same=same, different=different, alike=alike
        )
    out.write_text(as_json(profiles), encoding="utf-8")


if __name__ == "__main__":
    main()
