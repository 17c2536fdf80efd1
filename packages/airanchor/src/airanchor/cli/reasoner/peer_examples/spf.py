"""A made-up moment for the question of See, Point, Fly."""

from collections.abc import Callable

from airanchor.baselines.spf import SpfConfig
from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.reasoner.roles.peers.spf import PointRequest

_TRAVELS_M = tuple(SpfConfig().travel_m(label) for label in range(1, SpfConfig().labels + 1))

EXAMPLES: dict[str, Callable[[], object]] = {
    "spf_point": lambda: PointRequest(example_picture(), INSTRUCTION, _TRAVELS_M),
}
