"""Which picture of a thing tells it from another of its kind: python -m benchmarks.measure.descriptor

Things are seen from places drawn by seed in the tuning scenes, with their true masks. Each sighting is
described by the image encoder in use, from its crop, and by the eyes' network, as mean and spread of its
features under the mask. A descriptor is as good as it tells two sightings of one thing from sightings of two.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import load_stack
from airanchor.bench.episodes import load_split
from airanchor.config import load_settings
from airanchor.embedded.eyes.net import CityNet
from airanchor.embedded.eyes.net.city_net import STRIDE
from airanchor.perception import ImageEncoder
from aircity.city.city import City, rendered
from aircity.city.landmarks import LANDMARKS
from aircity.city.library import open_scene
from aircity.geometry import Camera

Floats = NDArray[np.float64]

LEAST_PX, LEAST_CELLS = 400, 6
SIDE_PX = 512


@dataclass(frozen=True, eq=False)
class Sighting:
    """One thing in one view."""

    thing: tuple[str, int]
    kind: str
    view: int
    by_crop: NDArray[np.float32]
    by_cells: NDArray[np.float32]


def sightings(
    city: City, scene: str, views: int, seed: int, encoder: ImageEncoder, net: CityNet
) -> Iterator[Sighting]:
    """What stands in the views of one scene, the ground left out."""
    camera, things = Camera.from_fov(SIDE_PX, SIDE_PX), {one.id: one for one in city.scene.objects}
    for number, pose in enumerate(city.surveyor().sample_poses(views, np.random.default_rng(seed))):
        view = city.renderer.render(pose, camera)
        features = net.look(view.rgb).features
        cells = view.object_id[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
        for one in np.unique(view.object_id):
            rows, columns = np.nonzero(view.object_id == one)
            told = features[cells == one]
            is_thing = one in things and things[one].category in LANDMARKS
            if not is_thing or len(rows) < LEAST_PX or len(told) < LEAST_CELLS:
                continue
            crop = view.rgb[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            described = np.concatenate([told.mean(axis=0), told.std(axis=0)])
            yield Sighting(
                (scene, int(one)), things[one].category, number, encoder.encode([crop])[0], described
            )


def separation(vectors: Floats, is_same: NDArray[np.bool_], is_other: NDArray[np.bool_]) -> float:
    """How often two sightings of one thing are more alike than sightings of two (area under the curve)."""
    alike = vectors @ vectors.T
    same, other = np.sort(alike[is_same]), np.sort(alike[is_other])
    return float(np.searchsorted(other, same).sum() / (len(same) * len(other)))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _even(vectors: Floats) -> Floats:
    """Every number about its mean, in spreads of its own."""
    return _unit((vectors - vectors.mean(axis=0)) / (vectors.std(axis=0) + 1e-6))


def main() -> None:
    """A line for each descriptor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", type=int, default=40, help="views a scene")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    encoder, net, seen = load_stack(load_settings("embedded")).image, CityNet(), list[Sighting]()
    for scene in sorted({one.scene_id for one in load_split("dev")}):
        with rendered(open_scene(scene)) as city:
            seen.extend(sightings(city, scene, given.views, given.seed, encoder, net))
    things, kinds = (np.array(values) for values in ([str(s.thing) for s in seen], [s.kind for s in seen]))
    scenes = np.array([one.thing[0] for one in seen])
    views = np.array([one.view for one in seen])
    is_pair = np.triu((scenes[:, None] == scenes) & (views[:, None] != views))
    is_same = is_pair & (things[:, None] == things)
    is_other = is_pair & (things[:, None] != things)
    is_twin = is_other & (kinds[:, None] == kinds)
    print(f"{len(seen)} sightings; pairs: {is_same.sum()} of one thing, {is_twin.sum()} of two of a kind")
    crops, cells = (np.stack([getattr(s, name) for s in seen]) for name in ("by_crop", "by_cells"))
    crops, cells = crops.astype(float), cells.astype(float)
    for name, vectors in (
        (encoder.name, _unit(crops)),
        (f"{encoder.name}, evened", _even(crops)),
        ("network's features under the mask", _unit(cells)),
        ("network's features under the mask, evened", _even(cells)),
    ):
        told = [separation(vectors, is_same, one) for one in (is_twin, is_other)]
        print(f"{name:44} of its kind {told[0]:.3f}, of any {told[1]:.3f}")


if __name__ == "__main__":
    main()
