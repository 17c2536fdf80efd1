"""How the rules answer NavGPT: eyes that name, a mind that knows only words, and a history in sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.navgpt.action import choose_next
from airanchor.embedded.rules.peers.navgpt.caption import describe_directions
from airanchor.embedded.rules.peers.navgpt.summary import add_to_history
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

NAVGPT_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {
    "navgpt_caption": describe_directions,
    "navgpt_action": choose_next,
    "navgpt_summary": add_to_history,
}
