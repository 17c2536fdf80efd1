"""Directions: a pixel, the median depth around it, and the point that lies there (paper, appendix A.1)."""

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.anchor import DirectionAnchor
from airanchor.anchors.config import AnchorConfig
from airanchor.anchors.outcome import GroundingOutcome, Reason
from airanchor.anchors.request import DirectionRequest
from aircity.world import Observation


def ground_direction(request: DirectionRequest, view: Observation, config: AnchorConfig) -> GroundingOutcome:
    """The request as a direction, or discarded where there is no depth."""
    anchor = ground_pixel(request.index, request.pixel, view, config)
    if anchor is None:
        return GroundingOutcome(request, None, Reason.NO_DEPTH, no_depth_words(request.pixel, config))
    return GroundingOutcome(request, anchor)


def ground_pixel(
    index: int, pixel: tuple[int, int], view: Observation, config: AnchorConfig, *, degraded: bool = False
) -> DirectionAnchor | None:
    """The direction of a pixel, or None where there is no depth:

    d̂ = min(d̄, D_max), far where d̄ > D_max, and the reference point R (d̂ r̂) + t lies on the pixel's own ray.
    """
    median_m = median_depth_m(view.depth_m, pixel, config.window_px)
    if median_m is None:
        return None
    distance_m = min(median_m, config.reliable_range_m)
    return DirectionAnchor(
        index=index,
        pixel=pixel,
        point_in_world=view.camera.back_project(pixel, distance_m, view.pose),
        distance_m=distance_m,
        is_far=median_m > config.reliable_range_m,
        degraded=degraded,
    )


def median_depth_m(depth_m: NDArray[np.floating], pixel: tuple[int, int], window_px: int = 5) -> float | None:
    """d̄: the median of the positive depths, +inf included, in the square around a pixel (column, row).

    The square ends where the image does. Without a positive depth there is no median.
    """
    column, row = pixel
    reach = window_px // 2
    window = depth_m[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1]
    positive = window[window > 0].astype(np.float64)
    return float(np.median(positive)) if positive.size else None


def no_depth_words(pixel: tuple[int, int], config: AnchorConfig) -> str:
    """Why a pixel could not be grounded."""
    side = config.window_px
    return f"no positive depth in the {side}x{side} pixels around {list(pixel)}"
