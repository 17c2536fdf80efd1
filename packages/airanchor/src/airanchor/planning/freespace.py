"""Free space of one depth image: which points were seen to be empty, with a margin (Local A* Execution)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError
from airanchor.planning.config import PlanningConfig
from airanchor.planning.kernels import are_free, square_minima
from airanchor.planning.problem import DepthView
from aircity.world import Observation

_HAIR = 1e-6
"""Pixels and metres of doubt that count against a point: rounding must never open a wall."""
_LEVELS = 6
"""Squares up to 32 pixels wide are tabled: larger windows, met next to the start only, take several."""


class FreeSpace:
    """The free segments of all rays: {x_t + s R r̂(u) | 0 < s < min(D(u), D_max) - δ_safe}.

    x_t is the body's position, also where the camera sits ahead of it. What is behind, beside or without a
    reading is unknown, so not free; the start is free by definition. On the border between two pixels both
    must agree.

    With a lateral clearance r, a ball of radius r around the point must also lie within the image and before
    the surfaces of all pixels it covers: their least depth is looked up in a table of squares, so a ball
    near by, which covers many, costs no more than one far away. Nothing is missed between samples, as a
    cross of extra points would. Lost readings beside the path are skipped.
    """

    def __init__(self, observation: Observation, config: PlanningConfig | None = None) -> None:
        config = config or PlanningConfig()
        camera, depth_m = observation.camera, np.asarray(observation.depth_m, dtype=np.float32)
        if depth_m.shape != (camera.height_px, camera.width_px):
            raise InputError(
                f"depth image of shape {depth_m.shape} does not fit its camera of "
                f"{camera.width_px}x{camera.height_px} px"
            )
        self._start = observation.pose.position
        limit_m = free_limit_m(depth_m, config)
        levels = min(_LEVELS, min(depth_m.shape).bit_length()) if config.lateral_clearance_m > 0 else 1
        self.view = DepthView(
            limit_m,
            square_minima(limit_m, levels),
            np.ascontiguousarray(camera.world_from_camera(observation.pose)[0]),
            np.array([camera.fx_px, camera.fy_px, camera.cx_px, camera.cy_px]),
            float(config.lateral_clearance_m),
            float(config.safety_margin_m),
        )

    def contains(self, points_in_world: ArrayLike) -> NDArray[np.bool_]:
        """Which points (n, 3) are free, (n,)."""
        points = np.asarray(points_in_world, dtype=float).reshape(-1, 3)
        free: NDArray[np.bool_] = are_free(self.view, points - self._start, _HAIR)
        return free

    def contains_sweep(self, start: ArrayLike, end: ArrayLike, sampling_m: float) -> bool:
        """Whether the segment between two points is free, its ends included."""
        low, high = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
        count = max(1, int(np.ceil(np.linalg.norm(high - low) / sampling_m - 1e-9)))
        return bool(self.contains(low + np.linspace(0, 1, count + 1)[:, None] * (high - low)).all())


def free_limit_m(depth_m: NDArray[np.float32], config: PlanningConfig) -> NDArray[np.float32]:
    """Where each ray's free segment ends: min(D, D_max) - δ_safe, or -inf without a reading."""
    capped_m = np.minimum(depth_m, np.float32(config.reliable_range_m)) - np.float32(config.safety_margin_m)
    return np.where(depth_m > 0, capped_m, np.float32(-np.inf))


def free_reach_m(depth_m: float, config: PlanningConfig) -> float:
    """How far one ray is free: max(0, min(D, D_max) - δ_safe), 0 without a reading."""
    if not depth_m > 0:
        return 0.0
    return max(0.0, min(depth_m, config.reliable_range_m) - config.safety_margin_m)
