"""Moves that take time: flown on the server's clock until they end, meet something or are cancelled."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aircity.airsim.attitude import turn
from aircity.airsim.server.drone import ServedDrone
from aircity.errors import InputError
from aircity.geometry import wrap

FASTEST_M_S = 100.0
_TICK_S = 0.02
_PIECE_M = 0.5
_TURN_RAD_S = math.radians(90.0)

Point = NDArray[np.float64]
Flight = Callable[[], bool]
"""The rest of a move that has begun; it answers whether the move reached its end."""


class Task:
    """One move that is being flown."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()


class Clock:
    """The time of the served world: `speed` times real time, and still while it is paused."""

    def __init__(self, speed: float = 1.0) -> None:
        if not (math.isfinite(speed) and 0 < speed <= 1000):
            raise InputError(f"clock speed {speed!r} is not valid; it is above 0 and at most 1000")
        self._speed = speed
        self.is_paused = False

    def tick(self, task: Task) -> float:
        """Wait a moment; the seconds that passed in the served world."""
        before_s = time.monotonic()
        task.cancelled.wait(_TICK_S)
        return 0.0 if self.is_paused else (time.monotonic() - before_s) * self._speed


@dataclass(frozen=True, slots=True)
class Facing:
    """Where the drone faces during a move: a rate of turning, or a heading, perhaps told from the way."""

    rate_rad_s: float | None = 0.0
    heading_rad: float = 0.0
    follows_way: bool = False

    def next(self, now_rad: float, way: Point, seconds: float) -> float:
        """The heading some seconds later."""
        if self.rate_rad_s is not None:
            return wrap(now_rad + self.rate_rad_s * seconds)
        missing_rad = wrap(self._wanted(now_rad, way) - now_rad)
        most_rad = _TURN_RAD_S * seconds
        return wrap(now_rad + min(max(missing_rad, -most_rad), most_rad))

    def final(self, now_rad: float, way: Point) -> float:
        """The heading at the end of the move."""
        return now_rad if self.rate_rad_s is not None else self._wanted(now_rad, way)

    def _wanted(self, now_rad: float, way: Point) -> float:
        if not self.follows_way:
            return self.heading_rad
        is_level = math.hypot(way[0], way[1]) > 1e-6
        return wrap(math.atan2(way[1], way[0]) + self.heading_rad) if is_level else now_rad


class Pilot:
    """Flies one move at a time; a new one cancels the one before, as in AirSim."""

    def __init__(self, drone: ServedDrone, clock: Clock) -> None:
        self._drone = drone
        self._clock = clock
        self._lock = threading.Lock()
        self._task = Task()

    def cancel(self) -> None:
        """End the move that is being flown."""
        with self._lock:
            self._task.cancelled.set()

    def follow(self, path: Sequence[Point], speed_m_s: float, timeout_s: float, facing: Facing) -> Flight:
        """Fly through the points (in the house frame)."""
        if not 0 < speed_m_s <= FASTEST_M_S:
            raise InputError(
                f"velocity {speed_m_s:g} m/s is not valid; it is above 0 and at most {FASTEST_M_S:g}"
            )
        return self._begin(lambda task: self._follow(task, path, speed_m_s, timeout_s, facing))

    def drift(self, velocity_in_body: Point, duration_s: float, facing: Facing) -> Flight:
        """Keep a velocity (ahead, right, up) for a time."""
        if float(np.linalg.norm(velocity_in_body)) > FASTEST_M_S:
            raise InputError(f"the velocity is above {FASTEST_M_S:g} m/s")
        return self._begin(lambda task: self._drift(task, velocity_in_body, duration_s, facing))

    def face(self, heading_rad: float, timeout_s: float) -> Flight:
        """Turn on the spot."""
        return self._begin(lambda task: self._face(task, heading_rad, timeout_s))

    def _begin(self, fly: Callable[[Task], bool]) -> Flight:
        """A new task, in place of the one before."""
        with self._lock:
            self._task.cancelled.set()
            task = self._task = Task()
            self._drone.is_landed = False

        def flight() -> bool:
            try:
                return fly(task)
            finally:
                if not task.cancelled.is_set():
                    self._drone.rest()

        return flight

    def _follow(
        self, task: Task, path: Sequence[Point], speed_m_s: float, timeout_s: float, facing: Facing
    ) -> bool:
        left_s = timeout_s
        for target in path:
            while tuple(self._drone.placement.point) != tuple(target):
                seconds = self._clock.tick(task)
                left_s -= seconds
                if task.cancelled.is_set() or left_s < 0:
                    return False
                if not self._approach(task, target, speed_m_s * seconds, speed_m_s, facing):
                    return False
        return True

    def _drift(self, task: Task, velocity_in_body: Point, duration_s: float, facing: Facing) -> bool:
        left_s = duration_s
        while left_s > 0:
            seconds = min(self._clock.tick(task), left_s)
            left_s -= seconds
            if task.cancelled.is_set():
                return False
            here = self._drone.placement
            velocity = _in_world(velocity_in_body, here.heading_rad)
            heading_rad = facing.next(here.heading_rad, velocity, seconds)
            point = here.point + velocity * seconds
            if not self._go(task, point, heading_rad, velocity):
                return False
        return True

    def _face(self, task: Task, heading_rad: float, timeout_s: float) -> bool:
        left_s, is_there = timeout_s, False
        facing, still = Facing(None, heading_rad), np.zeros(3)
        while not is_there:
            seconds = self._clock.tick(task)
            left_s -= seconds
            if task.cancelled.is_set() or left_s < 0:
                return False
            here = self._drone.placement
            next_rad = facing.next(here.heading_rad, still, seconds)
            is_there = abs(wrap(next_rad - heading_rad)) < 1e-9
            self._go(task, here.point, heading_rad if is_there else next_rad, still)
        return True

    def _approach(self, task: Task, target: Point, length_m: float, speed_m_s: float, facing: Facing) -> bool:
        """One stretch of the way, in pieces so short that it ends close to what it meets."""
        while length_m > 0:
            here = self._drone.placement
            way = target - here.point
            away_m, piece_m = float(np.linalg.norm(way)), min(length_m, _PIECE_M)
            if away_m <= piece_m:
                return self._go(task, target, facing.final(here.heading_rad, way), np.zeros(3))
            heading_rad = facing.next(here.heading_rad, way, piece_m / speed_m_s)
            along = way / away_m
            point = here.point + along * piece_m
            if not self._go(task, point, heading_rad, along * speed_m_s):
                return False
            length_m -= piece_m
        return True

    def _go(self, task: Task, point: Point, heading_rad: float, velocity: Point) -> bool:
        """Move the drone, unless the task was cancelled meanwhile; whether the way was free."""
        with self._lock:
            if task.cancelled.is_set():
                return False
            is_turn = tuple(point) == tuple(self._drone.placement.point)
            return self._drone.go(point, turn(3, heading_rad), is_ghost=is_turn, velocity=velocity)


def _in_world(velocity_in_body: Point, heading_rad: float) -> Point:
    ahead, right, up = velocity_in_body.tolist()
    cosine, sine = math.cos(heading_rad), math.sin(heading_rad)
    return np.array([ahead * cosine - right * sine, ahead * sine + right * cosine, up])
