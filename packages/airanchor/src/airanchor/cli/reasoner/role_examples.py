"""One made-up moment of a flight for each role, so that its prompt can be read as a model would see it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from airanchor.agent import AgentConfig
from airanchor.agent.build import skill_settings
from airanchor.cli.reasoner.peer_examples import PEER_EXAMPLES
from airanchor.planning import PlanningConfig
from airanchor.reasoner.roles import (
    NOT_STARTED,
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

INSTRUCTION = (
    "Take off and climb to roof height, fly past the red brick tower on your right, then turn left and stop "
    "in front of the white church."
)
SUBTASK = "Fly past the red brick tower on your right."
CUE = "24.0 degrees to your right, 3.5 m above the UAV, horizontal distance 61.2 m, 3D distance 61.3 m"
OTHER_CUE = (
    "101.5 degrees to your left, 12.0 m above the UAV, horizontal distance 140.0 m, 3D distance 140.5 m"
)
GRAPH = (
    "Anchor 1 [Object: red brick tower]: The object center is 24.0 degrees to your right, "
    "3.5 m above the UAV, at a horizontal distance of 61.2 m and a 3D distance of 61.3 m.\n"
    "Anchor 2 [Direction]: Free travel distance along this direction exceeds 100 m. The geometric reference "
    "is capped at 100 m and lies 2.0 degrees to your left, 0.0 m above the UAV."
)
GRAPH_BEFORE = f"Anchor 1 [Object: red brick tower]: {CUE}."
GRAPH_AFTER = (
    "Anchor 1 [Object: red brick tower]: 58.7 degrees to your right, 3.5 m above the UAV, "
    "horizontal distance 29.1 m, 3D distance 29.3 m."
)
CONTEXT = Context(SUBTASK, NOT_STARTED, "Approach the red brick tower, keeping it on the right.")
PRIORS = (Prior("L1", "red brick tower", "O3", CUE, 0.82),)


def example_view() -> NDArray[np.uint8]:
    """A black picture of the usual size."""
    return np.zeros((512, 512, 3), np.uint8)


def _selection() -> SelectionRequest:
    candidates = (
        CandidateLine("O3", ("tower",), ("red, brick",), 0.82, CUE),
        CandidateLine("O7", ("tower", "chimney"), (), 0.41, OTHER_CUE),
    )
    return SelectionRequest(SUBTASK, (WantedLandmark("L1", "tower", ("red", "brick"), candidates),))


def _panorama() -> PanoramaRequest:
    offsets = (0, 45, 90, 135, 180, -135, -90, -45)
    return PanoramaRequest(CONTEXT, PRIORS, tuple(PanoramaView(example_view(), offset) for offset in offsets))


def _backtracking() -> BacktrackingRequest:
    nodes = tuple(
        HistoryNode(number, pose, CONTEXT, caption, GRAPH_BEFORE)
        for number, pose, caption in (
            (
                0,
                "0.0 m north, 0.0 m east, 30.0 m up, heading 0.0 degrees",
                "a wide street, a tower on the right",
            ),
            (
                1,
                "35.0 m north, 4.0 m east, 30.0 m up, heading 15.0 degrees",
                "the tower is near, on the right",
            ),
            (
                2,
                "35.0 m north, -40.0 m east, 30.0 m up, heading 270.0 degrees",
                "a courtyard without a way out",
            ),
        )
    )
    steps = (
        HistoryStep(
            'Pixel Navigation {"pixel": [290, 256], "distance_m": 35.0}',
            "the street is free",
            "35.0 m north, 4.0 m east, 0.0 m up, turned 15.0 degrees right",
        ),
        HistoryStep(
            'Pixel Navigation {"pixel": [8, 256], "distance_m": 45.0}',
            "a gap to the left",
            "0.0 m north, -44.0 m east, 0.0 m up, turned -105.0 degrees right",
        ),
    )
    return BacktrackingRequest(SUBTASK, nodes, steps, recoverable=(0, 1))


def _reflection() -> ReflectionRequest:
    return ReflectionRequest(
        context=CONTEXT,
        image_before=example_view(),
        image_after=example_view(),
        executed='Pixel Navigation {"pixel": [300, 256], "distance_m": 35.0}: flew 35.0 m in 7 steps, '
        "turned 0 degrees right, climbed 0.0 m.",
        reason="The way past the tower is free.",
        graph_before=GRAPH_BEFORE,
        graph_after=GRAPH_AFTER,
    )


EXAMPLES: dict[str, Callable[[], object]] = {
    "decomposition": lambda: DecompositionRequest(INSTRUCTION),
    "anchor_query": lambda: AnchorQueryRequest(example_view(), CONTEXT),
    "landmark_selection": _selection,
    "navigation": lambda: NavigationRequest(
        example_view(), CONTEXT, GRAPH, PRIORS, skill_settings(PlanningConfig(), AgentConfig())
    ),
    "panorama": _panorama,
    "backtracking": _backtracking,
    "reflection": _reflection,
    "object_survey": lambda: SurveyRequest(example_view()),
    "action": lambda: ActionRequest(example_view(), CONTEXT, GRAPH_BEFORE, PRIORS, "MOVE_FORWARD: done"),
    **PEER_EXAMPLES,
}
"""A request for each role, by the role's name."""
