"""One made-up moment of a flight for each role, so that its prompt can be read as a model would see it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from airanchor.reasoner.roles import (
    NOT_STARTED,
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
GRAPH = (
    "Anchor 1 [Object: tower, red, brick]: The object center is 24.0° right, 3.5 m above, at a horizontal "
    "distance of 61.2 m and a 3D distance of 61.3 m.\n"
    "Anchor 2 [Direction]: Free travel distance along this direction exceeds 100 m. The geometric reference "
    "is capped at 100 m and lies 2.0° left, 0.0 m above."
)
GRAPH_BEFORE = (
    "Anchor 1 [Object: tower, red, brick]: 24.0° right, 3.5 m above, horizontal distance 61.2 m, 3D distance "
    "61.3 m."
)
GRAPH_AFTER = (
    "Anchor 1 [Object: tower, red, brick]: 58.7° right, 3.5 m above, horizontal distance 29.1 m, 3D distance "
    "29.3 m."
)
CUE = "24.0° right, 3.5 m above, horizontal distance 61.2 m, 3D distance 61.3 m"
OTHER_CUE = "101.5° left, 12.0 m above, horizontal distance 140.0 m, 3D distance 140.5 m"
CONTEXT = Context(SUBTASK, NOT_STARTED, "Approach the red brick tower, keeping it on the right.")
PRIORS = (Prior("L1", "tower, red, brick", "O3", CUE, 0.82),)


def _view() -> NDArray[np.uint8]:
    return np.zeros((512, 512, 3), np.uint8)


def _selection() -> SelectionRequest:
    candidates = (
        CandidateLine("O3", ("tower",), ("red, brick",), 0.82, CUE),
        CandidateLine("O7", ("tower", "chimney"), (), 0.41, OTHER_CUE),
    )
    return SelectionRequest(SUBTASK, (WantedLandmark("L1", "tower", ("red", "brick"), candidates),))


def _panorama() -> PanoramaRequest:
    offsets = (0, 45, 90, 135, 180, -135, -90, -45)
    return PanoramaRequest(CONTEXT, PRIORS, tuple(PanoramaView(_view(), offset) for offset in offsets))


def _backtracking() -> BacktrackingRequest:
    nodes = tuple(
        HistoryNode(number, pose, CONTEXT, caption, GRAPH_BEFORE)
        for number, pose, caption in (
            (0, "north 0.0 m, east 0.0 m, up 30.0 m, heading 0.0°", "a wide street, a tower on the right"),
            (1, "north 35.0 m, east 4.0 m, up 30.0 m, heading 6.5°", "the tower is near, on the right"),
            (2, "north 35.0 m, east -40.0 m, up 30.0 m, heading -90.0°", "a courtyard without a way out"),
        )
    )
    steps = (
        HistoryStep("Pixel Navigation", "the street is free", "moved 35.2 m, turned 6.5° right"),
        HistoryStep("Pixel Navigation", "a gap to the left", "moved 44.0 m, turned 96.5° left"),
    )
    return BacktrackingRequest(SUBTASK, nodes, steps, recoverable=(0, 1))


def _reflection() -> ReflectionRequest:
    return ReflectionRequest(
        context=CONTEXT,
        image_before=_view(),
        image_after=_view(),
        executed="Pixel Navigation to pixel [300, 250], 35.0 m: flown in full",
        reason="The way past the tower is free.",
        graph_before=GRAPH_BEFORE,
        graph_after=GRAPH_AFTER,
    )


EXAMPLES: dict[str, Callable[[], object]] = {
    "decomposition": lambda: DecompositionRequest(INSTRUCTION),
    "anchor_query": lambda: AnchorQueryRequest(_view(), CONTEXT),
    "landmark_selection": _selection,
    "navigation": lambda: NavigationRequest(_view(), CONTEXT, GRAPH, PRIORS),
    "panorama": _panorama,
    "backtracking": _backtracking,
    "reflection": _reflection,
    "object_survey": lambda: SurveyRequest(_view()),
}
"""A request for each role, by the role's name."""
