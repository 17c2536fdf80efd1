"""The rulebook as a chat transport: it reads the same messages a model would get, and answers in JSON.

It has no network, no model and no memory between calls: what it knows of a flight stands in the prompt.
"""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.peers import PEER_RULES
from airanchor.embedded.rules.roles.action import choose_action
from airanchor.embedded.rules.roles.anchor_query import query_anchors
from airanchor.embedded.rules.roles.backtracking import choose_node
from airanchor.embedded.rules.roles.decomposition import decompose
from airanchor.embedded.rules.roles.landmark_selection import select_landmarks
from airanchor.embedded.rules.roles.navigation import navigate
from airanchor.embedded.rules.roles.object_survey import survey_objects
from airanchor.embedded.rules.roles.panorama import choose_heading
from airanchor.embedded.rules.roles.reflection import reflect
from airanchor.embedded.rules.senses import Scenes, Senses
from airanchor.embedded.rules.words.names import Names
from airanchor.errors import AirAnchorError, InputError
from airanchor.perception.contracts import TextEncoder
from airanchor.reasoner.chat import ChatAnswer, ChatRequest
from airanchor.reasoner.prompts.reader import Prompt, read_prompt

MODEL = "rulebook-1"
MAX_PROMPT = 400_000
"""Characters of all messages; the longest that this software writes has a twentieth of it."""

Rule = Callable[[Prompt, Senses], Mapping[str, Any]]


def _decompose(prompt: Prompt, senses: Senses) -> Mapping[str, Any]:
    return decompose(prompt.values.get("instruction", ""), senses.config.stages)


RULES: Mapping[str, Rule] = {
    "decomposition": _decompose,
    "anchor_query": query_anchors,
    "landmark_selection": select_landmarks,
    "navigation": navigate,
    "panorama": choose_heading,
    "backtracking": choose_node,
    "reflection": reflect,
    "object_survey": survey_objects,
    "action": choose_action,
    **PEER_RULES,
}


class RulebookChat:
    """Answers every role by rules; the same messages always get the same answer."""

    def __init__(
        self,
        text_encoder: TextEncoder,
        scene_reader: Scenes | None = None,
        config: RulebookConfig | None = None,
    ) -> None:
        rules = config or RulebookConfig()
        reader = scene_reader or SceneReader(text_encoder)
        self._senses = Senses(Names(text_encoder, rules.naming), reader, read_clauses, rules)

    @property
    def name(self) -> str:
        """What results are marked with."""
        return "rulebook"

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The answer as JSON; a question that is none of these gets a JSON error."""
        started_s = time.monotonic()
        try:
            _check_length(request)
            prompt = read_prompt(request.messages)
            answer = RULES[prompt.role](prompt, self._senses)
        except (AirAnchorError, IndexError) as error:
            answer = {"error": f"this question cannot be answered by rules: {error}"}
        text = json.dumps(answer, ensure_ascii=False)
        return ChatAnswer(text, model=MODEL, latency_s=time.monotonic() - started_s)


def _check_length(request: ChatRequest) -> None:
    length = sum(len(message.text) for message in request.messages)
    if length > MAX_PROMPT:
        raise InputError(f"it has {length} characters; at most {MAX_PROMPT} are read")
