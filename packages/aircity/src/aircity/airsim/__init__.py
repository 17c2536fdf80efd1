"""AirSim both ways: an AirSim build as a world to fly in, and a city served over AirSim's wire."""

from aircity.airsim.config import AirSimConfig
from aircity.airsim.world import AirSimWorld, open_airsim

__all__ = ["AirSimConfig", "AirSimWorld", "open_airsim"]
