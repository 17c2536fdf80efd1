"""The golden answers of every role: which are strictly valid, before any spelling is forgiven."""

from typing import Any

import numpy as np

from airanchor.agent import AgentConfig
from airanchor.agent.build import skill_settings
from airanchor.errors import InputError
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Role
from airanchor.reasoner.roles import (
    ANCHOR_QUERY,
    BACKTRACKING,
    DECOMPOSITION,
    LANDMARK_SELECTION,
    NAVIGATION,
    PANORAMA,
    REFLECTION,
    AnchorQueryRequest,
    BacktrackingRequest,
    CandidateLine,
    Context,
    DecompositionRequest,
    HistoryNode,
    HistoryStep,
    NavigationRequest,
    PanoramaRequest,
    ReflectionRequest,
    SelectionRequest,
    Skill,
    WantedLandmark,
)
from tests.paper.goldens import cases

Case = dict[str, Any]

CONTEXT = Context("fly to the tower", "NotStarted", "fly to the tower")
IMAGE = np.zeros((512, 512, 3), np.uint8)


def is_valid(role: Role[Any, Any], answer: object, request: object) -> bool:
    try:
        role.check(answer, request)
    except InputError:
        return False
    return True


@cases("decomposition_validity")
def test_decomposition_validity(inputs: Case, expected: Case) -> None:
    request = DecompositionRequest("fly past the red tower")
    assert is_valid(DECOMPOSITION, inputs["answer"], request) == expected["strictly_valid"]


@cases("anchor_query_validity")
def test_anchor_query_validity(inputs: Case, expected: Case) -> None:
    request = AnchorQueryRequest(IMAGE, CONTEXT, count=inputs["K"])
    assert is_valid(ANCHOR_QUERY, inputs["answer"], request) == expected["strictly_valid"]


@cases("selection_validity")
def test_selection_validity(inputs: Case, expected: Case) -> None:
    landmarks = tuple(
        WantedLandmark(name, "tower", (), tuple(CandidateLine(id_, ("tower",), (), 0.5, "") for id_ in ids))
        for name, ids in inputs["candidate_sets"].items()
    )
    request = SelectionRequest("fly to the tower", landmarks)
    assert is_valid(LANDMARK_SELECTION, inputs["answer"], request) == expected["strictly_valid"]


@cases("navigation_validity")
def test_navigation_validity(inputs: Case, expected: Case) -> None:
    skills = tuple(Skill(name) for name in inputs["available"])
    request = NavigationRequest(
        IMAGE, CONTEXT, "", (), skill_settings(PlanningConfig(), AgentConfig()), skills
    )
    assert is_valid(NAVIGATION, inputs["answer"], request) == expected["strictly_valid"]


@cases("panorama_validity")
def test_panorama_validity(inputs: Case, expected: Case) -> None:
    assert is_valid(PANORAMA, inputs, PanoramaRequest(CONTEXT, (), ())) == expected["valid"]


@cases("backtracking_validity")
def test_backtracking_validity(inputs: Case, expected: Case) -> None:
    nodes = tuple(HistoryNode(id_, "", CONTEXT, "", "") for id_ in inputs["node_ids"])
    steps = tuple(HistoryStep("", "", "") for _ in nodes[1:])
    earlier = tuple(id_ for id_ in inputs["node_ids"] if id_ != inputs["current_node"])
    request = BacktrackingRequest("fly to the tower", nodes, steps, earlier)
    assert is_valid(BACKTRACKING, inputs["answer"], request) == expected["strictly_valid"]


@cases("reflection_validity")
def test_reflection_validity(inputs: Case, expected: Case) -> None:
    request = ReflectionRequest(CONTEXT, IMAGE, IMAGE, "", "", None, None)
    assert is_valid(REFLECTION, inputs["answer"], request) == expected["strictly_valid"]
