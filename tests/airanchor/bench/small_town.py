"""A small town with known objects, and encoders without weights, for the tests of studies."""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import box

from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface

CATEGORIES = (
    "house",
    "church",
    "skyscraper",
    "water tower",
    "gas station",
    "museum",
    "barn",
    "hotel",
    "statue",
)
COLOURS = ("red", "white", "blue", "green", "yellow", "grey", "brown", "pink", "black")


def small_town() -> CityScene:
    """Nine blocks of different kind and colour, 40 m apart, on a lawn."""
    builder = MeshBuilder()
    builder.flat(box(-200, -200, 200, 200), 0.0, Surface(Material.PLAIN, (0.5, 0.6, 0.5)), 1)
    objects = [_object(1, "lawn", ("green",), box(-200, -200, 200, 200), 0.0)]
    for number, (category, colour) in enumerate(zip(CATEGORIES, COLOURS, strict=True)):
        x_m, y_m = 40.0 * (number // 3 - 1), 40.0 * (number % 3 - 1)
        shape = box(x_m - 8, y_m - 8, x_m + 8, y_m + 8)
        shade = 0.1 + 0.09 * number
        builder.prism(shape, 0.0, 20.0, Surface(Material.PLAIN, (shade, 0.5, 1 - shade)), number + 2)
        objects.append(_object(number + 2, category, (colour, "plain"), shape, 20.0))
    bounds = Bounds(-100.0, -100.0, 100.0, 100.0)
    return CityScene("small-town", "test", builder.build(), tuple(objects), bounds, seed=0)


def _object(
    object_id: int, category: str, attributes: tuple[str, ...], shape: object, top_m: float
) -> SceneObject:
    ring = tuple((float(x), float(y)) for x, y in list(shape.exterior.coords)[:-1])  # type: ignore[attr-defined]
    return SceneObject(object_id, category, attributes, ring, 0.0, top_m)


class HashedWords:
    """A text encoder: texts that share words are alike."""

    name = "hashed-words"
    dimension = 64

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, 64)."""
        return np.stack([_unit(sum(_word(word) for word in text.replace(",", "").split())) for text in texts])


class MeanColours:
    """An image encoder: the mean colour."""

    name = "mean-colours"
    dimension = 4

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, 4)."""
        return np.stack([_unit(np.append(image.reshape(-1, 3).mean(axis=0) / 255, 0.1)) for image in images])


def _word(word: str) -> NDArray[np.float64]:
    return np.random.default_rng(zlib.crc32(word.encode())).standard_normal(64)


def _unit(vector: NDArray[np.float64]) -> NDArray[np.float32]:
    return (vector / np.linalg.norm(vector)).astype(np.float32)
