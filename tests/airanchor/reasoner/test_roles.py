"""What each role forgives without a second question, what it refuses, and what it falls back on."""

import json
from dataclasses import replace
from typing import Any

import pytest

from airanchor.errors import InputError
from airanchor.reasoner import Answer, Reasoner, ReplySource, ScriptedChat
from airanchor.reasoner.roles import (
    ACTION,
    ANCHOR_QUERY,
    BACKTRACKING,
    DECOMPOSITION,
    LANDMARK_SELECTION,
    NAVIGATION,
    OBJECT_SURVEY,
    PANORAMA,
    REFLECTION,
    ROLES,
    AltitudeParameters,
    BacktrackParameters,
    DecompositionRequest,
    Parameters,
    PixelParameters,
    Primitive,
    Side,
    Skill,
    Status,
    ViewParameters,
)
from aircity.world import Action
from tests.airanchor.reasoner.asked import ANSWERS, CONTEXT, REQUESTS, SKILL_SETTINGS

BY_NAME = {role.name: role for role in ROLES}


def ask(name: str, *answers: Any, request: Any = None) -> Answer[Any]:
    chat = ScriptedChat([answer if isinstance(answer, str) else json.dumps(answer) for answer in answers])
    return Reasoner(chat).ask(BY_NAME[name], request or REQUESTS[name])


def twice(name: str, answer: Any, request: Any = None) -> Any:
    """The reply when the model insists on a bad answer."""
    got = ask(name, answer, answer, request=request)
    assert got.source is ReplySource.FALLBACK
    return got.reply


def decided(**changes: Any) -> dict[str, Any]:
    return {**ANSWERS["navigation"], **changes}


_ANCHORS = ANSWERS["anchor_query"]["anchors"]
_MATCHES = ANSWERS["landmark_selection"]["matches"]
_SUBTASK = ANSWERS["decomposition"]["subtasks"][0]


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("navigation", decided(skill=" pixel  navigation")),
        ("navigation", decided(skill="PIXEL_NAVIGATION")),
        ("navigation", decided(parameters={"pixel": ["100", "200"], "distance_m": "20 m"})),
        ("navigation", decided(parameters={"pixel": "[100, 200]", "distance_m": 20})),
        ("navigation", decided(parameters={"pixel": [100.0, 200], "distance_m": 20, "delta_h_m": None})),
        ("panorama", {**ANSWERS["panorama"], "turning_direction": "Right", "yaw_delta_deg": "70°"}),
        ("backtracking", {"node_id": "1", "reason": "sound"}),
        ("backtracking", {"node_id": 1.0, "reason": "sound"}),
        ("reflection", {**ANSWERS["reflection"], "status": "ongoing"}),
        ("landmark_selection", {"matches": [_MATCHES[0], {**_MATCHES[1], "instance_id": "null"}]}),
        ("anchor_query", {"anchors": [_ANCHORS[0], {**_ANCHORS[1], "pixel": ["10", "20.0"]}, _ANCHORS[2]]}),
        ("anchor_query", {"anchors": [{**_ANCHORS[0], "attributes": "red"}, *_ANCHORS[1:]]}),
        (
            "anchor_query",
            {"anchors": [{**_ANCHORS[0], "type": "Object", "box": [1, 2, 3, 4]}, *_ANCHORS[1:]]},
        ),
        ("decomposition", {"subtasks": [{**_SUBTASK, "landmarks": None, "id": 1}]}),
        ("object_survey", {"objects": [{"category": " bridge\n"}]}),
        ("action", {**ANSWERS["action"], "action": " go up"}),
    ],
)
def test_spelling_is_forgiven_without_a_second_question(name: str, spelled: Any) -> None:
    assert ask(name, spelled) == ask(name, ANSWERS[name])


