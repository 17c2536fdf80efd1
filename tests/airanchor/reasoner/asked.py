"""One request per role in which every value is a marker found nowhere else, and answers that fit them."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.agent import AgentConfig
from airanchor.agent.build import skill_settings
from airanchor.planning import PlanningConfig
from airanchor.reasoner.roles import (
    ActionRequest,
    AnchorQueryRequest,
    BacktrackingRequest,
    CandidateLine,
    Context,
    DecompositionRequest,
    HistoryNode,
    HistoryStep,
    NavigationRequest,
    PanoramaRequest,
    PanoramaView,
    Prior,
    ReflectionRequest,
    SelectionRequest,
    SurveyRequest,
    WantedLandmark,
)

Image = NDArray[np.uint8]


def picture(shade: int, width_px: int = 512, height_px: int = 512) -> Image:
    """An image known by its shade."""
    return np.full((height_px, width_px, 3), shade, dtype=np.uint8)


SKILL_SETTINGS = skill_settings(PlanningConfig(), AgentConfig())
CONTEXT = Context(subtask="m-subtask", progress="m-progress", plan="m-plan")
PRIORS = (
    Prior(landmark_id="m-L1", label="m-label", instance_id="m-O7", cue="m-cue", reliability=0.8125),
    Prior(landmark_id="m-L2", label="m-label2", instance_id="m-O8", cue="m-cue2", reliability=0.25),
)


def views() -> tuple[PanoramaView, ...]:
    """A look around."""
    offsets = (0, 45, 90, 135, 180, -135, -90, -45)
    return tuple(PanoramaView(picture(20 + place), offset) for place, offset in enumerate(offsets))


def _node(number: int) -> HistoryNode:
    own = Context(subtask="m-hidden", progress=f"m-progress{number}", plan=f"m-plan{number}")
    return HistoryNode(
        id=number,
        pose=f"m-pose{number}",
        context=own,
        caption=f"m-caption{number}",
        objects=f"m-objects{number}",
    )


def _step(number: int) -> HistoryStep:
    return HistoryStep(
        skill=f"m-skill{number}", reason=f"m-reason{number}", displacement=f"m-displacement{number}"
    )


def _landmark(number: int, count: int) -> WantedLandmark:
    candidates = tuple(
        CandidateLine(
            instance_id=f"m-O{number}{at}",
            categories=(f"m-kind{number}{at}", f"m-other{number}{at}"),
            appearances=(f"m-look{number}{at}",),
            reliability=0.5,
            cue=f"m-cue{number}{at}",
        )
        for at in range(count)
    )
    return WantedLandmark(
        id=f"m-L{number}",
        category=f"m-category{number}",
        attributes=(f"m-attribute{number}",),
        candidates=candidates,
    )


REQUESTS: dict[str, Any] = {
    "decomposition": DecompositionRequest("m-instruction"),
    "anchor_query": AnchorQueryRequest(picture(1), CONTEXT),
    "landmark_selection": SelectionRequest("m-subtask", (_landmark(1, 2), _landmark(2, 0))),
    "navigation": NavigationRequest(picture(2), CONTEXT, "m-graph", PRIORS, SKILL_SETTINGS),
    "panorama": PanoramaRequest(CONTEXT, PRIORS, views()),
    "backtracking": BacktrackingRequest(
        "m-subtask", tuple(map(_node, range(3))), tuple(map(_step, range(2))), (0, 1)
    ),
    "reflection": ReflectionRequest(
        context=CONTEXT,
        image_before=picture(3),
        image_after=picture(4),
        executed="m-executed",
        reason="m-reason",
        graph_before="m-before",
        graph_after="m-after",
    ),
    "object_survey": SurveyRequest(picture(5)),
    "action": ActionRequest(picture(6), CONTEXT, "m-graph", PRIORS, "m-executed"),
}

_ANCHOR = {"id": "A1", "type": "object", "category": "tower", "attributes": ["red"]}
_WAY = {"id": "A2", "type": "direction", "pixel": [10, 20]}
ANSWERS: dict[str, dict[str, Any]] = {
    "decomposition": {
        "subtasks": [{"id": "S1", "text": "rise", "subgoals": ["rise"], "landmarks": []}],
    },
    "anchor_query": {"anchors": [_ANCHOR, _WAY, {**_WAY, "pixel": [30, 40]}]},
    "landmark_selection": {
        "matches": [
            {"landmark_id": "m-L1", "instance_id": "m-O11", "reason": "near"},
            {"landmark_id": "m-L2", "instance_id": None, "reason": "none"},
        ]
    },
    "navigation": {
        "skill": "Pixel Navigation",
        "parameters": {"pixel": [100, 200], "distance_m": 20},
        "reason": "free",
        "scene_caption": "street",
    },
    "panorama": {"turning_direction": "right", "yaw_delta_deg": 70, "reason": "tower"},
    "backtracking": {"node_id": 1, "reason": "sound"},
    "reflection": {"progress": "near", "status": "ONGOING", "next_plan": "pass it"},
    "object_survey": {"objects": [{"category": "bridge", "attributes": []}]},
    "action": {"action": "GO_UP", "progress": "begun", "plan": "rise", "reason": "low"},
}
"""A strictly valid answer to each request."""


def texts_in(value: Any) -> list[str]:
    """Every text inside a request."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for field in fields(value) for text in texts_in(getattr(value, field.name))]
    if isinstance(value, tuple):
        return [text for entry in value for text in texts_in(entry)]
    return []
