"""Small worlds for memory tests: an encoder that knows the vectors of its words, and anchors to observe."""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.anchors import ObjectAnchor
from airanchor.perception import Phrase
from aircity.geometry import Extent, Footprint

DIMENSION = 32


class WordEncoder:
    """A text encoder: given vectors for given texts, otherwise the mean of one random vector per word.

    With `sameness` > 0 all vectors share a direction, as anisotropic sentence encoders do.
    """

    def __init__(self, known: dict[str, ArrayLike] | None = None, sameness: float = 0.0) -> None:
        self.known = {text: np.asarray(vector, dtype=float) for text, vector in (known or {}).items()}
        self.sameness = sameness
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        return "words"

    @property
    def dimension(self) -> int:
        return len(next(iter(self.known.values()))) if self.known else DIMENSION

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += texts
        return np.array([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float64]:
        if text in self.known:
            return self.known[text]
        words = text.replace(",", " ").split()
        mixed = np.mean([random_unit(word, self.dimension) for word in words], axis=0)
        mixed = (1 - self.sameness) * mixed / np.linalg.norm(mixed)
        mixed = mixed + self.sameness * random_unit("direction shared by all", self.dimension)
        return mixed / np.linalg.norm(mixed)


class PictureEncoder:
    """An image encoder by name and length only; anchors bring their vectors."""

    name = "pictures"
    dimension = DIMENSION

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        raise NotImplementedError


def random_unit(seed: str, dimension: int = DIMENSION) -> NDArray[np.float64]:
    """The unit vector that belongs to a word."""
    vector = np.random.default_rng(zlib.crc32(seed.encode())).normal(size=dimension)
    return vector / np.linalg.norm(vector)


def box_extent(
    north_m: float, east_m: float, size_m: float = 10.0, z_m: tuple[float, float] = (0.0, 10.0)
) -> Extent:
    """A square building with its south-west corner here."""
    corners = [(0, 0), (size_m, 0), (size_m, size_m), (0, size_m)]
    return Extent(Footprint.hull_of([(north_m + x, east_m + y) for x, y in corners]), *z_m)


def anchor(
    category: str = "building",
    attributes: Sequence[str] = (),
    *,
    at: tuple[float, float] = (0.0, 0.0),
    size_m: float = 10.0,
    z_m: tuple[float, float] = (0.0, 10.0),
    extent: Extent | None = None,
    visual: ArrayLike | None = None,
    confidence: float = 0.8,
    index: int = 1,
) -> ObjectAnchor:
    """An anchor of a square building, or of any extent."""
    picture = random_unit("a picture") if visual is None else np.asarray(visual, dtype=float)
    return ObjectAnchor(
        index,
        Phrase(category, tuple(attributes)),
        extent or box_extent(*at, size_m, z_m),
        confidence,
        picture.astype(np.float32) if visual is None else picture,  # type: ignore[arg-type]
        (0, 0, 1, 1),
        (0, 0),
    )