def test_a_remark_that_is_missing_is_empty() -> None:
    decision = ask("navigation", {"skill": "View Rotation"}).reply
    assert (decision.skill, decision.reason, decision.scene_caption) == (Skill.VIEW, "", "")
    assert ask("panorama", {"turning_direction": "left", "yaw_delta_deg": -7.5}).reply.reason == ""
    assert ask("backtracking", {"node_id": 0, "reason": None}).reply.reason == ""
    matches = [{**match, "reason": None} for match in _MATCHES]
    assert ask("landmark_selection", {"matches": matches}).reply.matches[0].reason == ""


def test_completion_needs_no_plan_and_null_is_none() -> None:
    for plan in (None, "null", "None", ""):
        verdict = ask("reflection", {"progress": "there", "status": "Completed", "next_plan": plan}).reply
        assert (verdict.status, verdict.next_plan) == (Status.COMPLETED, "")


@pytest.mark.parametrize(
    ("name", "wrong", "fault"),
    [
        ("navigation", decided(skill="Stop"), "skill"),
        ("navigation", decided(skill="Land", parameters={}), "skill"),
        ("navigation", decided(parameters={"pixel": [512, 0], "distance_m": 20}), "0..511"),
        ("navigation", decided(parameters={"pixel": [1.5, 0], "distance_m": 20}), "pixel"),
        ("navigation", decided(parameters={"pixel": [True, 0], "distance_m": 20}), "pixel"),
        ("navigation", decided(parameters={"pixel": [1, 2]}), "must be exactly"),
        ("navigation", decided(parameters={"pixel": [1, 2], "distance_m": 4.9}), "from 5 to 50"),
        ("navigation", decided(parameters={"pixel": [1, 2], "distance_m": "far"}), "distance_m"),
        (
            "navigation",
            decided(skill="Altitude Adjustment", parameters={"delta_h_m": 30.1}),
            "from -30 to 30",
        ),
        ("panorama", {"turning_direction": "right", "yaw_delta_deg": 0}, "0 is no turn"),
        ("panorama", {"turning_direction": "left", "yaw_delta_deg": 70}, "does not agree"),
        ("backtracking", {"node_id": 2}, "[0, 1]"),
        ("backtracking", {"node_id": True}, "node_id"),
        ("reflection", {"progress": "p", "status": "DONE", "next_plan": ""}, "status"),
        ("reflection", {"progress": " ", "status": "ONGOING", "next_plan": "x"}, "must not be empty"),
        ("anchor_query", {"anchors": _ANCHORS[:2]}, "exactly 3 entries, not 2"),
        ("decomposition", {"subtasks": [{**_SUBTASK, "subgoals": []}]}, "subgoals"),
        ("object_survey", {"objects": [{"category": "a", "attributes": []}] * 4}, "at most 3"),
        ("action", {**ANSWERS["action"], "action": "HOVER"}, "MOVE_FORWARD"),
        ("action", {**ANSWERS["action"], "progress": ""}, "must not be empty"),
    ],
)
def test_wrong_meaning_is_told_and_asked_again(name: str, wrong: Any, fault: str) -> None:
    answer = ask(name, wrong, ANSWERS[name])
    assert answer.source is ReplySource.REPAIRED
    assert fault in answer.faults[0]


def test_decomposition_falls_back_on_the_whole_instruction() -> None:
    long = "fly on " * 1000
    (subtask,) = twice("decomposition", "no", request=DecompositionRequest(long)).subtasks
    assert (subtask.text, subtask.landmarks, len(subtask.subgoals)) == (long.strip(), (), 1)


def test_an_empty_instruction_is_no_request() -> None:
    with pytest.raises(InputError, match="instruction is empty"):
        DecompositionRequest(" \n")


def test_ids_of_a_decomposition_are_ours() -> None:
    landmark = {"id": "tower-9", "category": "tower", "attributes": []}
    subtasks = [{**_SUBTASK, "id": "x", "landmarks": [landmark, landmark]}] * 2
    reply = ask("decomposition", {"subtasks": subtasks}).reply
    assert [subtask.id for subtask in reply.subtasks] == ["S1", "S2"]
    assert [landmark.id for landmark in reply.subtasks[1].landmarks] == ["L1", "L2"]


