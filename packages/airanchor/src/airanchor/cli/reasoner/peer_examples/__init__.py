"""One made-up moment for each question of another method."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples import spf

PEER_EXAMPLES: dict[str, Callable[[], object]] = {**spf.EXAMPLES}
"""By the role's name."""
