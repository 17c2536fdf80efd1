"""The safety envelope: plain limits in metres around the flight, enforced after all reasoning.

It knows nothing of models, plans or goals. A step that would leave it is not flown; it comes back as blocked
by the envelope, so the navigator learns of it like of any failed motion.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from airanchor.errors import FlightTimeSpent, InputError
from aircity.geometry import Pose
from aircity.world import Action, Observation, Obstacle, Simulator, StepResult, StepSizes, advance
from aircity.world.wrapper import WorldWrapper


@dataclass(frozen=True, slots=True)
class Envelope:
    """Where the drone may be. The defaults allow everything."""

    min_altitude_m: float = -math.inf
    """Lowest z; a step from below upwards is always allowed."""
    max_altitude_m: float = math.inf
    max_radius_m: float = math.inf
    """Farthest horizontal distance from the start."""
    max_path_m: float = math.inf
    """Longest distance flown in all."""
    max_seconds: float = math.inf
    """Longest time from the start; then the flight ends with STOP."""
    north_m: tuple[float, float] = (-math.inf, math.inf)
    """The geofence: x from, to."""
    east_m: tuple[float, float] = (-math.inf, math.inf)

    def __post_init__(self) -> None:
        if not self.min_altitude_m < self.max_altitude_m:
            raise InputError(
                f"altitude band {self.min_altitude_m:g} to {self.max_altitude_m:g} m is empty; "
                "min_altitude_m must be below max_altitude_m"
            )
        for name in ("max_radius_m", "max_path_m", "max_seconds"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} = {getattr(self, name)!r} must be positive")
        for name in ("north_m", "east_m"):
            low, high = getattr(self, name)
            if not low < high:
                raise InputError(f"geofence {name} = {low:g} to {high:g} is empty; smaller number first")

    def breach(self, before: Pose, after: Pose, start: Pose, flown_m: float) -> str | None:
        """Why a step from one pose to another is not allowed, or None. Coming back inside is allowed."""
        step_m = before.distance_m(after)
        was, would_be = self._excess_m(before, start), self._excess_m(after, start)
        for name, outside_m in would_be.items():
            if outside_m > 1e-9 and outside_m > was[name]:
                return name
        return "path length" if step_m > 0 and flown_m + step_m > self.max_path_m + 1e-9 else None

    def _excess_m(self, pose: Pose, start: Pose) -> dict[str, float]:
        """How far outside each limit a pose is; negative is inside."""
        return {
            "minimum altitude": self.min_altitude_m - pose.z_m,
            "maximum altitude": pose.z_m - self.max_altitude_m,
            "radius around the start": math.dist(_xy(pose), _xy(start)) - self.max_radius_m,
            "northern geofence": pose.x_m - self.north_m[1],
            "southern geofence": self.north_m[0] - pose.x_m,
            "eastern geofence": pose.y_m - self.east_m[1],
            "western geofence": self.east_m[0] - pose.y_m,
        }


class EnvelopeWorld(WorldWrapper):
    """A world in which no step leaves the envelope."""

    def __init__(
        self,
        world: Simulator,
        envelope: Envelope,
        sizes: StepSizes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(world)
        self._clock = clock
        self._began_s = clock()
        self._envelope = envelope
        self._sizes = sizes or StepSizes()
        self._start = self._pose = Pose(0.0, 0.0, 0.0)
        self._flown_m = 0.0
        self.refused: list[str] = []

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start`: the middle of the radius."""
        observation = super().reset(start)
        self._start = self._pose = observation.pose
        self._flown_m = 0.0
        self._began_s = self._clock()
        self.refused = []
        return observation

    def observe(self) -> Observation:
        """The forward view from here, while there is time."""
        self._check_time()
        return super().observe()

    def _check_time(self) -> None:
        elapsed_s = self._clock() - self._began_s
        if elapsed_s > self._envelope.max_seconds:
            raise FlightTimeSpent(
                f"the flight took {elapsed_s:.0f} s and {self._envelope.max_seconds:g} s were granted; "
                "raise max_seconds for longer ones"
            )

    def step(self, action: Action) -> StepResult:
        """Do one action, unless it would leave the envelope."""
        if action is Action.STOP:
            return super().step(action)
        self._check_time()
        wished = advance(self._pose, action, self._sizes)
        breach = self._envelope.breach(self._pose, wished, self._start, self._flown_m)
        if breach is not None:
            self.refused.append(breach)
            return StepResult(action, self._pose, False, False, Obstacle.ENVELOPE)
        result = super().step(action)
        self._flown_m += self._pose.distance_m(result.pose)
        self._pose = result.pose
        return result


def _xy(pose: Pose) -> tuple[float, float]:
    return pose.x_m, pose.y_m
