"""Draws the ends of arrows: inside the picture, apart from each other, and never without end."""

import math
from collections.abc import Sequence

import numpy as np

from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import Pixel, PixelGaussian, disc_radius
from airanchor.drawing.arrows import border_places


def sample_ends(
    gaussian: PixelGaussian, size_px: Pixel, config: PivotConfig, rng: np.random.Generator
) -> tuple[Pixel, ...]:
    """Up to `arrows` ends; one that finds no room within its retries is left out."""
    radius_px = disc_radius(size_px, config)
    borders = tuple(border_places(size_px, radius_px).values())
    ends: list[Pixel] = []
    for _ in range(config.arrows):
        end = _draw_end(gaussian, size_px, config, rng=rng, taken=ends, borders=borders)
        if end is not None:
            ends.append(end)
    return tuple(ends)


def _draw_end(
    gaussian: PixelGaussian,
    size_px: Pixel,
    config: PivotConfig,
    *,
    rng: np.random.Generator,
    taken: Sequence[Pixel],
    borders: Sequence[Pixel],
) -> Pixel | None:
    """One end with room around it; the distribution widens with every retry, up to the whole picture."""
    std = np.array(gaussian.std)
    for _ in range(config.retries + 1):
        drawn = np.rint(rng.normal(gaussian.mean, np.minimum(std, size_px)))
        end = (int(drawn[0]), int(drawn[1]))
        if _has_room(end, size_px, config, taken=taken, borders=borders):
            return end
        std = std * config.std_growth
    return None


def _has_room(
    end: Pixel, size_px: Pixel, config: PivotConfig, *, taken: Sequence[Pixel], borders: Sequence[Pixel]
) -> bool:
    """Whether a disc fits here: off the edge, apart from other arrows' ends and from the border labels."""
    radius_px = disc_radius(size_px, config)
    for value, length in zip(end, size_px, strict=True):
        margin = max(length * config.edge_share, radius_px + 1)
        if not margin <= value <= length - 1 - margin:
            return False
    touching = 2 * radius_px + 3
    gap = max(min(size_px) * config.gap_share, touching)
    return all(math.dist(end, other) >= gap for other in taken) and all(
        math.dist(end, other) >= touching for other in borders
    )
