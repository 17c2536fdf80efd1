"""Navigators that ask no model: what chance and the benchmark's own statistics reach, and an upper bound."""

from airanchor.baselines.config import BaselineConfig
from airanchor.baselines.drawn import action_sampling, random_actions
from airanchor.baselines.listed import ActionFlyer
from airanchor.baselines.reference import reference_follower

__all__ = ["ActionFlyer", "BaselineConfig", "action_sampling", "random_actions", "reference_follower"]