def test_words_of_place_are_no_attributes() -> None:
    landmark = {
        "id": "L1",
        "category": "tower",
        "attributes": ["on the left", "red", "Second", "right-angled"],
    }
    subtasks = {"subtasks": [{**_SUBTASK, "landmarks": [landmark]}]}
    with pytest.raises(InputError, match="says where or when"):
        DECOMPOSITION.check(subtasks, REQUESTS["decomposition"])
    (found,) = ask("decomposition", subtasks).reply.subtasks[0].landmarks
    assert found.attributes == ("red", "right-angled")


@pytest.mark.parametrize(
    ("anchors", "places"),
    [
        (_ANCHORS[:2], (1, 2)),
        ([*_ANCHORS, _ANCHORS[0]], (1, 2, 3)),
        ([], ()),
        ([_ANCHORS[0], {"type": "region"}, _ANCHORS[1]], (1, 3)),
        ([{"type": "direction", "pixel": [512, 4]}, _ANCHORS[1], "tower"], (2,)),
        ([None, *_ANCHORS, _ANCHORS[0]], (2, 3, 4)),
        ("tower", ()),
    ],
)
def test_anchors_fall_back_on_the_sound_ones_with_their_numbers(
    anchors: Any, places: tuple[int, ...]
) -> None:
    reply = twice("anchor_query", {"anchors": anchors})
    assert tuple(place for place, _ in reply.numbered) == places


def test_a_kind_of_anchor_that_is_not_wanted_is_left_out() -> None:
    request = replace(REQUESTS["anchor_query"], allows_directions=False)
    reply = twice("anchor_query", ANSWERS["anchor_query"], request)
    assert [(place, ask.type) for place, ask in reply.numbered] == [(1, "object")]


def test_anchors_that_nobody_can_give_are_no_request() -> None:
    with pytest.raises(InputError, match="from 1 to 10"):
        replace(REQUESTS["anchor_query"], count=0)
    with pytest.raises(InputError, match="neither"):
        replace(REQUESTS["anchor_query"], allows_objects=False, allows_directions=False)


@pytest.mark.parametrize("chosen", ["m-O99", "m-O20", "L1"])
def test_selection_falls_back_on_no_landmark(chosen: str) -> None:
    wrong = {"matches": [{**_MATCHES[0], "instance_id": chosen}, _MATCHES[1]]}
    reply = twice("landmark_selection", wrong)
    assert [(match.landmark_id, match.instance_id) for match in reply.matches] == [
        ("m-L1", None),
        ("m-L2", None),
    ]


@pytest.mark.parametrize(
    ("skill", "parameters"),
    [
        (Skill.PIXEL, PixelParameters(pixel=(1, 2), distance_m=20.0)),
        (Skill.ALTITUDE, AltitudeParameters(delta_h_m=-4.0)),
        (Skill.VIEW, ViewParameters()),
        (Skill.BACKTRACK, BacktrackParameters()),
    ],
)
def test_each_skill_has_parameters_of_its_own_kind(skill: Skill, parameters: Parameters) -> None:
    answer = ask("navigation", decided(skill=skill.value, parameters=parameters.model_dump(mode="json")))
    assert (answer.source, answer.reply.skill) == (ReplySource.FIRST, skill)
    assert type(answer.reply.parameters) is type(parameters) and answer.reply.parameters == parameters
    assert answer.reply.model_dump(mode="json")["parameters"] == parameters.model_dump(mode="json")


def test_a_fault_of_a_parameter_names_it_and_no_other_skill() -> None:
    wrong = decided(parameters={"pixel": [1, 2], "distance_m": "far"})
    (fault, _) = ask("navigation", wrong, wrong).faults
    assert fault == "parameters.distance_m: Input should be a valid number (got 'far')"


