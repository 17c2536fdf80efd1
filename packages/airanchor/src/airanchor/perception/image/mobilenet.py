"""MobileNetV2: the embedded image encoder, the 1280 numbers before its classifier, without torch.

The crop is stretched to 224x224 pixels, as its training on ImageNet expects.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.image.crops import check_crops, resize
from airanchor.perception.image.layers import Depthwise, Floats, Pointwise, Stem
from airanchor.perception.one_thread import one_thread
from airanchor.perception.vectors import unit
from airanchor.perception.weights import (
    MOBILENET,
    Tensors,
    cache_dir,
    hash_file,
    read_safetensors,
    read_torch_legacy,
    write_safetensors,
)

SIDE_PX = 224
MEAN = np.array([0.485, 0.456, 0.406], np.float32)
SPREAD = np.array([0.229, 0.224, 0.225], np.float32)

STAGES = ((1, 1, 1), (6, 2, 2), (6, 3, 2), (6, 4, 2), (6, 3, 1), (6, 3, 2), (6, 1, 1))
"""Widening, blocks, and stride of the first block, of each stage."""

COPY_SHA256 = "5a3653db4c1fec6fd347401e6fe16ec3b86c6695fbde4a7b6c4c6c929db9cd6b"
"""Of the weights as safetensors; any other copy is made anew."""


class InvertedResidual:
    """Widen, look around, narrow; with the input added where the shapes agree."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], name: str, *, widening: int, stride: int) -> None:
        first = 3 if widening > 1 else 0
        self._widen = Pointwise.take(tensors, f"{name}.0", f"{name}.1") if widening > 1 else None
        self._look = Depthwise.take(tensors, f"{name}.{first}", f"{name}.{first + 1}", stride=stride)
        self._narrow = Pointwise.take(tensors, f"{name}.{first + 3}", f"{name}.{first + 4}", is_linear=True)

    def __call__(self, x: Floats) -> Floats:
        wide = self._widen(x) if self._widen else x
        y = self._narrow(self._look(wide))
        if y.shape == x.shape:
            y += x
        return y


class MobileNetV2:
    """Mean of the last layer over the picture, made one long."""

    name = "mobilenetv2-imagenet"
    dimension = 1280

    def __init__(self) -> None:
        tensors = load_tensors()
        layers: list[Callable[[Floats], Floats]] = [Stem.take(tensors, "features.0.0", "features.0.1")]
        for widening, blocks, stride in STAGES:
            for number in range(blocks):
                name = f"features.{len(layers)}.conv"
                layers.append(
                    InvertedResidual(tensors, name, widening=widening, stride=1 if number else stride)
                )
        layers.append(Pointwise.take(tensors, "features.18.0", "features.18.1"))
        self._layers = layers

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, 1280)."""
        check_crops(images)
        vectors = np.empty((len(images), self.dimension), np.float32)
        for row, image in enumerate(images):
            x: Floats = resize(image, SIDE_PX, SIDE_PX).astype(np.float32)
            x = ((x / np.float32(255) - MEAN) / SPREAD).astype(np.float32)
            with one_thread:
                for layer in self._layers:
                    x = layer(x)
            vectors[row] = x.mean(axis=(0, 1))
        return unit(vectors)


def load_tensors() -> Tensors:
    """The weights, from a plain copy in the cache where there is one; else from the package."""
    source = MOBILENET.locate()
    copy = cache_dir() / f"mobilenetv2-{MOBILENET.sha256[:12]}.safetensors"
    if copy.is_file() and hash_file(copy) == COPY_SHA256:
        return read_safetensors(copy)
    tensors = read_torch_legacy(source)
    with suppress(OSError):  # a read-only cache costs a tenth of a second each time, no more
        write_safetensors(copy, tensors)
    return tensors
