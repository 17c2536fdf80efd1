"""The moves that are served: AirSim's arguments in, the pilot's flights out."""

import math
from collections.abc import Mapping

import numpy as np

from aircity.airsim.messages import read_number, read_vector
from aircity.airsim.server.desk import ServedWorld
from aircity.airsim.server.moves import Facing, Flight, Point
from aircity.errors import InputError
from aircity.geometry import points_from_ned

LONGEST_PATH = 10_000
_CLIMB_M, _CLIMB_M_S = 3.0, 2.0
_BELOW_ALL_M = 10_000.0
_FORWARD_ONLY = 1
_FOREVER_S = 3e38


class MoveCommands:
    """Calls that begin a move and give back its flight. They need API control, as in AirSim."""

    def __init__(self, world: ServedWorld) -> None:
        self._world = world

    def take_off(self, timeout_s: object = 20, vehicle: object = "") -> Flight:
        """Climb three metres."""
        here = self._begin(vehicle)
        above = here + np.array([0.0, 0.0, _CLIMB_M])
        return self._world.pilot.follow([above], _CLIMB_M_S, _seconds(timeout_s), Facing())

    def land(self, timeout_s: object = 60, vehicle: object = "") -> Flight:
        """Sink until something is touched."""
        here = self._begin(vehicle)
        below = here - np.array([0.0, 0.0, _BELOW_ALL_M])
        sink = self._world.pilot.follow([below], _CLIMB_M_S, _seconds(timeout_s), Facing())
        drone = self._world.drone

        def flight() -> bool:
            sink()
            drone.is_landed = bool(drone.collision()["has_collided"])
            return drone.is_landed

        return flight

    def hover(self, vehicle: object = "") -> bool:
        """Stay here."""
        self._begin(vehicle)
        self._world.pilot.cancel()
        self._world.drone.rest()
        return True

    def to_position(
        self,
        x: object,
        y: object,
        z: object,
        velocity: object,
        timeout_s: object = _FOREVER_S,
        drivetrain: object = 0,
        yaw_mode: object = None,
        lookahead: object = -1,
        adaptive_lookahead: object = 1,
        vehicle: object = "",
    ) -> Flight:
        """Fly to a point in NED."""
        self._begin(vehicle)
        target = points_from_ned([read_number(value, name) for value, name in ((x, "x"), (y, "y"), (z, "z"))])
        return self._follow([target], velocity, timeout_s, _facing(drivetrain, yaw_mode))

    def on_path(
        self,
        path: object,
        velocity: object,
        timeout_s: object = _FOREVER_S,
        drivetrain: object = 0,
        yaw_mode: object = None,
        lookahead: object = -1,
        adaptive_lookahead: object = 1,
        vehicle: object = "",
    ) -> Flight:
        """Fly through points in NED."""
        self._begin(vehicle)
        if not isinstance(path, list) or not 1 <= len(path) <= LONGEST_PATH:
            raise InputError(f"path must be a list of 1 to {LONGEST_PATH} points")
        points = [points_from_ned(read_vector(point, "path point")) for point in path]
        return self._follow(points, velocity, timeout_s, _facing(drivetrain, yaw_mode))

    def to_z(
        self,
        z: object,
        velocity: object,
        timeout_s: object = _FOREVER_S,
        yaw_mode: object = None,
        lookahead: object = -1,
        adaptive_lookahead: object = 1,
        vehicle: object = "",
    ) -> Flight:
        """Climb or sink to a height in NED."""
        here = self._begin(vehicle)
        up_m = points_from_ned([0.0, 0.0, read_number(z, "z")])[2]
        target = np.array([here[0], here[1], up_m])
        return self._follow([target], velocity, timeout_s, _facing(0, yaw_mode))

    def to_yaw(
        self, yaw: object, timeout_s: object = _FOREVER_S, margin: object = 5, vehicle: object = ""
    ) -> Flight:
        """Turn to a heading in degrees."""
        self._begin(vehicle)
        return self._world.pilot.face(math.radians(read_number(yaw, "yaw")), _seconds(timeout_s))

    def by_velocity(
        self,
        vx: object,
        vy: object,
        vz: object,
        duration_s: object,
        drivetrain: object = 0,
        yaw_mode: object = None,
        vehicle: object = "",
    ) -> Flight:
        """Keep a velocity in the body's axes for a time."""
        self._begin(vehicle)
        parts = ((vx, "vx"), (vy, "vy"), (vz, "vz"))
        velocity = points_from_ned([read_number(value, name) for value, name in parts])
        return self._world.pilot.drift(velocity, _seconds(duration_s), _facing(0, yaw_mode))

    def _begin(self, vehicle: object) -> Point:
        self._world.check_vehicle(vehicle)
        if not self._world.drone.is_commanded:
            raise InputError("API control is not enabled; call enableApiControl(True) before moving")
        return self._world.drone.placement.point

    def _follow(self, points: list[Point], velocity: object, timeout_s: object, facing: Facing) -> Flight:
        speed_m_s = read_number(velocity, "velocity")
        return self._world.pilot.follow(points, speed_m_s, _seconds(timeout_s), facing)


def _seconds(value: object) -> float:
    seconds = read_number(value, "time")
    if seconds < 0:
        raise InputError(f"time {seconds:g} s must not be negative")
    return seconds


def _facing(drivetrain: object, yaw_mode: object) -> Facing:
    """What AirSim's drive train and yaw mode mean for where the drone faces."""
    mode = yaw_mode if isinstance(yaw_mode, Mapping) else {}
    angle_rad = math.radians(read_number(mode.get("yaw_or_rate", 0.0), "yaw_or_rate"))
    if drivetrain == _FORWARD_ONLY:
        return Facing(None, 0.0 if mode.get("is_rate", True) else angle_rad, follows_way=True)
    return Facing(angle_rad) if mode.get("is_rate", True) else Facing(None, angle_rad)
