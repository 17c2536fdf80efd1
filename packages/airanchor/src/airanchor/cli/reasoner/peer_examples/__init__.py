"""One made-up moment for each question of another method."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples import mapgpt, spf, typefly

PEER_EXAMPLES: dict[str, Callable[[], object]] = {
    **mapgpt.EXAMPLES,
    **spf.EXAMPLES,
    **typefly.EXAMPLES,
}
"""By the role's name."""
