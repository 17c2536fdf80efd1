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


def choose_arrows(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """As many labels as are wanted, the best first."""
    image = prompt.images[0]
    labels = read_labels(image)
    wish = glance(prompt.values.get("instruction", ""), without_arrows(image, labels), senses)
    if not wish.is_seen:
        side = RIGHT if wish.pixel[0] >= image.shape[1] / 2 else LEFT
        return {"reason": wish.label, "choices": [side]}
    ranked = _ranked(labels.tips, wish)
    choices = [STOP, *ranked] if wish.is_arrived else ranked
    return {"reason": wish.label, "choices": choices[: _count(prompt)]}


def _ranked(tips: Mapping[str, tuple[int, int]], wish: Wish) -> list[str]:
    """Labels by how near their discs lie to the point, the lower number first where two are alike."""
    return sorted(tips, key=lambda label: (math.dist(tips[label], wish.pixel), int(label)))


def _count(prompt: Prompt) -> int:
    told = prompt.values.get("count", "")
    return int(told) if told.isdigit() and len(told) < 4 else 1


PIVOT_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {"pivot_arrows": choose_arrows}
