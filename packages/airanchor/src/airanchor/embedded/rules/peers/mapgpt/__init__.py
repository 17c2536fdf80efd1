"""MapGPT by rule: AirAnchor's judgement, told as a choice of places."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.mapgpt.choice import choose_place
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

MAPGPT_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {"mapgpt_place": choose_place}

__all__ = ["MAPGPT_RULES", "choose_place"]
