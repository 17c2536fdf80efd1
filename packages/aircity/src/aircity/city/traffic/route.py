"""A route: where on a closed way something is at any time, slower in bends."""

import numpy as np
from numpy.typing import NDArray

from aircity.city.scene import TrafficWay

Floats = NDArray[np.float64]

CRUISE_M_S = {"road": 8.0, "water": 2.5}
_SIDEWAYS_M_S2 = 3.0
_BRAKING_M_S2 = 2.0
_SLOWEST_M_S = 2.0
_EVERY_M = 1.0


class Route:
    """Everything on a way goes by the same timetable, so that nothing catches up with what is ahead."""

    def __init__(self, way: TrafficWay) -> None:
        points, station_m = _resampled(np.array(way.points))
        speed = _speeds(points, CRUISE_M_S[way.kind])
        steps_m = np.diff(station_m)
        self._points, self._station_m = points, station_m
        self._time_s = np.concatenate([[0.0], np.cumsum(2.0 * steps_m / (speed[:-1] + speed[1:]))])

    @property
    def round_s(self) -> float:
        """How long once round takes."""
        return float(self._time_s[-1])

    def poses(self, time_s: Floats, wheelbase_m: Floats) -> Floats:
        """(n, 4) x, y, z and heading of bodies whose two axles both stand on the way."""
        middle_m = np.interp(np.mod(time_s, self.round_s), self._time_s, self._station_m)
        front = self._at(middle_m + wheelbase_m / 2)
        rear = self._at(middle_m - wheelbase_m / 2)
        along = front - rear
        return np.column_stack([(front + rear) / 2, np.arctan2(along[:, 1], along[:, 0])])

    def _at(self, station_m: Floats) -> Floats:
        wrapped = np.mod(station_m, self._station_m[-1])
        return np.column_stack([np.interp(wrapped, self._station_m, axis) for axis in self._points.T])


def _resampled(corners: Floats) -> tuple[Floats, Floats]:
    """Evenly spaced points of a closed line, the first repeated at the end, and how far along each is."""
    ring = np.concatenate([corners, corners[:1]])
    station_m = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])
    even_m = np.linspace(0.0, station_m[-1], max(8, round(station_m[-1] / _EVERY_M)) + 1)
    return np.column_stack([np.interp(even_m, station_m, axis) for axis in ring.T]), even_m


def _speeds(points: Floats, cruise_m_s: float) -> Floats:
    """At each point of a closed line: what its bend allows, and braking before and after it."""
    inner = points[:-1]
    reach = 3
    before, after = inner - np.roll(inner, reach, axis=0), np.roll(inner, -reach, axis=0) - inner
    angle = np.arctan2(after[:, 1], after[:, 0]) - np.arctan2(before[:, 1], before[:, 0])
    angle = np.abs((angle + np.pi) % (2 * np.pi) - np.pi)
    bend_1_m = angle / np.maximum(np.linalg.norm(before[:, :2], axis=1), 1e-6)
    speed = np.clip(np.sqrt(_SIDEWAYS_M_S2 / np.maximum(bend_1_m, 1e-6)), _SLOWEST_M_S, cruise_m_s)
    step_m = float(np.linalg.norm(points[1] - points[0]))
    for turn in (1, -1):
        speed = speed[::turn]
        for _ in range(2):  # twice round, since the way is closed
            for k in range(len(speed)):
                speed[k] = min(speed[k], np.sqrt(speed[k - 1] ** 2 + 2 * _BRAKING_M_S2 * step_m))
        speed = speed[::turn]
    return np.concatenate([speed, speed[:1]])
