"""NavGPT's roles: what is forgiven, what is refused, and what is salvaged."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.roles.peers.navgpt import NAVGPT_ACTION, NAVGPT_CAPTION, NAVGPT_SUMMARY
from airanchor.reasoner.roles.peers.navgpt.action import (
    NavGptActionRequest,
    NavGptChoice,
    ReactAction,
    UnreadChoice,
)
from airanchor.reasoner.roles.peers.navgpt.caption import (
    UNDESCRIBED,
    DirectionPicture,
    NavGptCaptionRequest,
    NavGptCaptions,
)
from airanchor.reasoner.roles.peers.navgpt.directions import Octant
from airanchor.reasoner.roles.peers.navgpt.summary import NavGptSummaryRequest

ASKED = NavGptActionRequest("fly to the tower", "", "Front (left 22.5 to right 22.5): a street", 5)
PICTURE = np.zeros((100, 200, 3), np.uint8)
LOOK = NavGptCaptionRequest(
    "fly to the tower",
    (DirectionPicture(Octant.FRONT, PICTURE), DirectionPicture(Octant.REAR_LEFT, PICTURE)),
    5,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def choose(payload: dict[str, Any]) -> NavGptChoice:
    return NAVGPT_ACTION.check(NAVGPT_ACTION.coerce(payload, ASKED), ASKED)


def salvage(payload: dict[str, Any]) -> NavGptChoice:
    return NAVGPT_ACTION.fallback(NAVGPT_ACTION.coerce(payload, ASKED), ASKED)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("move forward", ReactAction.MOVE_FORWARD),
        ("Turn-Left", ReactAction.TURN_LEFT),
        ("finished", ReactAction.FINISHED),
        ("STOP", ReactAction.FINISHED),
    ],
)
def test_spelling_of_an_action_is_forgiven(said: str, meant: ReactAction) -> None:
    choice = choose({"thought": "so", "action": said, "repeat": "2"})
    assert choice.action is meant
    assert choice.repeat == (1 if meant is ReactAction.FINISHED else 2)


def test_an_action_without_a_repeat_is_done_once() -> None:
    assert choose({"thought": "so", "action": "GO_UP"}).repeat == 1


@pytest.mark.parametrize(
    "payload",
    [
        {"thought": "so", "action": "FLY_HOME", "repeat": 1},
        {"thought": "so", "action": "MOVE_FORWARD", "repeat": 6},
        {"thought": " ", "action": "MOVE_FORWARD", "repeat": 1},
        {"action": "MOVE_FORWARD", "repeat": 1},
    ],
)
def test_other_answers_are_refused(payload: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        choose(payload)


def test_an_unknown_action_becomes_an_error_that_names_the_valid_ones() -> None:
    choice = salvage({"thought": "home", "action": "FLY_HOME", "repeat": 1})
    assert isinstance(choice, UnreadChoice)
    assert "'FLY_HOME' is not a valid action" in choice.error
    assert all(action.value in choice.error for action in ReactAction)


def test_a_repeat_out_of_range_is_brought_into_it() -> None:
    choice = salvage({"thought": "far", "action": "MOVE_FORWARD", "repeat": 40})
    assert not isinstance(choice, UnreadChoice)
    assert (choice.action, choice.repeat) == (ReactAction.MOVE_FORWARD, 5)


@given(st.dictionaries(st.sampled_from(["thought", "action", "repeat", "other"]), JSON))
def test_garbage_never_ends_a_flight(payload: dict[str, Any]) -> None:
    choice = salvage(payload)
    assert choice.action is not ReactAction.FINISHED
    assert 1 <= choice.repeat <= 5


def caption(direction: str, *boxes: list[Any]) -> dict[str, Any]:
    objects = [{"name": f"thing {place}", "box": box} for place, box in enumerate(boxes)]
    return {"direction": direction, "caption": "a street", "objects": objects}


def described(*views: dict[str, Any], pixels: PixelConvention | None = None) -> NavGptCaptions:
    payload = NAVGPT_CAPTION.coerce({"views": list(views)}, LOOK)
    converted = NAVGPT_CAPTION.convert(payload, LOOK, pixels or PixelConvention())
    return NAVGPT_CAPTION.check(converted, LOOK)


def test_directions_may_come_in_any_order_and_spelling() -> None:
    reply = described(caption("rear-left"), caption("FRONT", ["10", 20.0, 30, 40]))
    assert [view.direction for view in reply.views] == [Octant.REAR_LEFT, Octant.FRONT]
    assert reply.views[1].objects[0].box == (10, 20, 30, 40)


@pytest.mark.parametrize(
    "views",
    [
        (caption("Front"),),
        (caption("Front"), caption("Front")),
        (caption("Front"), caption("Left")),
        (caption("Front", [0, 0, 200, 50]), caption("Rear Left")),
        (caption("Front", [50, 0, 40, 50]), caption("Rear Left")),
        (caption("Front", [0, 0, 40]), caption("Rear Left")),
    ],
)
def test_incomplete_looks_and_boxes_outside_are_refused(views: tuple[dict[str, Any], ...]) -> None:
    with pytest.raises(InputError):
        described(*views)


def test_boxes_are_brought_from_the_convention_of_the_model() -> None:
    thousandths = PixelConvention(PixelUnits.NORM1000, PixelOrder.VU)
    reply = described(caption("Front", [100, 250, 900, 500]), caption("Rear Left"), pixels=thousandths)
    assert reply.views[0].objects[0].box == (50, 10, 100, 90)


def test_what_is_sound_of_a_look_is_kept() -> None:
    payload = {"views": [caption("Front", [0, 0, 500, 9], [1, 2, 3, 4]), "noise"]}
    converted = NAVGPT_CAPTION.convert(NAVGPT_CAPTION.coerce(payload, LOOK), LOOK, PixelConvention())
    front, rear = NAVGPT_CAPTION.fallback(converted, LOOK).views
    assert (front.caption, [one.name for one in front.objects]) == ("a street", ["thing 1"])
    assert (rear.direction, rear.caption, rear.objects) == (Octant.REAR_LEFT, UNDESCRIBED, ())


@given(st.dictionaries(st.sampled_from(["views", "other"]), JSON))
def test_every_direction_is_there_whatever_is_answered(payload: dict[str, Any]) -> None:
    converted = NAVGPT_CAPTION.convert(NAVGPT_CAPTION.coerce(payload, LOOK), LOOK, PixelConvention())
    views = NAVGPT_CAPTION.fallback(converted, LOOK).views
    assert [view.direction for view in views] == [Octant.FRONT, Octant.REAR_LEFT]


def test_the_mind_gets_no_picture_and_the_eyes_get_all() -> None:
    thinking = render(NAVGPT_ACTION, ASKED, PixelConvention())
    looking = render(NAVGPT_CAPTION, LOOK, PixelConvention())
    assert [len(message.images) for message in thinking] == [0, 0]
    assert [len(message.images) for message in looking] == [0, 2]


def test_a_history_that_was_not_told_goes_on_with_what_came_of_the_step() -> None:
    request = NavGptSummaryRequest("Turned left.", "Thought: x\nObservation: Moved: 5.0 m ahead.", "Front")
    kept = NAVGPT_SUMMARY.fallback({}, request).history
    assert kept == "Turned left. Observation: Moved: 5.0 m ahead."