def test_the_bounds_are_those_of_the_settings_in_force() -> None:
    narrow = replace(SKILL_SETTINGS, least_distance_m=10.0, greatest_distance_m=20.0, greatest_climb_m=6.0)
    request = replace(REQUESTS["navigation"], settings=narrow)
    far, high = {"pixel": [1, 2], "distance_m": 30}, {"delta_h_m": -9}
    answer = ask("navigation", *[decided(parameters=far)] * 2, request=request)
    assert "distance_m must be from 10 to 20" in answer.faults[0]
    assert answer.reply.parameters.distance_m == 20
    answer = ask("navigation", *[decided(skill="Altitude Adjustment", parameters=high)] * 2, request=request)
    assert "delta_h_m must be from -6 to 6" in answer.faults[0]
    assert answer.reply.parameters.delta_h_m == -6


@pytest.mark.parametrize(("asked_m", "flown_m"), [(2, 5), (80, 50), (-1e300, 5), (4.9, 5)])
def test_a_distance_out_of_bounds_is_bounded_after_the_repair(asked_m: float, flown_m: float) -> None:
    reply = twice("navigation", decided(parameters={"pixel": [1, 2], "distance_m": asked_m}))
    assert (reply.skill, reply.parameters.pixel, reply.parameters.distance_m) == (
        Skill.PIXEL,
        (1, 2),
        flown_m,
    )


@pytest.mark.parametrize(("asked_m", "flown_m"), [(31, 30), (-99, -30)])
def test_a_climb_out_of_bounds_is_bounded_after_the_repair(asked_m: float, flown_m: float) -> None:
    reply = twice("navigation", decided(skill="Altitude Adjustment", parameters={"delta_h_m": asked_m}))
    assert (reply.skill, reply.parameters.delta_h_m) == (Skill.ALTITUDE, flown_m)


@pytest.mark.parametrize(
    "wrong",
    [
        "no",
        decided(skill="Stop"),
        decided(parameters={"pixel": [900, 2], "distance_m": 20}),
        decided(parameters={"pixel": [1, 2], "distance_m": 10**400}),
        '{"skill": "Altitude Adjustment", "parameters": {"delta_h_m": 1e999}}',
        '{"skill": "Altitude Adjustment", "parameters": {"delta_h_m": NaN}}',
    ],
)
def test_navigation_falls_back_on_a_look_around(wrong: Any) -> None:
    reply = twice("navigation", wrong)
    assert (reply.skill, reply.parameters.model_dump(exclude_none=True)) == (Skill.VIEW, {})


def test_where_looking_around_is_not_allowed_the_fallback_is_outside_the_allowed_skills() -> None:
    request = replace(REQUESTS["navigation"], skills=(Skill.PIXEL, Skill.ALTITUDE))
    reply = twice("navigation", {"skill": "View Rotation", "parameters": {}}, request)
    assert reply.skill is Skill.VIEW
    assert reply.skill not in request.skills  # by this the caller knows: do nothing, count a failure


@pytest.mark.parametrize(
    ("answer", "yaw_deg", "side"),
    [
        ({"turning_direction": "left", "yaw_delta_deg": 70}, 70, Side.RIGHT),
        ({"turning_direction": "right", "yaw_delta_deg": 270}, -90, Side.LEFT),
        ({"turning_direction": "around", "yaw_delta_deg": -200}, 160, Side.AROUND),
        ({"turning_direction": "right", "yaw_delta_deg": 180}, 180, Side.AROUND),
        ({"turning_direction": "right", "yaw_delta_deg": -180}, -180, Side.AROUND),
        ({"turning_direction": "right", "yaw_delta_deg": 0}, 0, None),
        ({"turning_direction": "right", "yaw_delta_deg": None}, 0, None),
        ({"turning_direction": "right", "yaw_delta_deg": 10**400}, 0, None),
        ("no", 0, None),
    ],
)
def test_a_turn_falls_back_on_its_angle(answer: Any, yaw_deg: float, side: Side | None) -> None:
    reply = twice("panorama", answer)
    assert reply.yaw_delta_deg == yaw_deg
    assert side is None or reply.turning_direction is side


