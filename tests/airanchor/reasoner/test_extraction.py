"""Whatever a model writes around its answer, the answer is found; whatever else it writes is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.reasoner import ChatAnswer
from airanchor.reasoner.extraction import MAX_CHARS, AnswerShape, extract_object
from airanchor.reasoner.roles import ROLES

WANTED = AnswerShape(frozenset({"skill", "reason"}))
LISTED = AnswerShape(frozenset({"anchors"}), "anchors")
GOOD = {"skill": "turn", "reason": 'a {brace} and a "quote"'}
TEXT = json.dumps(GOOD)


def found(text: Any, wanted: AnswerShape = WANTED, **more: Any) -> dict[str, Any]:
    return extract_object(ChatAnswer(text, **more), wanted)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"\ufeff  {TEXT}\n",
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}\n```\nThat is all.",
        f"Sure! The answer is {TEXT}.",
        f"I weigh {{the tower}} and {{ then: {TEXT}",
        f'The sign says "{{" and 5" pipes. {TEXT} }} }}',
        f'<think>maybe {{"skill": "rise", "reason": "no"}}</think>\n{TEXT}',
        f"<think>no end {{ {TEXT}",
        f'{{"skill": "rise", "reason": "draft"}}\nNo, better:\n{TEXT}',
        f'{TEXT}\n{{"reason": "more of it"}}',
        f'{TEXT}\n{{"confidence": 0.4}}',
        TEXT[:-1] + ",}",
        TEXT[:-1] + " ,\n\n }",
        f"[{TEXT}]",
        f'{{"answer": {TEXT}}}',
        f'{{"name": "reply", "arguments": {TEXT}, "n": 1}}',
        f'{{"thought": "{{", "x": [1, 2, {{}}]}} {TEXT}',
    ],
)
def test_the_answer_is_found(text: str) -> None:
    assert found(text) == GOOD


def test_the_answer_may_hide_in_the_reasoning() -> None:
    assert found("", reasoning=f"so I say {TEXT}") == GOOD
    assert found("no object here", reasoning=TEXT) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "STOP",
        "null",
        "{}",
        "[]",
        '"skill"',
        '{"other": 1}',
        TEXT[:-1],
        TEXT[:20],
        "{'skill': 'turn', 'reason': 'r'}",
        f"[{TEXT}, {TEXT}]",
        '{"skill": "turn", "skill": "rise"}',
        '{"a": {"b": ' + TEXT + "}}",
        "{" * 5000,
        '{"skill": ' * 5000,
        '{"skill": ' + "[" * 100 + "]" * 100 + "}",
        '{"skill": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"skill": ' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(InputError, match='JSON object with the keys "reason", "skill"'):
        found(text)


def test_a_cut_answer_is_told_as_such_and_its_parts_are_not_taken_for_it() -> None:
    cut = '{"skill": "fly", "parameters": {"pixel": [1, 2], "reason": 3'
    with pytest.raises(InputError, match="cut off at the token limit"):
        found(cut, is_truncated=True)
    whole_list = '{"anchors": [{"type": "object", "category": "a"}], "note": "'
    with pytest.raises(InputError):
        found(whole_list, LISTED)


def test_an_empty_answer_is_told_as_such() -> None:
    with pytest.raises(InputError, match="was empty"):
        found("")


def test_what_is_no_text_is_no_answer() -> None:
    for text in (None, b"{}", 5, GOOD):
        with pytest.raises(InputError):
            found(text)


def test_a_bare_list_is_the_answer_where_an_answer_is_one_list() -> None:
    anchors = [{"type": "object"}, {"type": "direction"}]
    assert found(f"Here: ```{json.dumps(anchors)}```", LISTED) == {"anchors": anchors}
    assert found(json.dumps([{"anchors": anchors}]), LISTED) == {"anchors": anchors}
    assert found(f'{{"anchors": []}} of {json.dumps(anchors)}', LISTED) == {"anchors": []}
    for text in (json.dumps(anchors) * 2, "[255, 30]", "[]", f'{{"x": {json.dumps(anchors)}'):
        with pytest.raises(InputError):
            found(text, LISTED)
    with pytest.raises(InputError):
        found(json.dumps(anchors))


def test_numbers_that_json_does_not_have_are_nothing() -> None:
    assert found('{"skill": NaN, "reason": [-Infinity, Infinity]}') == {"skill": None, "reason": [None, None]}


def test_a_key_repeated_with_the_same_value_is_harmless() -> None:
    assert found('{"skill": [1], "skill": [1], "reason": ""}') == {"skill": [1], "reason": ""}


def test_of_an_endless_answer_the_end_is_read() -> None:
    assert found("{ thinking " * (MAX_CHARS // 5) + TEXT) == GOOD
    with pytest.raises(InputError):
        found(TEXT + "x" * MAX_CHARS)


@pytest.mark.parametrize(
    "piece",
    ["{", "[", '{"', '{"a":', '[{"a":', '{"a":[', '{"a":"', "{}", '{"a":1}', ",}", '\\"{', "{'a'", "\ufeff"],
)
def test_megabytes_of_garbage_end_in_an_input_error(piece: str) -> None:
    with pytest.raises(InputError):
        found(piece * (10_000_000 // len(piece)))


PIECES = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "\\",
    "skill",
    "reason",
    "null",
    "1e999",
    "NaN",
    "</think>",
    " ",
    "\n",
]


@given(
    st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.text(max_size=20)
)
def test_any_text_gives_an_object_or_an_input_error(text: str, reasoning: str) -> None:
    for wanted in (WANTED, LISTED):
        try:
            value = found(text, wanted, reasoning=reasoning)
        except InputError as error:
            assert len(str(error)) < 300
        else:
            assert wanted.keys & value.keys()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(json_values, st.sampled_from(["", "Well, {so} ", "```json\n", '[1, 2] and "', "<think>{</think>"]))
def test_every_object_survives_prose_before_it(value: Any, before: str) -> None:
    whole = {"skill": value, "reason": "r"}
    assert found(f"{before}{json.dumps(whole)}\n``` }}") == whole


def test_each_role_knows_what_its_answer_is_known_by() -> None:
    known = {role.name: (set(role.wanted.keys), role.wanted.list_key) for role in ROLES}
    assert known == {
        "decomposition": ({"subtasks"}, "subtasks"),
        "anchor_query": ({"anchors"}, "anchors"),
        "landmark_selection": ({"matches"}, "matches"),
        "navigation": ({"skill", "parameters", "reason", "scene_caption"}, None),
        "panorama": ({"turning_direction", "yaw_delta_deg"}, None),
        "backtracking": ({"node_id"}, None),
        "reflection": ({"progress", "status", "next_plan"}, None),
        "object_survey": ({"objects"}, "objects"),
        "action": ({"action", "progress", "plan", "reason"}, None),
    }
