"""The chat format, read: odd bodies become an answer, or say that there is none."""

import json

import pytest

from airanchor.reasoner.client.wire import parse_body
from tests.airanchor.reasoner import fault_server as fault


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": None, "reasoning_content": "thought"}, "", "thought"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, 7]}, "ab", ""),
        ({"content": 12, "reasoning": ["x"]}, "", "x"),
        ({"content": "lone \ud800 surrogate"}, "lone ? surrogate", ""),
        ([], "", ""),
    ],
)
def test_odd_messages_read_as_text(message: object, text: str, reasoning: str) -> None:
    answer = parse_body(json.dumps({"choices": [{"message": message}]}).encode())
    assert (answer.text, answer.reasoning, answer.usage) == (text, reasoning, None)


@pytest.mark.parametrize("choices", [[], None, {}, "x", [None], [[]], [3]])
def test_missing_choices_are_an_empty_answer(choices: object) -> None:
    assert parse_body(json.dumps({"choices": choices}).encode()).text == ""


@pytest.mark.parametrize("tokens", [None, -1, "9", True, 1.5, 10**12])
def test_odd_usage_is_not_told(tokens: object) -> None:
    told = {"prompt_tokens": tokens, "completion_tokens": 1}
    assert parse_body(fault.completion("x", usage=told)).usage is None
    assert parse_body(fault.completion("x", usage=[tokens])).usage is None


def test_cut_answer_is_marked() -> None:
    body = {"choices": [{"finish_reason": "length", "message": {"content": "{"}}]}
    assert parse_body(json.dumps(body).encode()).is_truncated