@pytest.mark.parametrize("answer", ["no", {"node_id": 2}, {"node_id": 77}, {"node_id": None}])
def test_backtracking_falls_back_on_the_most_recent_node_elsewhere(answer: Any) -> None:
    assert twice("backtracking", answer).node_id == 1
    moved = replace(REQUESTS["backtracking"], recoverable=(0,))
    assert twice("backtracking", {"node_id": 1}, moved).node_id == 0


def test_a_history_without_a_way_back_is_no_request() -> None:
    request = REQUESTS["backtracking"]
    for recoverable in ((), (2,), (9,)):
        with pytest.raises(InputError, match="recoverable"):
            replace(request, recoverable=recoverable)
    with pytest.raises(InputError, match="one step between"):
        replace(request, steps=())


@pytest.mark.parametrize(
    "answer",
    [
        "COMPLETED",
        '{"progress": "p", "status": "COMPLETED", "next_plan": ""',
        {"progress": "p", "status": "COMPLETED", "next_plan": "go on"},
        {"status": "COMPLETED", "next_plan": ""},
        {"progress": "p", "status": True, "next_plan": ""},
        '{"progress": "p", "status": "ONGOING", "status": "COMPLETED", "next_plan": ""}',
    ],
)
def test_reflection_falls_back_on_what_was_before_and_is_never_done(answer: Any) -> None:
    reply = twice("reflection", answer)
    assert (reply.progress, reply.status, reply.next_plan) == (CONTEXT.progress, Status.ONGOING, CONTEXT.plan)


def test_one_graph_without_the_other_is_no_request() -> None:
    with pytest.raises(InputError, match="both"):
        replace(REQUESTS["reflection"], graph_after=None)


def test_a_survey_falls_back_on_its_sound_objects() -> None:
    entry = {"category": "bridge", "attributes": []}
    objects = [{"category": ""}, entry, 5, entry, entry, entry]
    assert len(twice("object_survey", {"objects": objects}).objects) == 3
    assert ask("object_survey", {"objects": []}).reply.objects == ()


def test_labels_are_short_and_on_one_line_and_texts_can_be_written() -> None:
    entry = {"category": "a\nvery\x00 " + "long " * 500, "attributes": ["x" * 500, "  "]}
    (named,) = ask("object_survey", {"objects": [entry]}).reply.objects
    assert len(named.category) <= 80 and "\n" not in named.category
    assert [len(word) for word in named.attributes] == [80]
    verdict = ask("reflection", '{"progress": "\\ud83d", "status": "ONGOING", "next_plan": "x"}').reply
    assert verdict.progress == "?"
    long = ask("reflection", {**ANSWERS["reflection"], "progress": "p" * 9999}).reply
    assert len(long.progress) == 2000


def test_two_landmarks_may_be_one_instance() -> None:
    request = REQUESTS["landmark_selection"]
    both = replace(
        request,
        landmarks=(
            request.landmarks[0],
            replace(request.landmarks[1], candidates=request.landmarks[0].candidates),
        ),
    )
    answer = {"matches": [_MATCHES[0], {**_MATCHES[1], "instance_id": "m-O11"}]}
    reply = ask("landmark_selection", answer, request=both).reply
    assert [match.instance_id for match in reply.matches] == ["m-O11", "m-O11"]


def test_all_roles_are_named_here() -> None:
    named = (
        DECOMPOSITION,
        ANCHOR_QUERY,
        LANDMARK_SELECTION,
        NAVIGATION,
        PANORAMA,
        BACKTRACKING,
        REFLECTION,
        OBJECT_SURVEY,
        ACTION,
    )
    assert named == ROLES


def test_the_actions_are_those_of_the_world() -> None:
    assert [primitive.value for primitive in Primitive] == [action.name for action in Action]


def test_no_usable_action_is_a_turn_and_forgets_nothing() -> None:
    reply = twice("action", {"action": "HOVER"})
    assert reply.action is Primitive.TURN_RIGHT
    assert (reply.progress, reply.plan) == (CONTEXT.progress, CONTEXT.plan)
