"""Tells from a model's answers in which convention it writes pixels, or that it cannot be told.

Each convention predicts what a model that sees a marker at (u, v) would write. The one whose predictions lie
nearest wins, if most answers agree with it and few with any other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits

Pair = tuple[float, float]

TOLERANCE_PX = 16.0
"""An answer this near to a prediction agrees with it, in pixels of the seen image."""
_NEEDED_SHARE = 0.7
_RIVAL_SHARE = 0.34
_MIN_SIGHTINGS = 3
_SAME_SCALE = 0.01  # a resize of one per cent moves no point by more than the tolerance


@dataclass(frozen=True, slots=True)
class MarkerAnswer:
    """Where a marker was and what the model wrote; None where it wrote no pair of numbers."""

    marker: tuple[int, int]
    answer: Pair | None


@dataclass(frozen=True, slots=True)
class PixelGuess:
    """The convention that explains the answers, if one does."""

    convention: PixelConvention | None
    """None: cannot tell, or nothing we can read."""
    share: float
    """Of all markers asked for, those whose answer agrees."""
    error_px: float
    """The median distance to the predictions, in pixels of the seen image; infinite without answers."""
    resized_by: float = 1.0
    """Answers are in pixels of an image this many times the one sent: the service resizes before it looks."""

    def words(self) -> str:
        """One sentence."""
        if self.convention is None:
            if self.resized_by != 1.0:
                return (
                    f"the service resizes images by {self.resized_by:.3f} before it looks and answers in its "
                    "pixels, which is not supported; change image_scale so that it need not resize"
                )
            return f"cannot tell: at best {self.share:.0%} of the answers fit a convention, or several fit"
        resized = "" if self.resized_by == 1.0 else f", in an image resized by {self.resized_by:.3f}"
        return (
            f"{self.convention.units} {self.convention.order}{resized}: "
            f"{self.share:.0%} of the answers agree, median error {self.error_px:.1f} px"
        )


def guess_convention(
    sightings: Sequence[MarkerAnswer], *, width_px: int, height_px: int, image_scale: int = 1
) -> PixelGuess:
    """The convention behind the answers to markers in images of one size."""
    told = [sighting for sighting in sightings if sighting.answer is not None]
    if len(told) < _MIN_SIGHTINGS:
        return PixelGuess(None, 0.0, math.inf)
    size = (width_px, height_px)
    ranked = sorted(
        (
            _judged(told, PixelConvention(units, order, image_scale), size, len(sightings))
            for units in PixelUnits
            for order in PixelOrder
        ),
        key=lambda guess: (-guess.share, guess.error_px),
    )
    best = ranked[0]
    rivals = [guess for guess in ranked[1:] if _apart_px(best, guess, size) > TOLERANCE_PX]
    if best.share >= _NEEDED_SHARE and all(rival.share <= _RIVAL_SHARE for rival in rivals):
        return _with_resize(best, told)
    return _resized(told, image_scale, len(sightings)) or PixelGuess(None, best.share, best.error_px)


def _apart_px(guess: PixelGuess, other: PixelGuess, size: tuple[int, int]) -> float:
    """How far apart two conventions put a grid of points; 1024 pixels a side are nearly thousandths."""
    if guess.convention is None or other.convention is None:
        return math.inf
    steps = [(size[0] * column // 5, size[1] * row // 5) for row in range(5) for column in range(5)]
    as_other = [MarkerAnswer(point, other.convention.from_pixel(point, *size)) for point in steps]
    return float(np.median(_errors_px(as_other, guess.convention, size)))


def _judged(
    told: Sequence[MarkerAnswer], convention: PixelConvention, size: tuple[int, int], asked: int
) -> PixelGuess:
    errors = _errors_px(told, convention, size)
    return PixelGuess(
        convention, float(np.count_nonzero(errors <= TOLERANCE_PX)) / asked, float(np.median(errors))
    )


def _errors_px(
    told: Sequence[MarkerAnswer], convention: PixelConvention, size: tuple[int, int]
) -> NDArray[np.float64]:
    predicted = np.array([convention.from_pixel(sighting.marker, *size) for sighting in told], float)
    written = np.array([sighting.answer for sighting in told], float)
    per_px = np.array(
        [1000.0 / side for side in size]
        if convention.units is PixelUnits.NORM1000
        else [convention.image_scale] * 2,
        float,
    )
    if convention.order is PixelOrder.VU:
        per_px = per_px[::-1]
    errors: NDArray[np.float64] = np.linalg.norm((written - predicted) / per_px, axis=1)
    return errors


def _scale(told: Sequence[MarkerAnswer], order: PixelOrder, image_scale: int) -> tuple[float, float]:
    """The factor that takes sent pixels to written ones (median of ratios), and the median error after it."""
    markers = np.array([sighting.marker for sighting in told], float) * image_scale
    if order is PixelOrder.VU:
        markers = markers[:, ::-1]
    written = np.array([sighting.answer for sighting in told], float)
    factor = float(np.median(written / np.maximum(markers, 1.0)))
    if not 0.02 <= factor <= 50:
        return 1.0, math.inf
    return factor, float(np.median(np.linalg.norm(written / factor - markers, axis=1))) / image_scale


def _with_resize(best: PixelGuess, told: Sequence[MarkerAnswer]) -> PixelGuess:
    """A slight resize explains answers that drift with distance from the corner; it is told, and harmless."""
    convention = best.convention
    if convention is None or convention.units is not PixelUnits.ABSOLUTE:
        return best
    factor, error_px = _scale(told, convention.order, convention.image_scale)
    if abs(factor - 1) < _SAME_SCALE or error_px > best.error_px / 2:
        return best
    return PixelGuess(convention, best.share, best.error_px, factor)


def _resized(told: Sequence[MarkerAnswer], image_scale: int, asked: int) -> PixelGuess | None:
    (error_px, factor), _ = sorted(_scale(told, order, image_scale)[::-1] for order in PixelOrder)
    if error_px > TOLERANCE_PX / 4 or abs(factor - 1) < _SAME_SCALE:
        return None
    return PixelGuess(None, len(told) / asked, error_px, factor)
