"""The world contract: what every simulator keeps, and how to check that it does."""

from aircity.world.action import Action, StepSizes, advance
from aircity.world.observation import Observation, Obstacle, StepResult
from aircity.world.simulator import Simulator

__all__ = [
    "Action",
    "Observation",
    "Obstacle",
    "Simulator",
    "StepResult",
    "StepSizes",
    "advance",
]
