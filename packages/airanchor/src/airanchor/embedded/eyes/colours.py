# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Colours as people see and name them: CIELAB, and the nearest of seventeen names."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

COLOUR_EXAMPLES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "black": ((12, 12, 14), (34, 34, 37)),
    "dark gray": ((62, 64, 68), (88, 89, 91)),
    "gray": ((116, 116, 116), (145, 145, 143)),
    "light gray": ((174, 174, 172), (196, 197, 198)),
    "white": ((222, 222, 220), (250, 250, 250)),
    "red": ((150, 30, 30), (195, 50, 42), (118, 42, 36), (164, 74, 62)),
    "orange": ((222, 130, 60), (200, 108, 72), (236, 152, 92)),
    "brown": ((94, 70, 52), (122, 92, 70), (74, 50, 36), (142, 108, 80)),
    "yellow": ((228, 202, 62), (222, 190, 110), (202, 160, 82)),
    "beige": ((220, 206, 176), (200, 180, 150), (236, 226, 198)),
    "green": ((90, 140, 60), (112, 162, 92), (118, 150, 108), (152, 192, 132)),
    "dark green": ((45, 75, 35), (62, 86, 50), (36, 60, 40)),
    "teal": ((60, 126, 126), (92, 150, 148), (46, 96, 100)),
    "blue": ((60, 100, 170), (80, 120, 166), (40, 60, 120), (92, 130, 176)),
    "light blue": ((160, 196, 222), (140, 180, 216)),
    "purple": ((110, 60, 140), (150, 110, 180)),
    "pink": ((222, 162, 160), (230, 150, 172)),
}
COLOUR_NAMES = tuple(COLOUR_EXAMPLES)

_LEVELS = np.arange(256) / 255
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)
_XYZ_FROM_RGB = (
    np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    / np.array([[0.9505], [1.0], [1.089]])
).astype(np.float32)
_STEPS = 32
"""The table of names has this many levels per channel."""


def lab_from_rgb(rgb: NDArray[np.generic]) -> Floats:
    """CIELAB (..., 3) of sRGB (..., 3) from 0 to 255."""
    colours = np.ascontiguousarray(rgb, np.float32)
    roots = _xyz(colours.reshape(-1, 3), _LINEAR, _XYZ_FROM_RGB)
    np.cbrt(roots, out=roots)
    return np.asarray(_lab(roots).reshape(colours.shape))


@njit(cache=True, nogil=True)
def _xyz(rgb, linear, matrix):
    """X, Y and Z over those of white, (3, n), of colours (n, 3); no darker than where cube roots end."""
    out = np.empty((3, len(rgb)), np.float32)
    for k in range(len(rgb)):
        red = linear[_level(rgb[k, 0] + np.float32(0.5))]
        green = linear[_level(rgb[k, 1] + np.float32(0.5))]
        blue = linear[_level(rgb[k, 2] + np.float32(0.5))]
        for row in range(3):
            value = matrix[row, 0] * red + matrix[row, 1] * green + matrix[row, 2] * blue
            out[row, k] = max(value, np.float32(0.008856))
    return out


@njit(cache=True, nogil=True)
def _lab(roots):
    """L, a and b (n, 3) of the cube roots (3, n) of X, Y and Z."""
    out = np.empty((roots.shape[1], 3), np.float32)
    for k in range(roots.shape[1]):
        x, y, z = roots[0, k], roots[1, k], roots[2, k]
        out[k, 0] = np.float32(116) * y - np.float32(16)
        out[k, 1] = np.float32(500) * (x - y)
        out[k, 2] = np.float32(200) * (y - z)
    return out


@njit(cache=True, nogil=True)
def _level(value):
    return int(min(max(value, np.float32(0)), np.float32(255)))


def name_colours(rgb: NDArray[np.generic]) -> NDArray[np.uint8]:
    """The index into COLOUR_NAMES of each colour (..., 3)."""
    colours = np.ascontiguousarray(rgb, np.float32)
    return np.asarray(_look_up(colours.reshape(-1, 3), _names()).reshape(colours.shape[:-1]))


@njit(cache=True, nogil=True)
def _look_up(rgb, table):
    out = np.empty(len(rgb), np.uint8)
    steps = len(table)
    for k in range(len(rgb)):
        red, green, blue = _level(rgb[k, 0]), _level(rgb[k, 1]), _level(rgb[k, 2])
        out[k] = table[red * steps // 256, green * steps // 256, blue * steps // 256]
    return out


@lru_cache(maxsize=1)
def _names() -> NDArray[np.uint8]:
    """The name of the nearest example for each cell of the colour cube; hue counts more than shade."""
    weight = np.array([0.7, 1.0, 1.0], np.float32)
    examples = np.array([rgb for group in COLOUR_EXAMPLES.values() for rgb in group], np.float32)
    owner = np.array([index for index, group in enumerate(COLOUR_EXAMPLES.values()) for _ in group], np.uint8)
    middle = (np.arange(_STEPS, dtype=np.float32) + 0.5) * 256 / _STEPS
    cube = lab_from_rgb(np.stack(np.meshgrid(middle, middle, middle, indexing="ij"), axis=-1)) * weight
    best = np.full(cube.shape[:3], np.inf, np.float32)
    names = np.zeros(cube.shape[:3], np.uint8)
    for example, name in zip(lab_from_rgb(examples) * weight, owner, strict=True):
        distance = ((cube - example) ** 2).sum(axis=-1)
        closer = distance < best
        best[closer], names[closer] = distance[closer], name
    return names
