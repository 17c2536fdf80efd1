"""Synthetic cities for measuring: any number of things at one density, with full banks."""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import ObjectAnchor
from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import Instance, ObservationTime, Type
from airanchor.perception import Phrase
from aircity.geometry import Extent, Footprint

NOUNS = (
    "building tree car house tower road fence hedge billboard bench fountain statue bridge pond crane "
    "antenna chimney warehouse church kiosk truck bus mast gate pool garage tent silo sign windmill"
)
CATEGORIES = tuple(NOUNS.split())
"""The k-th is 1/k times as frequent as the first, as in a city, where a few kinds make up most things."""
LOOKS = ("red", "gray", "tall", "white", "glass", "old brick")
CELL_M = 20.0
"""One thing per cell of this size: the density does not depend on the number of things."""
TEXT_DIMENSION = 384
VISUAL_DIMENSION = 1280
START = ObservationTime("synthetic", 0)


class RandomWords:
    """A text encoder that gives every text its own random direction."""

    name = "random words"
    dimension = TEXT_DIMENSION

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension), the same for the same text."""
        rows = [
            np.random.default_rng(zlib.crc32(text.encode())).normal(size=self.dimension) for text in texts
        ]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


class RandomPictures:
    """An image encoder by name and length: synthetic anchors bring their vectors."""

    name = "random pictures"
    dimension = VISUAL_DIMENSION

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """One fixed direction."""
        return np.full((len(images), self.dimension), self.dimension**-0.5, dtype=np.float32)


class SyntheticCity:
    """Things on a jittered grid; the same seed and size give the same city."""

    def __init__(self, size: int, seed: int = 0) -> None:
        self.size = size
        self._rng = np.random.default_rng(seed)
        self._side = int(np.ceil(np.sqrt(size)))
        weights = 1 / np.arange(1, len(CATEGORIES) + 1)
        self._kinds = self._rng.choice(len(CATEGORIES), size, p=weights / weights.sum())
        self._places_m = self._rng.uniform(2, 6, (size, 2)) + CELL_M * np.stack(
            np.divmod(np.arange(size), self._side), axis=1
        )
        self._sizes_m = self._rng.uniform(4, 14, (size, 2))
        vectors = RandomWords().encode([*CATEGORIES, *LOOKS])
        self._category_vectors, self._look_vectors = vectors[: len(CATEGORIES)], vectors[len(CATEGORIES) :]
        self._pictures = self._rng.normal(size=(len(CATEGORIES), VISUAL_DIMENSION))

    def register(self, config: MemoryConfig) -> Register:
        """Every thing as an instance with full banks."""
        precision = config.vector_precision
        texts = np.asarray(self._look_vectors, dtype=precision)
        register = Register()
        types = [
            Type(f"T{kind + 1}", Bank(vector[None].astype(precision), (0.8,), (CATEGORIES[kind],)))
            for kind, vector in enumerate(self._category_vectors)
        ]
        register.fill(types, (self._instance(index, texts, config) for index in range(self.size)))
        return register

    def draw_anchor(self, index: int = 1) -> ObjectAnchor:
        """Another look at a random thing: a little off, a little smaller."""
        thing = int(self._rng.integers(self.size))
        kind = int(self._kinds[thing])
        extent = self._extent(thing, shift_m=self._rng.normal(0, 0.5, 2), scale=self._rng.uniform(0.6, 1.0))
        return ObjectAnchor(
            index,
            Phrase(CATEGORIES[kind], (LOOKS[thing % len(LOOKS)],)),
            extent,
            float(self._rng.uniform(0.3, 1)),
            self._picture(thing, spread=0.4).astype(np.float32),
            (0, 0, 1, 1),
            (0, 0),
        )

    def _instance(self, index: int, texts: NDArray[np.floating], config: MemoryConfig) -> Instance:
        look = index % len(LOOKS)
        rows = [(look + step) % len(LOOKS) for step in range(config.appearance_bank_size)]
        appearances = Bank(texts[rows], (0.8,) * len(rows), tuple(LOOKS[row] for row in rows))
        pictures = np.stack([self._picture(index, spread=0.3) for _ in range(config.visual_bank_size)])
        visuals = Bank(pictures.astype(config.vector_precision), (0.8,) * len(pictures))
        type_id = f"T{self._kinds[index] + 1}"
        return Instance(
            f"O{index + 1}", type_id, appearances, visuals, self._extent(index), 0.8, 1, START, START, ()
        )

    def _extent(self, index: int, shift_m: NDArray[np.float64] | float = 0.0, scale: float = 1.0) -> Extent:
        low = self._places_m[index] + shift_m
        north_m, east_m = low + self._sizes_m[index] * scale
        corners = [(low[0], low[1]), (north_m, low[1]), (north_m, east_m), (low[0], east_m)]
        return Extent(Footprint.hull_of(corners), 0.0, float(self._sizes_m[index, 0]))

    def _picture(self, index: int, spread: float) -> NDArray[np.float64]:
        picture = self._pictures[self._kinds[index]] + spread * self._rng.normal(size=VISUAL_DIMENSION)
        return np.asarray(picture / np.linalg.norm(picture))
