"""Photometric change: pictures as other light, lenses and palettes would show them."""

import math

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.net.planes import FARTHEST_M, NEAREST_M
from airanchor.learn.eyes.data.shots import VIEW_PX
from airanchor.learn.eyes.data.store import TrainingPicture

Floats = NDArray[np.float32]

_HUE_SHARE = 0.35
"""So many pictures get other hues, after which their colour words are not learned from."""
_HAZE_SHARE, _BLUR_SHARE, _GRAIN_SHARE, _DEPTH_NOISE_SHARE = 0.2, 0.2, 0.4, 0.4
_GRAY = np.full((3, 3), 1 / 3)
_ORDERS = np.array([(1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1), (2, 1, 0)])
_GRAIN = np.random.default_rng(0).standard_normal((600, 600, 3)).astype(np.float32)


def mirror(picture: TrainingPicture) -> None:
    """Left becomes right."""
    for name in ("rgb", "log_depth", "rows", "names", "keys", "traits"):
        setattr(picture, name, np.ascontiguousarray(getattr(picture, name)[:, ::-1]))
    picture.window[0] = VIEW_PX - picture.rgb.shape[1] - picture.window[0]


def repaint(picture: TrainingPicture, rng: np.random.Generator) -> tuple[Floats, bool]:
    """(the colours from 0 to 255, whether colour words still hold)."""
    lit = _gamma(rng)[picture.rgb]
    keeps_hues = bool(rng.random() >= _HUE_SHARE)
    matrix, offset = _tint(rng, keeps_hues)
    x = (lit.reshape(-1, 3) @ matrix.T.astype(np.float32)).reshape(lit.shape) + offset.astype(np.float32)
    if rng.random() < _HAZE_SHARE:
        x = _haze(x, picture.log_depth, rng)
    if rng.random() < _BLUR_SHARE:
        x = _blur(x, float(rng.uniform(0.2, 1.0)))
    if rng.random() < _GRAIN_SHARE:
        x += _grain(x.shape[0], rng) * np.float32(rng.uniform(0, 8))
    return np.clip(x, 0, 255, out=x), keeps_hues


def _gamma(rng: np.random.Generator) -> Floats:
    power = math.exp(rng.uniform(-0.35, 0.35))
    return (255 * (np.arange(256) / 255) ** power).astype(np.float32)


def _tint(rng: np.random.Generator, keeps_hues: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A matrix and an offset of colours: saturation, contrast, light, a cast, and other hues if wanted."""
    saturation = 1 + rng.uniform(-0.25, 0.25)
    angle = rng.uniform(-0.12, 0.12) if keeps_hues else rng.uniform(-math.pi, math.pi)
    matrix = hue_rotation(angle)
    if not keeps_hues:
        saturation = rng.uniform(0.3, 1.3)
        if rng.random() < 0.6:
            matrix = np.eye(3)[_ORDERS[rng.integers(len(_ORDERS))]]
    matrix = (_GRAY + saturation * (np.eye(3) - _GRAY)) @ matrix
    contrast = math.exp(rng.uniform(-0.3, 0.25))
    gain = contrast * np.exp(rng.uniform(-0.07, 0.07, 3))
    offset = 128 * (1 - contrast) + rng.uniform(-18, 18)
    return gain[:, None] * matrix, np.full(3, offset)


def hue_rotation(angle_rad: float) -> NDArray[np.float64]:
    """The turn of colours around the gray axis: R = c I + (1 - c) / 3 J + s / √3 K."""
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    across = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / math.sqrt(3)
    return np.asarray(c * np.eye(3) + (1 - c) / 3 + s * across)


def _haze(x: Floats, log_depth: Floats, rng: np.random.Generator) -> Floats:
    """What is far fades into one light colour: x t + a (1 - t), t = exp(-d / reach)."""
    reach_m = math.exp(rng.uniform(math.log(120), math.log(900)))
    through = np.exp(-np.exp(log_depth) / np.float32(reach_m)).repeat(2, axis=0).repeat(2, axis=1)[..., None]
    air = rng.uniform(150, 235) + rng.uniform(-15, 15, 3)
    return np.asarray(x * through + air.astype(np.float32) * (1 - through), np.float32)


def _blur(x: Floats, share: float) -> Floats:
    """Mixed with the mean of the neighbours, first along columns, then along rows."""
    for axis in (0, 1):
        beside = (np.roll(x, 1, axis) + np.roll(x, -1, axis)) / 2
        x = np.asarray(x + np.float32(share * 0.6) * (beside - x), np.float32)
    return x


def _grain(side: int, rng: np.random.Generator) -> Floats:
    """Noise of unit spread, a random part of one large draw."""
    top, left = rng.integers(0, len(_GRAIN) - side + 1, 2)
    return _GRAIN[top : top + side, left : left + side]


def unsettle_depth(log_depth: Floats, rng: np.random.Generator) -> tuple[Floats, NDArray[np.bool_]]:
    """(log depth as a sensor would read it, where it has a reading)."""
    is_read = np.ones(log_depth.shape, np.bool_)
    if rng.random() >= _DEPTH_NOISE_SHARE:
        return log_depth, is_read
    side = len(log_depth)
    level = rng.uniform(0, 0.06)
    noisy = log_depth + np.float32(level) * _grain(side, rng)[..., 0]
    is_read[_grain(side, rng)[..., 1] > 3 - 20 * level] = False
    top, left, size = rng.integers(0, side, 3)
    if rng.random() < 0.3:
        is_read[top : top + size // 4, left : left + size // 4] = False
    return np.clip(noisy, math.log(NEAREST_M), math.log(FARTHEST_M)).astype(np.float32), is_read
