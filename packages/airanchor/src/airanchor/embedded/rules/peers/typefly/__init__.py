"""TypeFly by rule: the list by the same eyes, the program by the same judgement, the probe by the list."""

from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.rules.peers.typefly.answering import answer_probe
from airanchor.embedded.rules.peers.typefly.listing import list_scene
from airanchor.embedded.rules.peers.typefly.programming import write_program
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

TYPEFLY_RULES: Mapping[str, Callable[[Prompt, Senses], Mapping[str, Any]]] = {
    "typefly_scene": list_scene,
    "typefly_plan": write_program,
    "typefly_probe": answer_probe,
}
