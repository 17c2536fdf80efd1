"""Encoders and detectors that ask the store first."""

import hashlib
import json
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.cache.store import Store
from airanchor.perception.contracts import Detection, Detector, ImageEncoder, Phrase, TextEncoder
from airanchor.perception.image.crops import check_crops
from airanchor.perception.text.texts import check_texts
from aircity.world import Observation

Item = TypeVar("Item")


class CachedTextEncoder:
    """A text encoder that is asked only for texts it has not seen."""

    def __init__(self, encoder: TextEncoder, store: Store) -> None:
        self._encoder = encoder
        self._store = store

    @property
    def name(self) -> str:
        """The wrapped encoder's: the vectors are its own."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._encoder.dimension

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension)."""
        check_texts(texts)
        keys = [make_key("text", self.name, text.encode("utf-8", "surrogatepass")) for text in texts]
        return _look_up(self._store, keys, texts, self._encoder.encode, self.dimension)


class CachedImageEncoder:
    """An image encoder that is asked only for pictures it has not seen."""

    def __init__(self, encoder: ImageEncoder, store: Store) -> None:
        self._encoder = encoder
        self._store = store

    @property
    def name(self) -> str:
        """The wrapped encoder's: the vectors are its own."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._encoder.dimension

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension)."""
        check_crops(images)
        keys = [make_key("image", self.name, describe_array(image)) for image in images]
        return _look_up(self._store, keys, images, self._encoder.encode, self.dimension)


class CachedDetector:
    """A detector that is asked only for phrases and views it has not seen together."""

    def __init__(self, detector: Detector, store: Store) -> None:
        self._detector = detector
        self._store = store

    @property
    def name(self) -> str:
        """The wrapped detector's: the detections are its own."""
        return self._detector.name

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The detections at or above the thresholds, most confident first."""
        question = repr(
            (phrase, float(box_threshold), float(text_threshold), view.pose, view.camera)
        ).encode()
        images = (describe_array(view.rgb), describe_array(view.depth_m))
        key = make_key("detect", self.name, question, *images)
        kept = self._store.read([key])
        if key in kept:
            return unpack_detections(kept[key])
        found = self._detector.detect(
            phrase, view, box_threshold=box_threshold, text_threshold=text_threshold
        )
        self._store.write({key: pack_detections(found)})
        return found


def make_key(*parts: str | bytes) -> bytes:
    """The sha256 of the parts, each after its length so that no two lists of parts are alike."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.digest()


def describe_array(array: NDArray[np.generic]) -> bytes:
    """An array's type, shape and values."""
    return f"{array.dtype.str}{array.shape}".encode() + np.ascontiguousarray(array).tobytes()


def _look_up(
    store: Store,
    keys: Sequence[bytes],
    items: Sequence[Item],
    encode: Callable[[Sequence[Item]], NDArray[np.float32]],
    dimension: int,
) -> NDArray[np.float32]:
    kept = store.read(keys)
    missing = {key: item for key, item in zip(keys, items, strict=True) if key not in kept}
    if missing:
        vectors = encode(list(missing.values())).astype("<f4")
        fresh = {key: vector.tobytes() for key, vector in zip(missing, vectors, strict=True)}
        store.write(fresh)
        kept = {**kept, **fresh}
    rows = [np.frombuffer(kept[key], "<f4") for key in keys]
    if any(len(row) != dimension for row in rows):
        raise InputError(f"{store.path} holds vectors of another length than {dimension}; delete the file")
    return np.array(rows, np.float32).reshape(len(rows), dimension)


def pack_detections(detections: Sequence[Detection]) -> bytes:
    """Detections as one compressed archive of arrays."""
    shape = detections[0].mask.shape if detections else (0, 0)
    masks = np.array([found.mask for found in detections], bool).reshape(len(detections), *shape)
    file = BytesIO()
    np.savez_compressed(
        file,
        shape=np.array(masks.shape, np.int64),
        masks=np.packbits(masks),
        boxes=np.array([found.box_px for found in detections], np.int64).reshape(-1, 4),
        confidences=np.array([found.confidence for found in detections], np.float64),
        told=np.array(json.dumps([(found.score, found.seen) for found in detections])),
    )
    return file.getvalue()


def unpack_detections(data: bytes) -> tuple[Detection, ...]:
    """The detections of an archive."""
    with np.load(BytesIO(data), allow_pickle=False) as archive:
        shape = archive["shape"]
        masks = np.unpackbits(archive["masks"], count=int(shape.prod())).astype(bool).reshape(shape)
        boxes, confidences = archive["boxes"].tolist(), archive["confidences"].tolist()
        told = json.loads(str(archive["told"])) if "told" in archive else [(None, ())] * len(boxes)
    return tuple(
        Detection(mask, (left, top, right, bottom), confidence, score, tuple(seen))
        for mask, (left, top, right, bottom), confidence, (score, seen) in zip(
            masks, boxes, confidences, told, strict=True
        )
    )
