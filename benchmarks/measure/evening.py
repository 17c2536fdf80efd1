"""Whether a descriptor evened out by other cities tells twins apart: python -m benchmarks.measure.evening

Things are seen from places drawn by seed, with their true masks, in generated cities of the training styles,
and described from their crops by the image encoder in use. Two cities in three teach how to even its vectors
out, and in the others it is told how often two sightings of one thing are more alike than sightings of two:

raw: the cosine of the vectors as they are;
standardised: every number about its mean and in its spread;
discriminants: of these, the directions in which things differ most for how much sightings of one thing do,
that scatter shrunk towards even.
"""

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from airanchor.learn.eyes.data.cities import SIZE_M, CityChoice, training_cities
from airanchor.perception.image import load_image_encoder
from aircity.city.catalogue import make_scene
from aircity.city.city import rendered
from aircity.city.landmarks import LANDMARKS
from aircity.geometry import Camera
from benchmarks.measure.descriptor import LEAST_PX, SIDE_PX

Floats = NDArray[np.float64]
Evening = Callable[[Floats], Floats]

SEED, CITIES, VIEWS = 7, 18, 32
DIRECTIONS, SHRINKAGE = 64, 1.0
LEAST_SPREAD = 1e-3
"""Added to the spread of a number; most are over 0.01."""
NEAR_M = 30.0
"""Between centres: what the memory must tell apart, since farther things are no candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Vectors of the crops of one city, with what each shows, where that stands, and in which view it was."""

    vectors: Floats  # (n, d)
    things: NDArray[np.int64]
    kinds: NDArray[np.str_]
    views: NDArray[np.int64]
    centers: Floats  # (n, 2)


def look_around(choice: CityChoice, views: int) -> Sightings:
    """What stands in the views of one city."""
    encoder, camera = load_image_encoder(), Camera.from_fov(SIDE_PX, SIDE_PX)
    rows = []
    with rendered(make_scene(choice.style, choice.seed, choice.size_m)) as city:
        things = {one.id: one for one in city.scene.objects if one.category in LANDMARKS}
        poses = city.surveyor().sample_poses(views, np.random.default_rng([SEED, choice.seed]))
        for number, pose in enumerate(poses):
            view = city.renderer.render(pose, camera)
            for one in np.unique(view.object_id).tolist():
                high, wide = np.nonzero(view.object_id == one)
                if one not in things or len(high) < LEAST_PX:
                    continue
                crop = view.rgb[high.min() : high.max() + 1, wide.min() : wide.max() + 1]
                center = np.asarray(things[one].footprint).mean(axis=0)
                rows.append(
                    (encoder.encode([crop])[0].astype(float), one, things[one].category, number, center)
                )
    vectors, names, kinds, numbers, centers = (list(column) for column in zip(*rows, strict=True))
    return Sightings(
        np.stack(vectors), np.array(names), np.array(kinds), np.array(numbers), np.stack(centers)
    )


def learn(cities: Sequence[Sightings], *, discriminants: bool) -> Evening:
    """The standardisation of the vectors of some cities, with or without their discriminants."""
    vectors = np.concatenate([one.vectors for one in cities])
    mean, spread = vectors.mean(axis=0), vectors.std(axis=0) + LEAST_SPREAD
    weights = np.diag(1 / spread)
    if discriminants:
        even = (vectors - mean) / spread
        within = _scatter_of_one([(one.vectors - mean) / spread for one in cities], cities)
        within += SHRINKAGE * np.trace(within) / len(within) * np.eye(len(within))
        scatter, turn = np.linalg.eigh(within)
        whitened = turn / np.sqrt(scatter)
        _, order = np.linalg.eigh(whitened.T @ (even.T @ even / len(even)) @ whitened)
        weights = weights @ whitened @ order[:, ::-1][:, :DIRECTIONS]

    def evened(given: Floats) -> Floats:
        told = (given - mean) @ weights
        return np.asarray(told / np.linalg.norm(told, axis=1, keepdims=True))

    return evened


def _scatter_of_one(even: Sequence[Floats], cities: Sequence[Sightings]) -> Floats:
    """The covariance of sightings of one thing about their mean."""
    rows, freedom = [], 0
    for vectors, city in zip(even, cities, strict=True):
        for one in np.unique(city.things):
            own = vectors[city.things == one]
            if len(own) > 1:
                rows.append(own - own.mean(axis=0))
                freedom += len(own) - 1
    apart = np.concatenate(rows)
    return np.asarray(apart.T @ apart / freedom)


def told_apart(cities: Sequence[Sightings], evened: Evening) -> str:
    """The areas under the curve: of twins, of twins near each other, of any two things."""
    same, others = [], ([], [], [])  # type: ignore[var-annotated]
    for one in cities:
        told = evened(one.vectors)
        alike = told @ told.T
        is_pair = np.triu(one.views[:, None] != one.views)
        is_other = is_pair & (one.things[:, None] != one.things)
        is_twin = is_other & (one.kinds[:, None] == one.kinds)
        apart_m = np.linalg.norm(one.centers[:, None] - one.centers, axis=2)
        same.append(alike[is_pair & (one.things[:, None] == one.things)])
        for kept, rows in zip(others, (is_twin, is_twin & (apart_m < NEAR_M), is_other), strict=True):
            kept.append(alike[rows])
    right = np.concatenate(same)
    words = []
    for name, kept in zip(("twins", "twins nearby", "any two"), others, strict=True):
        wrong = np.sort(np.concatenate(kept))
        area = np.searchsorted(wrong, right).sum() / (len(right) * len(wrong))
        words.append(f"{name} {area:.3f} ({len(wrong)})")
    return f"{', '.join(words)}; {len(right)} pairs of one thing"


def main() -> None:
    """A line for each way of comparing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cities", type=int, default=CITIES)
    parser.add_argument("--views", type=int, default=VIEWS, help="views a city")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    chosen = [replace(one, size_m=SIZE_M) for one in training_cities(given.cities)]
    with ProcessPoolExecutor(given.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        seen = list(pool.map(look_around, chosen, [given.views] * len(chosen)))
    left, taught = seen[::3], [one for number, one in enumerate(seen) if number % 3]
    print(f"raw            {told_apart(left, lambda vectors: vectors)}")
    for name, discriminants in (("standardised  ", False), ("discriminants ", True)):
        print(f"{name} {told_apart(left, learn(taught, discriminants=discriminants))}")


if __name__ == "__main__":
    main()
