"""PIVOT by rule: the discs nearest to the point of a glance, a turn where nothing is in view, or the stop.

Where the discs are is read from the picture, and what they and their arrows hide is painted over before the
scene is read.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from airanchor.drawing.arrows import LEFT, RIGHT, STOP, Pixel
from airanchor.embedded.eyes.labels import read_labels, without_arrows
from airanchor.embedded.rules.config import PeerRules
from airanchor.embedded.rules.peers.glance import Wish, glance
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt


def choose_arrows(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """As many labels as are wanted, the best first."""
    image = prompt.images[0]
    labels, rules = read_labels(image), senses.config.peers
    middle = _middle(labels.tips, image.shape[1], rules)
    text = prompt.values.get("instruction", "")
    wish = glance(text, without_arrows(image, labels), senses, kept_px=middle)
    ranked = _beside(labels.tips, wish.pixel, image.shape[1] * rules.beside_share)
    if not wish.is_seen:
        choices = _search(labels.tips, wish, image.shape[1], rules)
    else:
        choices = [STOP, *ranked] if _ends_here(wish, prompt, rules) else ranked
    return {"reason": wish.label, "choices": choices[: _number(prompt, "count")]}


def _ends_here(wish: Wish, prompt: Prompt, rules: PeerRules) -> bool:
    """Whether to stop: at the last landmark, or where an arrow, which has one length, would lead into it."""
    return wish.is_arrived or (wish.is_last and wish.ahead_m + rules.short_m < _number(prompt, "travel"))


def _middle(tips: Mapping[str, Pixel], width_px: int, rules: PeerRules) -> tuple[float, float] | None:
    """The middle of arrows that are gathered in one place: those were drawn around an earlier choice."""
    ends = np.array(list(tips.values()), np.float64).reshape(-1, 2)
    if len(ends) > 2 and ends.std(axis=0).mean() < rules.gathered_share * width_px:
        middle = ends.mean(axis=0)
        return float(middle[0]), float(middle[1])
    return None


def _search(tips: Mapping[str, Pixel], wish: Wish, width_px: int, rules: PeerRules) -> list[str]:
    """What to choose where nothing that the text names is in view.

    Discs may hide what an earlier choice was made for: where arrows are gathered, those nearest to their
    middle keep to it. Else arrows that lead as far aside as is wished, near the horizon; and else the turn to
    that side. Arrows are drawn by chance, so a search looks around and yet gets on.
    """
    middle = _middle(tips, width_px, rules)
    if middle is not None:
        return _ranked(tips, middle)
    u, v = wish.pixel
    reach_px = width_px * rules.beside_share
    near = [
        label
        for label in _ranked(tips, wish.pixel)
        if abs(tips[label][0] - u) < reach_px and abs(tips[label][1] - v) < reach_px
    ]
    return near or [RIGHT if u >= width_px / 2 else LEFT]


def _ranked(tips: Mapping[str, Pixel], point: tuple[float, float]) -> list[str]:
    """Labels by how near their discs lie to a point, the lower number first where two are alike."""
    return sorted(tips, key=lambda label: (math.dist(tips[label], point), int(label)))


def _beside(tips: Mapping[str, Pixel], point: tuple[float, float], reach_px: float) -> list[str]:
    """Labels beside a point, the nearest first; the nearest alone where none is beside it.

    The next arrows are drawn around all that are chosen: one far off would lead them away.
    """
    ranked = _ranked(tips, point)
    return [label for label in ranked if math.dist(tips[label], point) < reach_px] or ranked[:1]


def _number(prompt: Prompt, tag: str) -> int:
    """A whole number of the question; 1 where there is none."""
    told = prompt.values.get(tag, "").partition(".")[0]
    return int(told) if told.isdigit() and len(told) < 6 else 1


PIVOT_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {"pivot_arrows": choose_arrows}
