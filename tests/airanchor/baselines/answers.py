"""For each question of another method a plain answer that moves the drone on."""

from collections.abc import Callable
from typing import Any

from airanchor.reasoner import Prompt

Answering = Callable[[int, Prompt], Any]


def point_ahead(call: int, prompt: Prompt) -> dict[str, Any]:
    """The middle of the view, at a middling distance."""
    height_px, width_px = prompt.images[0].shape[:2]
    return {"pixel": [width_px // 2, height_px // 2], "depth": 5, "label": "ahead", "stop": False}


MOVING: dict[str, Answering] = {
    "spf_point": point_ahead,
}
"""By the role's name."""
