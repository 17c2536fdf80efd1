"""The other methods: those that ask nobody, and those that ask the same model as AirAnchor."""

from airanchor.baselines.config import BaselineConfig
from airanchor.baselines.drawn import action_sampling, random_actions
from airanchor.baselines.listed import ActionFlyer
from airanchor.baselines.methods import METHODS, asking_flyer
from airanchor.baselines.reference import reference_follower

__all__ = [
    "METHODS",
    "ActionFlyer",
    "BaselineConfig",
    "action_sampling",
    "asking_flyer",
    "random_actions",
    "reference_follower",
]
