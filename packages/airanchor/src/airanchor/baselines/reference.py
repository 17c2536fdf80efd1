"""The reference follower: an upper bound that is told the truth, which no other navigator is."""

from collections.abc import Sequence

from airanchor.baselines.listed import ActionFlyer
from aircity.world import Action


def reference_follower(actions: Sequence[Action]) -> ActionFlyer:
    """Executes the given actions; the benchmark gives them, never the mission."""
    return ActionFlyer("reference", tuple(actions), len(actions))
