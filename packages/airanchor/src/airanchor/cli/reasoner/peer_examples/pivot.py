"""A made-up moment for the question of PIVOT."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.drawing.arrows import BORDER_LABELS, draw_arrows
from airanchor.reasoner.roles.peers.pivot import ArrowsRequest

_TIPS = {"1": (120, 200), "2": (250, 330), "3": (300, 240), "4": (420, 280)}

EXAMPLES: dict[str, Callable[[], object]] = {
    "pivot_arrows": lambda: ArrowsRequest(
        image=draw_arrows(example_picture(), _TIPS, 15),
        instruction=INSTRUCTION,
        labels=(*_TIPS, *BORDER_LABELS),
        count=3,
        travel_m=20.0,
        turn_deg=90.0,
    ),
}
