"""A model that answers each role by a rule of the test, and a small agent around it."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.agent import AgentConfig, AirAnchor, Eyes
from airanchor.agent.build import build_parts
from airanchor.anchors import AnchorConfig
from airanchor.memory import Memory, MemoryConfig, Sokb
from airanchor.perception import Detection, Phrase
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ChatAnswer, ChatRequest, Prompt, Reasoner, TokenUse, read_prompt
from aircity.world import Observation
from tests.airanchor.memory.scenes import WordEncoder

FORWARD = {"skill": "Pixel Navigation", "parameters": {"pixel": [48, 48], "distance_m": 10}}
CLIMB = {"skill": "Altitude Adjustment", "parameters": {"delta_h_m": 4}}
LOOK = {"skill": "View Rotation", "parameters": {}}
BACK = {"skill": "Path Backtracking", "parameters": {}}


class RoleChat:
    """Answers by role; what a test does not say is answered plainly. It keeps what it was asked."""

    name = "by role"

    def __init__(self, **rules: Callable[[int, Prompt], Any]) -> None:
        self.rules = rules
        self.calls: Counter[str] = Counter()
        self.prompts: list[Prompt] = []
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest) -> ChatAnswer:
        prompt = read_prompt(request.messages)
        self.prompts.append(prompt)
        self.requests.append(request)
        is_repair = len(request.messages) > 2
        self.calls["repair" if is_repair else prompt.role] += 1
        rule = self.rules.get(prompt.role) or PLAIN[prompt.role]
        payload = rule(self.calls[prompt.role], prompt)
        if isinstance(payload, Exception):
            raise payload
        text = payload if isinstance(payload, str) else json.dumps(payload)
        return ChatAnswer(text, TokenUse(100, 10), model=self.name)

    def asked(self, role: str) -> list[Prompt]:
        return [prompt for prompt in self.prompts if prompt.role == role]


def subtask(text: str = "fly on", subgoals: int = 1, landmarks: Sequence[str] = ()) -> dict[str, Any]:
    return {
        "id": "S",
        "text": text,
        "subgoals": [f"goal {number}" for number in range(subgoals)],
        "landmarks": [{"id": "L", "category": name, "attributes": []} for name in landmarks],
    }


def decided(choice: dict[str, Any], reason: str = "because", caption: str = "a scene") -> dict[str, Any]:
    return {**choice, "reason": reason, "scene_caption": caption}


ONGOING = {"progress": "on the way", "status": "ONGOING", "next_plan": "go on"}
DONE = {"progress": "there", "status": "COMPLETED", "next_plan": ""}


def _nothing_found(call: int, prompt: Prompt) -> Any:
    names = [line.split(":")[0] for line in prompt.values["landmarks"].splitlines()]
    return {"matches": [{"landmark_id": name, "instance_id": None, "reason": ""} for name in names]}


PLAIN: dict[str, Callable[[int, Prompt], Any]] = {
    "decomposition": lambda call, prompt: {"subtasks": [subtask()]},
    "anchor_query": lambda call, prompt: {
        "anchors": [{"type": "direction", "pixel": [20 + 20 * place, 40]} for place in range(3)]
    },
    "landmark_selection": _nothing_found,
    "navigation": lambda call, prompt: decided(CLIMB),
    "panorama": lambda call, prompt: {"turning_direction": "right", "yaw_delta_deg": 45, "reason": ""},
    "backtracking": lambda call, prompt: {"node_id": int(prompt.values["choices"].split(",")[-1])},
    "reflection": lambda call, prompt: ONGOING,
    "action": lambda call, prompt: {"action": "GO_UP", "progress": "higher", "plan": "rise", "reason": ""},
}


class NoDetector:
    """Sees nothing."""

    name = "none"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.3, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        return ()


class FlatImages:
    """One vector for every picture."""

    name = "flat"
    dimension = 32

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        return np.tile(np.eye(1, 32, dtype=np.float32), (len(images), 1))


def small_agent(
    chat: RoleChat,
    *,
    config: AgentConfig | None = None,
    memory: Memory | None = None,
    detector: Any = None,
    planning: PlanningConfig | None = None,
) -> AirAnchor:
    """The whole agent around a scripted model."""
    eyes = Eyes(detector or NoDetector(), FlatImages(), AnchorConfig())
    held = memory if memory is not None else Sokb(WordEncoder(), MemoryConfig())
    parts = build_parts(Reasoner(chat), eyes, held, planning=planning or PlanningConfig(), config=config)
    return AirAnchor(parts, config)
