# mypy: disable-error-code=untyped-decorator
"""The three layers of MobileNetV2, on images stored as (height, width, channels).

Each holds a convolution with its batch normalisation folded in:
y = (W x - mean) / sqrt(variance + 1e-5) * scale + shift = W' x + b.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

_EPSILON = 1e-5
_kernel = njit(nogil=True, cache=True, error_model="numpy")


@dataclass(frozen=True, slots=True, eq=False)
class Pointwise:
    """A 1x1 convolution: the same dense layer at every pixel, with or without ReLU6."""

    matrix: Floats  # (inputs, outputs)
    bias: Floats
    is_linear: bool

    @classmethod
    def take(
        cls, tensors: Mapping[str, NDArray[Any]], weights: str, norm: str, *, is_linear: bool = False
    ) -> "Pointwise":
        kernel, bias = fold(tensors, weights, norm)
        return cls(np.ascontiguousarray(kernel[:, :, 0, 0].T), bias, is_linear)

    def __call__(self, x: Floats) -> Floats:
        y = x.reshape(-1, x.shape[-1]) @ self.matrix
        if self.is_linear:
            y += self.bias
        else:
            add_and_clip(y, self.bias)
        return y.reshape(*x.shape[:2], -1)


@dataclass(frozen=True, slots=True, eq=False)
class Depthwise:
    """A 3x3 convolution of each channel by itself, then ReLU6."""

    kernel: Floats  # (3, 3, channels)
    bias: Floats
    stride: int

    @classmethod
    def take(
        cls, tensors: Mapping[str, NDArray[Any]], weights: str, norm: str, *, stride: int
    ) -> "Depthwise":
        kernel, bias = fold(tensors, weights, norm)
        return cls(np.ascontiguousarray(kernel[:, 0].transpose(1, 2, 0)), bias, stride)

    def __call__(self, x: Floats) -> Floats:
        height, width = ((size - 1) // self.stride + 1 for size in x.shape[:2])
        y = np.empty((height, width, x.shape[2]), np.float32)
        convolve_channels(x, self.kernel, self.bias, self.stride, y)
        return y


@dataclass(frozen=True, slots=True, eq=False)
class Stem:
    """The first 3x3 convolution, from three colours and at every second pixel, then ReLU6."""

    matrix: Floats  # (27, outputs)
    bias: Floats

    @classmethod
    def take(cls, tensors: Mapping[str, NDArray[Any]], weights: str, norm: str) -> "Stem":
        kernel, bias = fold(tensors, weights, norm)
        return cls(np.ascontiguousarray(kernel.reshape(len(kernel), -1).T), bias)

    def __call__(self, x: Floats) -> Floats:
        padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
        patches = sliding_window_view(padded, (3, 3), axis=(0, 1))[::2, ::2]  # (h, w, colours, 3, 3)
        y = patches.reshape(-1, len(self.matrix)) @ self.matrix
        add_and_clip(y, self.bias)
        return y.reshape(*patches.shape[:2], -1)


def fold(tensors: Mapping[str, NDArray[Any]], weights: str, norm: str) -> tuple[Floats, Floats]:
    """W' and b of a convolution and the batch normalisation after it."""
    variance = tensors[f"{norm}.running_var"].astype(np.float64)
    scale = tensors[f"{norm}.weight"] / np.sqrt(variance + _EPSILON)
    kernel = tensors[f"{weights}.weight"] * scale[:, None, None, None]
    bias = tensors[f"{norm}.bias"] - tensors[f"{norm}.running_mean"] * scale
    return kernel.astype(np.float32), bias.astype(np.float32)


@_kernel
def add_and_clip(y: Floats, bias: Floats) -> None:
    """ReLU6(y + b) in place, y (n, channels)."""
    for row in range(y.shape[0]):
        for channel in range(y.shape[1]):
            y[row, channel] = min(max(y[row, channel] + bias[channel], np.float32(0)), np.float32(6))


@_kernel
def convolve_channels(x: Floats, kernel: Floats, bias: Floats, stride: int, y: Floats) -> None:
    """ReLU6 of a 3x3 depthwise convolution with one pixel of zeros around the image."""
    height, width, channels = x.shape
    for row in range(y.shape[0]):
        for column in range(y.shape[1]):
            total = y[row, column]
            total[:] = bias
            for down in range(3):
                source_row = row * stride + down - 1
                if source_row < 0 or source_row >= height:
                    continue
                for right in range(3):
                    source_column = column * stride + right - 1
                    if source_column < 0 or source_column >= width:
                        continue
                    for channel in range(channels):
                        total[channel] += x[source_row, source_column, channel] * kernel[down, right, channel]
            for channel in range(channels):
                total[channel] = min(max(total[channel], np.float32(0)), np.float32(6))
