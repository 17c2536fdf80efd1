"""How the rules answer FineCog-Nav's nine questions: by the ears, the eyes, and what both wrote down."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.finecog.flying import decide, judge, remember
from airanchor.embedded.rules.peers.finecog.language import (
    choose_questions,
    cut_sentences,
    imagine,
    split_sentence,
    sum_up,
)
from airanchor.embedded.rules.peers.finecog.perception import perceive
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

FINECOG_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {
    "finecog_sentences": cut_sentences,
    "finecog_attention": choose_questions,
    "finecog_perception": perceive,
    "finecog_subgoals": split_sentence,
    "finecog_imagery": imagine,
    "finecog_judge": judge,
    "finecog_summary": sum_up,
    "finecog_decision": decide,
    "finecog_step_memory": remember,
}
