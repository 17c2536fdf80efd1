"""The settings.json of one build: cameras only, no physics, one drone, and a port of this machine alone."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aircity.geometry import Camera
from aircity.machine.loopback import LOOPBACK

SCENE, DEPTH_PERSPECTIVE, DEPTH_VIS = 0, 2, 3
"""Kinds of image, by AirSim's numbers."""


@dataclass(frozen=True, slots=True)
class Rig:
    """The one drone of a build and its camera, by the names that clients ask for."""

    lens: Camera
    vehicle: str = "Drone_1"
    camera: str = "front_0"


def write_settings(file: Path, port: int, rig: Rig) -> None:
    """Write what a build is to read at its start."""
    file.write_text(json.dumps(build_settings(port, rig), indent=1) + "\n", encoding="ascii")


def build_settings(port: int, rig: Rig) -> dict[str, Any]:
    """As AerialVLN sets its environments up, with our camera and not reachable from other machines."""
    return {
        "SettingsVersion": 1.2,
        "SimMode": "ComputerVision",
        "ViewMode": "NoDisplay",
        "ClockSpeed": 1,
        "LocalHostIp": LOOPBACK,
        "ApiServerPort": port,
        "Recording": {"Enabled": False, "Cameras": []},
        "SubWindows": [],
        "Vehicles": {
            rig.vehicle: {
                "VehicleType": "ComputerVision",
                **_at(0.0),
                "Cameras": {
                    rig.camera: {"CaptureSettings": _captures(rig.lens), **_at(rig.lens.forward_offset_m)}
                },
            }
        },
    }


def _captures(camera: Camera) -> list[dict[str, Any]]:
    fov_deg = math.degrees(2 * math.atan(camera.width_px / (2 * camera.fx_px)))
    return [
        {
            "ImageType": kind,
            "Width": camera.width_px,
            "Height": camera.height_px,
            "FOV_Degrees": round(fov_deg, 6),
            "AutoExposureMaxBrightness": 1,
            "AutoExposureMinBrightness": 0.03,
        }
        for kind in (SCENE, DEPTH_PERSPECTIVE, DEPTH_VIS)
    ]


def _at(north_m: float) -> dict[str, float]:
    return {"X": north_m, "Y": 0, "Z": 0, "Pitch": 0, "Roll": 0, "Yaw": 0}
