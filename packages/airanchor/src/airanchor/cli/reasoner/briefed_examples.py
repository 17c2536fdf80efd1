"""The same made-up moment as the profile plus tells it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from airanchor.agent.build import skill_settings
from airanchor.agent.plus.build import conditions_of
from airanchor.cli.reasoner.role_examples import CONTEXT, EXAMPLES, INSTRUCTION, PRIORS, example_view
from airanchor.config import PROFILES
from airanchor.reasoner import Role
from airanchor.reasoner.roles import AnchorQueryRequest, PanoramaRequest, Status
from airanchor.reasoner.roles.plus import BRIEFED_ROLES
from airanchor.reasoner.roles.plus.navigation import BriefedRequest
from airanchor.reasoner.roles.plus.reflection import BriefedReflectionRequest

STATE = (
    "Heading 15.0 degrees (north). The start lies 172.0 degrees to your left, 4.0 m below the UAV, "
    "horizontal distance 70.2 m, 3D distance 70.3 m. 4 m above the start and 30 m above the ground at "
    "the start; 26 m free straight below here. Free ahead 62 m, left over 100 m, right 18 m. The subtask "
    "began 35 m away, behind (+178 degrees), 0 m above this height, heading 0 (north), +15 degrees from "
    "that now. Decisions left: 17 of 20."
)
BRIEFING = (
    f"Whole instruction: {INSTRUCTION}\nThis is subtask 2 of 3.\nSubtask before it: Take off and climb "
    "to roof height. It ended as completed: Climbed 12 m, level with the roofs.\nNext subtask: Turn "
    "left and stop in front of the white church.\nMeasured so far in this flight, from where the drone "
    "is now:\n- red brick tower (decision 2, confidence 0.74, looks red): ahead on the right (+24 "
    "degrees), centre 61 m, nearest surface 55 m, top 22 m above you"
)
GRAPH = (
    "Anchor 1 [Object: red brick tower]: The object center is 24.0 degrees to your right, 3.5 m above "
    "the UAV, at a horizontal distance of 61.2 m and a 3D distance of 61.3 m.\n  confidence 0.74; "
    "looks red; seen 12 m wide, top 22 m above you, lowest point 15 m below you, nearest surface 55 m "
    "away at 21 degrees right.\nAnchor 2 [white church]: not measured: the detector found no 'white "
    "church' above 0.3."
)
EXECUTED = (
    'Pixel Navigation {"pixel": [300, 256], "distance_m": 33.0, "keep_heading": false}: flew 35.0 m in '
    "8 steps, turned 15 degrees right, climbed 0.0 m. Asked: 33 m towards a point 10 degrees to the "
    "right and 0 degrees above the horizon. In all 34 m ahead, 5 m to the right; the point asked "
    "for is 2 m from here. Heading was 0, is now 15 degrees "
    "(north) (facing the pixel)."
)


def _sides() -> np.ndarray:
    return np.zeros((256, 512, 3), np.uint8)


def _navigation() -> BriefedRequest:
    planning = PROFILES["plus"].planning
    return BriefedRequest(
        example_view(),
        replace(CONTEXT, state=STATE, briefing=BRIEFING),
        GRAPH,
        PRIORS,
        skill_settings(planning, PROFILES["plus"].agent),
        sides=_sides(),
        conditions=conditions_of(planning),
        view_deg=90.0,
    )


def _reflection() -> BriefedReflectionRequest:
    decision = _navigation()
    return BriefedReflectionRequest(
        context=replace(CONTEXT, briefing=BRIEFING),
        image_before=example_view(),
        image_after=example_view(),
        executed=EXECUTED,
        reason="The way past the tower is free.",
        graph_before=None,
        graph_after=None,
        statuses=tuple(Status),
        state_after=STATE,
        sides=_sides(),
        graph=GRAPH,
        priors=PRIORS,
        settings=decision.settings,
        conditions=decision.conditions,
        view_deg=90.0,
    )


def _panorama() -> PanoramaRequest:
    plain = EXAMPLES["panorama"]()
    assert isinstance(plain, PanoramaRequest)
    return replace(plain, context=replace(CONTEXT, state=STATE, briefing=BRIEFING))


_REQUESTS: dict[str, Callable[[], object]] = {
    "anchor_query": lambda: AnchorQueryRequest(
        example_view(), replace(CONTEXT, state=STATE, briefing=BRIEFING)
    ),
    "navigation": _navigation,
    "panorama": _panorama,
    "reflection": _reflection,
}


def briefed_example(role: Role) -> tuple[Role, object]:  # type: ignore[type-arg]
    """The role as plus asks it, with a request; roles that it does not change are the paper's."""
    if role.name not in _REQUESTS:
        return role, EXAMPLES[role.name]()
    return BRIEFED_ROLES[role.name], _REQUESTS[role.name]()
