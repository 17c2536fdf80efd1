"""The served drone: where it is, what it hit, and who may command it. One drone, shared by all clients."""

import threading
import time
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from aircity.airsim.attitude import Wxyz, angle_of, turn
from aircity.airsim.messages import Map, quaternion, vector
from aircity.airsim.server.scene import ServedScene
from aircity.geometry import Pose, heading_from_wxyz, ned_from_points

BODY_RADIUS_M = 0.5
_ZERO = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Where the drone is: its place in the house frame, its attitude, and how fast it goes."""

    point: NDArray[np.float64]
    attitude: Wxyz
    velocity: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))

    @property
    def heading_rad(self) -> float:
        """Where it points."""
        heading_rad = angle_of(self.attitude, 3)
        return heading_from_wxyz(self.attitude) if heading_rad is None else heading_rad


class ServedDrone:
    """Moves only where the scene lets it; every method may be called from any thread."""

    def __init__(self, scene: ServedScene) -> None:
        self._scene = scene
        self._lock = threading.Lock()
        self.is_commanded = False
        self.is_armed = False
        self.is_landed = False
        self._collision: Map = {}
        self.reset()

    def reset(self) -> None:
        """Back to the start, with nothing hit and nobody in command."""
        with self._lock:
            self._placement = _at(self._scene.start)
            self._collision = _no_collision()
            self.is_commanded = self.is_armed = self.is_landed = False

    @property
    def placement(self) -> Placement:
        """Where it is now."""
        with self._lock:
            return self._placement

    def collision(self) -> Map:
        """CollisionInfo: what was hit last since the last free move."""
        with self._lock:
            return dict(self._collision)

    def go(
        self,
        point: NDArray[np.float64],
        attitude: Wxyz,
        *,
        is_ghost: bool = False,
        velocity: NDArray[np.float64] | None = None,
    ) -> bool:
        """Move there in a straight line, through anything if `is_ghost`; whether the way was free."""
        with self._lock:
            if not is_ghost and self._meets_something(point):
                self._collision = self._new_collision(point)
                self._placement = replace(self._placement, velocity=np.zeros(3))
                return False
            if not self._scene.holds(Pose(*point.tolist())):
                self._placement = replace(self._placement, velocity=np.zeros(3))
                return False
            if not is_ghost:
                self._collision = {**self._collision, "has_collided": False}
            speed = np.zeros(3) if velocity is None else velocity
            self._placement = Placement(point, attitude, speed)
            return True

    def rest(self) -> None:
        """Hang still."""
        with self._lock:
            self._placement = replace(self._placement, velocity=np.zeros(3))

    def _meets_something(self, point: NDArray[np.float64]) -> bool:
        here = self._placement.point
        if tuple(here) == tuple(point):
            return not self._scene.renderer.is_free(point, BODY_RADIUS_M)
        return self._scene.renderer.touches(here, point, BODY_RADIUS_M)

    def _new_collision(self, point: NDArray[np.float64]) -> Map:
        """The body is a ball and the way is tried as a whole, so where exactly it was hit is not told."""
        here = ned_from_points(self._placement.point)
        way = ned_from_points(point) - here
        length_m = float(np.linalg.norm(way))
        return {
            **_no_collision(),
            "has_collided": True,
            "normal": vector(-way / length_m if length_m else _ZERO),
            "impact_point": vector(here),
            "position": vector(here),
            "time_stamp": time.time_ns(),
            "object_name": self._scene.name,
            "object_id": 0,
        }


def pose_map(placement: Placement) -> Map:
    """Pose of the drone on the wire."""
    return {
        "position": vector(ned_from_points(placement.point)),
        "orientation": quaternion(placement.attitude),
    }


def kinematics_map(placement: Placement) -> Map:
    """KinematicsState on the wire; turning and accelerating are not told."""
    return {
        **pose_map(placement),
        "linear_velocity": vector(ned_from_points(placement.velocity)),
        **{
            name: vector(_ZERO)
            for name in ("angular_velocity", "linear_acceleration", "angular_acceleration")
        },
    }


def _at(pose: Pose) -> Placement:
    return Placement(pose.position, turn(3, pose.heading_rad))


def _no_collision() -> Map:
    return {
        "has_collided": False,
        "penetration_depth": 0.0,
        "time_stamp": 0,
        "normal": vector(_ZERO),
        "impact_point": vector(_ZERO),
        "position": vector(_ZERO),
        "object_name": "",
        "object_id": -1,
    }
