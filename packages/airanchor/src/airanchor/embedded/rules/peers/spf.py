"""See, Point, Fly by rule: the point of a glance, and the label whose travel comes nearest to it."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.glance import glance
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt


def point(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The point."""
    wish = glance(prompt.values.get("instruction", ""), prompt.images[0], senses)
    return {
        "pixel": list(wish.pixel),
        "depth": _label(wish.ahead_m, prompt.values.get("travels", "")),
        "label": wish.label,
        "stop": wish.is_arrived,
    }


def _label(distance_m: float, travels: str) -> int:
    """The label that leads farthest within a distance, by the table in the question."""
    rows = [line.partition(":") for line in travels.splitlines()]
    told = {int(label): float(metres) for label, _, metres in rows if _is_row(label, metres)}
    return max((label for label, metres in told.items() if metres <= distance_m), default=1)


def _is_row(label: str, metres: str) -> bool:
    is_metres = metres.strip().replace(".", "", 1).isdigit() and len(metres) < 12
    return label.strip().isdigit() and len(label) < 4 and is_metres


SPF_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {"spf_point": point}
