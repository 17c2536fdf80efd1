"""PIVOT by rule: the discs nearest to the point of a glance, a turn where nothing is in view, or the stop.

Where the discs are is read from the picture, and what they and their arrows hide is painted over before the
scene is read.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from airanchor.drawing.arrows import LEFT, RIGHT, STOP
from airanchor.embedded.eyes.labels import read_labels, without_arrows
from airanchor.embedded.rules.peers.glance import Wish, glance
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

BESIDE = 0.15
"""How near to the wished point the arrow of a search must end, as a share of the picture's width."""


def choose_arrows(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """As many labels as are wanted, the best first."""
    image = prompt.images[0]
    labels = read_labels(image)
    wish = glance(prompt.values.get("instruction", ""), without_arrows(image, labels), senses)
    ranked = _ranked(labels.tips, wish)
    if not wish.is_seen:
        choices = _search(labels.tips, wish, image.shape[1])
    else:
        choices = [STOP, *ranked] if wish.is_arrived else ranked
    return {"reason": wish.label, "choices": choices[: _count(prompt)]}


def _search(tips: Mapping[str, tuple[int, int]], wish: Wish, width_px: int) -> list[str]:
    """The arrows that lead as far aside as is wished, near the horizon; the turn to that side without any.

    Arrows are drawn by chance, so a search mixes both: it looks around, and yet does not circle on the spot.
    """
    u, v = wish.pixel
    near = [
        label
        for label in _ranked(tips, wish)
        if abs(tips[label][0] - u) < width_px * BESIDE and abs(tips[label][1] - v) < width_px * BESIDE
    ]
    return near or [RIGHT if u >= width_px / 2 else LEFT]


def _ranked(tips: Mapping[str, tuple[int, int]], wish: Wish) -> list[str]:
    """Labels by how near their discs lie to the point, the lower number first where two are alike."""
    return sorted(tips, key=lambda label: (math.dist(tips[label], wish.pixel), int(label)))


def _count(prompt: Prompt) -> int:
    told = prompt.values.get("count", "")
    return int(told) if told.isdigit() and len(told) < 4 else 1


PIVOT_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {"pivot_arrows": choose_arrows}
