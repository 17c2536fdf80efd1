"""For each question of another method a plain answer that moves the drone on."""

from collections.abc import Callable
from typing import Any

from airanchor.reasoner import Prompt

Answering = Callable[[int, Prompt], Any]


def point_ahead(call: int, prompt: Prompt) -> dict[str, Any]:
    """The middle of the view, at a middling distance."""
    height_px, width_px = prompt.images[0].shape[:2]
    return {"pixel": [width_px // 2, height_px // 2], "depth": 5, "label": "ahead", "stop": False}


def first_arrows(call: int, prompt: Prompt) -> dict[str, Any]:
    """The first arrows, as many as are wanted."""
    return {"choices": prompt.values["labels"].split(", ")[: int(prompt.values["count"])], "reason": "ahead"}


MOVING: dict[str, Answering] = {
    "pivot_arrows": first_arrows,
    "spf_point": point_ahead,
}
"""By the role's name."""
