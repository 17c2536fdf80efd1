"""The distribution over the ends of arrows: a Gaussian in the picture, drawn from and fitted again.

Columns and rows are independent of each other. What was chosen stays in the order of the answer: the first
of it is the best.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.baselines.pivot.config import PivotConfig

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PixelGaussian:
    """Where the ends of arrows are looked for."""

    mean: tuple[float, float]
    std: tuple[float, float]


def first_gaussian(size_px: Pixel, config: PivotConfig) -> PixelGaussian:
    """Around the middle of a picture of this width and height."""
    width, height = size_px
    return PixelGaussian(
        ((width - 1) / 2, (height - 1) / 2), (width * config.std_share, height * config.std_share)
    )


def refit(chosen: Sequence[Pixel], size_px: Pixel, config: PivotConfig) -> PixelGaussian:
    """Mean and standard deviation of what was chosen, the latter never below the least.

    Nothing chosen: the first distribution again. One chosen: the least standard deviation around it.
    """
    first = first_gaussian(size_px, config)
    if not chosen:
        return first
    points = np.array(chosen, np.float64)
    least = np.array(first.std) * config.least_std_share
    mean, std = points.mean(axis=0), np.maximum(points.std(axis=0), least)
    return PixelGaussian((float(mean[0]), float(mean[1])), (float(std[0]), float(std[1])))


def nearest_to_mean(points: Sequence[Pixel], fitted: PixelGaussian) -> int:
    """Which of the points is the most likely one; the earlier one of two alike."""
    return min(range(len(points)), key=lambda index: (math.dist(points[index], fitted.mean), index))


def disc_radius(size_px: Pixel, config: PivotConfig) -> int:
    """The radius of labels in a picture of this size, in whole pixels."""
    return max(10, round(min(size_px) * config.radius_share))
