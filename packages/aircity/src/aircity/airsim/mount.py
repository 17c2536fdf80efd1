"""Where a build's camera looks: aimed on the vehicle, or, where the build refuses that, with the vehicle."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from aircity.airsim.attitude import rotation, turn
from aircity.airsim.config import AirSimConfig
from aircity.airsim.link import AirSimLink
from aircity.airsim.messages import mount_message, pose_message, read_map, read_number, read_placement
from aircity.airsim.rpc import CallRefused
from aircity.errors import SimulatorError
from aircity.geometry import Camera, Pose

_OFFSET_ERROR_M = 0.02
_ANGLE_ERROR_RAD = math.radians(1.0)


@dataclass(frozen=True, slots=True)
class Look:
    """A direction of view from the vehicle: turned right, or pitched up."""

    right_rad: float = 0.0
    pitch_rad: float = 0.0


AHEAD = Look()


class CameraMount:
    """Aims one camera of a build; `camera` is the camera as it looks ahead."""

    def __init__(self, link: AirSimLink, config: AirSimConfig, size_px: tuple[int, int]) -> None:
        self._link = link
        self._config = config
        self._moves_camera = config.aim == "camera"
        answer = link.call_for_camera("simGetCameraInfo", config.camera, config.vehicle)
        info = read_map(answer, "camera info")
        fov_deg = config.fov_deg if config.fov_deg is not None else read_number(info.get("fov"), "camera fov")
        offset_m = config.forward_offset_m
        self._offset_m = self._measured_offset_m(info) if offset_m is None else offset_m
        self.camera = replace(Camera.from_fov(*size_px, fov_deg), forward_offset_m=self._offset_m)

    def aim(self, body: Pose, look: Look) -> None:
        """Point the camera; the vehicle stays, or is put back by the next `aim`."""
        if self._moves_camera:
            try:
                self._aim_camera(look)
                return
            except CallRefused:
                self._moves_camera = False
        self._aim_vehicle(body, look)

    def _aim_camera(self, look: Look) -> None:
        """On the vehicle: it turns around the vehicle's middle, and pitches where it is."""
        cosine, sine = math.cos(look.right_rad), math.sin(look.right_rad)
        position = [self._offset_m * cosine, self._offset_m * sine, 0.0] if self._offset_m else [0.0] * 3
        attitude = turn(2, look.pitch_rad) if look.pitch_rad else turn(3, look.right_rad)
        mount = mount_message(position, attitude)
        self._link.call_for_camera("simSetCameraPose", self._config.camera, mount, self._config.vehicle)

    def _aim_vehicle(self, body: Pose, look: Look) -> None:
        """With the vehicle, which is set back as far as pitching it would carry the camera."""
        turned = body.turned(look.right_rad) if look.right_rad else body
        ahead_m = self._offset_m * (1 - math.cos(look.pitch_rad))
        eye = Pose(
            turned.x_m + ahead_m * math.cos(turned.heading_rad),
            turned.y_m + ahead_m * math.sin(turned.heading_rad),
            turned.z_m - self._offset_m * math.sin(look.pitch_rad),
            turned.heading_rad,
        )
        message = pose_message(eye, look.pitch_rad)
        self._link.call("simSetVehiclePose", message, True, self._config.vehicle)

    def _measured_offset_m(self, info: Mapping[str, object]) -> float:
        """How far ahead of the vehicle the camera sits, to the millimetre; it must sit and look straight."""
        place, attitude = read_placement(info.get("pose"), "camera pose")
        body = self._link.call("simGetVehiclePose", self._config.vehicle)
        body_place, body_attitude = read_placement(body, "vehicle pose")
        offset_m = rotation(body_attitude).T @ (place - body_place)
        axes = rotation(body_attitude).T @ rotation(attitude)
        is_off = float(np.abs(offset_m[1:]).max()) > _OFFSET_ERROR_M
        if is_off or math.acos(min(1.0, (np.trace(axes) - 1) / 2)) > _ANGLE_ERROR_RAD:
            x_m, y_m, z_m = offset_m.round(3).tolist()
            raise SimulatorError(
                f"camera {self._config.camera!r} sits {x_m:g} m ahead, {y_m:g} m right and {z_m:g} m below "
                "the middle of the vehicle, or looks aside; give it Y, Z, Pitch, Roll and Yaw 0 in the "
                "settings.json of the build"
            )
        return round(float(offset_m[0]), 3)
