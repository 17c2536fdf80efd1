"""How the rules answer the questions of other methods: with AirAnchor's ears, eyes and judgement."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.finecog import FINECOG_RULES
from airanchor.embedded.rules.peers.mapgpt import MAPGPT_RULES
from airanchor.embedded.rules.peers.navgpt import NAVGPT_RULES
from airanchor.embedded.rules.peers.pivot import PIVOT_RULES
from airanchor.embedded.rules.peers.spf import SPF_RULES
from airanchor.embedded.rules.peers.typefly import TYPEFLY_RULES
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

PEER_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {
    **FINECOG_RULES,
    **MAPGPT_RULES,
    **NAVGPT_RULES,
    **PIVOT_RULES,
    **SPF_RULES,
    **TYPEFLY_RULES,
}
"""By the role's name."""
