"""The conformance kits of text and image encoders."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.checks.rule import broken
from airanchor.perception.contracts import ImageEncoder, TextEncoder

TEXTS = (
    "building",
    "gray building",
    "a tall glass tower, with a round roof (north side)",
    "fountain",
    "Café Zürich 24/7",
    "turn left at the church and follow the road along the river until you see a parking lot",
    "东京塔",
    "X",
)
CROP_SIZES_PX = ((1, 1), (1, 40), (37, 1), (2, 3), (64, 64), (23, 190), (301, 17))

NORM_TOLERANCE = 1e-4
BATCH_TOLERANCE = 1e-5

Item = TypeVar("Item")
Encode = Callable[[Sequence[Item]], NDArray[np.float32]]


def check_text_encoder(encoder: TextEncoder) -> None:
    """Every rule of the contract, on texts short and long, in several scripts."""
    _check_identity(encoder)
    _check_vectors(encoder.name, encoder.encode, TEXTS, encoder.dimension)
    for empty in ("", "   ", "\n\t"):
        _check_refused(encoder.name, encoder.encode, ["tower", empty], "empty texts are refused", repr(empty))


def check_image_encoder(encoder: ImageEncoder) -> None:
    """Every rule of the contract, on crops of odd sizes."""
    _check_identity(encoder)
    name, encode = encoder.name, encoder.encode
    rng = np.random.default_rng(7)
    crops = [rng.integers(0, 256, (*size, 3), dtype=np.uint8) for size in CROP_SIZES_PX]
    before = [crop.copy() for crop in crops]
    for crop in crops:
        try:
            encode([crop])
        except Exception as error:
            detail = f"shape {crop.shape} raised {type(error).__name__}: {error}"
            raise broken(name, "crops of any size are encoded", detail) from error
    _check_vectors(name, encode, crops, encoder.dimension)
    if not all(np.array_equal(crop, copy) for crop, copy in zip(crops, before, strict=True)):
        raise broken(name, "pictures are not modified", "encode wrote into a crop")
    picture = crops[-1]
    view = np.repeat(picture, 2, axis=1)[:, ::2]
    if not np.array_equal(encode([view]), encode([picture])):
        raise broken(name, "views count as their pixels", "a crop that is not contiguous has another vector")
    for bad in (np.zeros((0, 5, 3), np.uint8), np.zeros((5, 5), np.uint8), np.zeros((5, 5, 4), np.uint8)):
        _check_refused(name, encode, [picture, bad], "what is not RGB is refused", f"shape {bad.shape}")


def _check_identity(encoder: TextEncoder | ImageEncoder) -> None:
    name, dimension = encoder.name, encoder.dimension
    if not isinstance(name, str) or not name.strip():
        raise broken(type(encoder).__name__, "name says what it is", f"name is {name!r}")
    if not isinstance(dimension, int) or dimension < 1:
        raise broken(name, "dimension is a positive number", f"dimension is {dimension!r}")


def _check_vectors(name: str, encode: Encode[Item], items: Sequence[Item], dimension: int) -> None:
    vectors = encode(items)
    expected = (len(items), dimension)
    if vectors.shape != expected or vectors.dtype != np.float32:
        detail = f"{vectors.dtype} of shape {vectors.shape}, valid is float32 of shape {expected}"
        raise broken(name, "one vector of the dimension for each item", detail)
    if not np.isfinite(vectors).all():
        raise broken(name, "vectors are finite", f"item {int(np.argmin(np.isfinite(vectors).all(axis=1)))}")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    worst = int(np.abs(lengths - 1).argmax())
    if abs(lengths[worst] - 1) > NORM_TOLERANCE:
        raise broken(name, "vectors are one long", f"that of item {worst} is {lengths[worst]:.6f} long")
    if not np.array_equal(encode(items), vectors):
        raise broken(name, "the same items have the same vectors", "a second call gave others")
    _check_batches(name, encode, items, vectors)


def _check_batches(
    name: str, encode: Encode[Item], items: Sequence[Item], vectors: NDArray[np.float32]
) -> None:
    for number, item in enumerate(items):
        off = float(np.abs(encode([item])[0] - vectors[number]).max())
        if off > BATCH_TOLERANCE:
            detail = f"item {number} alone is {off:.2g} off; valid is up to {BATCH_TOLERANCE:g}"
            raise broken(name, "an item's vector does not depend on its batch", detail)
    backwards = encode(tuple(reversed(items)))[::-1]
    if np.abs(backwards - vectors).max() > BATCH_TOLERANCE:
        raise broken(name, "vectors keep the order of the items", "the items backwards do not match")
    if np.allclose(vectors, vectors[0], atol=BATCH_TOLERANCE):
        raise broken(name, "different items have different vectors", f"all {len(items)} are alike")
    nothing = encode([])
    if nothing.shape != (0, vectors.shape[1]):
        detail = f"got shape {nothing.shape}, valid is {(0, vectors.shape[1])}"
        raise broken(name, "no items have no vectors", detail)


def _check_refused(name: str, encode: Encode[Item], items: Sequence[Item], rule: str, what: str) -> None:
    try:
        encode(items)
    except InputError:
        return
    except Exception as error:
        raise broken(name, rule, f"{what} raised {type(error).__name__}, valid is InputError") from error
    raise broken(name, rule, f"{what} was encoded, valid is InputError")
