"""The kit of chats passes what keeps the contract and names what does not."""

import json

import pytest

from airanchor.errors import ChatUnavailable, ConformanceError
from airanchor.reasoner import ChatAnswer, ChatRequest
from airanchor.reasoner.checks import check_chat, examine_chat

PLAN = {"subtasks": [{"id": "S1", "text": "fly", "subgoals": ["fly"], "landmarks": []}]}


class Chat:
    name = "made"

    def __init__(self, answer: object = None) -> None:
        self._answer = answer if answer is not None else ChatAnswer(json.dumps(PLAN))

    def complete(self, request: ChatRequest) -> ChatAnswer:
        if isinstance(self._answer, Exception):
            raise self._answer
        for picture in request.messages[-1].images if self._answer == "scribble" else ():
            picture[:] = 0
        return ChatAnswer("ok") if self._answer == "scribble" else self._answer  # type: ignore[return-value]


def test_a_chat_keeps_the_contract() -> None:
    assert len(check_chat(Chat()).passed) == 5


def test_a_service_that_is_away_breaks_nothing() -> None:
    report = examine_chat(Chat(ChatUnavailable("nobody is there")))
    assert not report.broken and "nobody is there" in str(report)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (ValueError("oops"), "answers_words: it raised ValueError: oops; valid are ChatUnavailable"),
        ("yes", "answers_pictures: complete returned str"),
        ("scribble", "leaves_requests_alone: the request was modified"),
        (ChatAnswer("x", latency_s=-1.0), "none is negative"),
    ],
)
def test_what_breaks_it_is_named(answer: object, words: str) -> None:
    with pytest.raises(ConformanceError, match=words):
        check_chat(Chat(answer))


def test_answers_that_cannot_be_used_are_told() -> None:
    assert examine_chat(Chat(ChatAnswer("hm"))).skipped == ("its_answers_can_be_used",)
