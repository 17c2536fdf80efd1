"""The calls that are served, by AirSim's names, and how many arguments each takes; there are no others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aircity.airsim.server.commands import MoveCommands
from aircity.airsim.server.desk import OLDEST_CLIENT_VERSION, SERVER_VERSION, ServedWorld
from aircity.errors import InputError


@dataclass(frozen=True, slots=True)
class Method:
    """One call: what it does, with how many arguments, and whether it takes its time.

    What takes its time begins at once, in the order of calls, and gives back the rest of it to be run aside.
    """

    run: Callable[..., Any]
    least: int = 0
    most: int = 0
    is_long: bool = False


def methods_of(world: ServedWorld) -> dict[str, Method]:
    """Every call that this world answers."""
    return {**_connection(world), **_state(world), **_moves(world)}


def find_method(methods: Mapping[str, Method], name: object, params: object) -> Method:
    """The method of a call, or the error that AirSim's own server gives."""
    if not isinstance(params, list):
        raise InputError(f"the arguments of a call must be a list, not a {type(params).__name__}")
    count = len(params)
    method = methods.get(name) if isinstance(name, str) else None
    if method is None or not method.least <= count <= method.most:
        raise InputError(f"server could not find function '{str(name)[:64]}' with argument count {count}")
    return method


def _connection(world: ServedWorld) -> dict[str, Method]:
    drone = world.drone

    def command(is_enabled: object, vehicle: object = "") -> None:
        world.check_vehicle(vehicle)
        drone.is_commanded = bool(is_enabled)

    def is_commanded(vehicle: object = "") -> bool:
        world.check_vehicle(vehicle)
        return drone.is_commanded

    def arm(is_armed: object, vehicle: object = "") -> bool:
        world.check_vehicle(vehicle)
        drone.is_armed = bool(is_armed)
        return True

    def pause(is_paused: object) -> None:
        world.clock.is_paused = bool(is_paused)

    return {
        "ping": Method(lambda: True),
        "getServerVersion": Method(lambda: SERVER_VERSION),
        "getMinRequiredClientVersion": Method(lambda: OLDEST_CLIENT_VERSION),
        "reset": Method(world.reset),
        "enableApiControl": Method(command, 1, 2),
        "isApiControlEnabled": Method(is_commanded, 0, 1),
        "armDisarm": Method(arm, 1, 2),
        "listVehicles": Method(world.vehicles),
        "simPause": Method(pause, 1, 1),
        "simIsPaused": Method(lambda: world.clock.is_paused),
    }


def _state(world: ServedWorld) -> dict[str, Method]:
    return {
        "simGetVehiclePose": Method(world.pose, 0, 1),
        "simSetVehiclePose": Method(world.set_pose, 2, 3),
        "simGetGroundTruthKinematics": Method(world.kinematics, 0, 1),
        "simGetCollisionInfo": Method(world.collision, 0, 1),
        "getMultirotorState": Method(world.state, 0, 1),
        "simGetCameraInfo": Method(world.camera_info, 1, 3),
        "simSetCameraPose": Method(world.set_camera_pose, 2, 4),
        "simGetImages": Method(world.images, 1, 3),
        "simGetImage": Method(world.image, 2, 4),
    }


def _moves(world: ServedWorld) -> dict[str, Method]:
    moves = MoveCommands(world)

    def cancel(vehicle: object = "") -> None:
        world.check_vehicle(vehicle)
        world.pilot.cancel()

    return {
        "takeoff": Method(moves.take_off, 0, 2, is_long=True),
        "land": Method(moves.land, 0, 2, is_long=True),
        "hover": Method(moves.hover, 0, 1),
        "moveToPosition": Method(moves.to_position, 4, 10, is_long=True),
        "moveOnPath": Method(moves.on_path, 2, 8, is_long=True),
        "moveToZ": Method(moves.to_z, 2, 7, is_long=True),
        "rotateToYaw": Method(moves.to_yaw, 1, 4, is_long=True),
        "moveByVelocityBodyFrame": Method(moves.by_velocity, 4, 7, is_long=True),
        "cancelLastTask": Method(cancel, 0, 1),
    }
