"""A city behind AirSim's wire, for programs that were written for AirSim."""

from aircity.airsim.server.cameras import ServedCamera, parse_camera
from aircity.airsim.server.scene import ServedScene
from aircity.airsim.server.server import AirSimServer

__all__ = ["AirSimServer", "ServedCamera", "ServedScene", "parse_camera"]
