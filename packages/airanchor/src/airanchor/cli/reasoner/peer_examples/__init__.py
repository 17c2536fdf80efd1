"""One made-up moment for each question of another method."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples import finecog, mapgpt, navgpt, pivot, spf, typefly

PEER_EXAMPLES: dict[str, Callable[[], object]] = {
    **finecog.EXAMPLES,
    **mapgpt.EXAMPLES,
    **navgpt.EXAMPLES,
    **pivot.EXAMPLES,
    **spf.EXAMPLES,
    **typefly.EXAMPLES,
}
"""By the role's name."""
