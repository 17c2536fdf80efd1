"""Worlds: the contract every simulator keeps, and the simulators themselves."""

from airanchor.sim.action import Action, StepSizes, advance
from airanchor.sim.observation import Observation, Obstacle, StepResult
from airanchor.sim.world import Mission, Simulator

__all__ = [
    "Action",
    "Mission",
    "Observation",
    "Obstacle",
    "Simulator",
    "StepResult",
    "StepSizes",
    "advance",
]
