"""A cached chat asks once, is honest about what that saved, and trusts no file it did not write."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import ChatUnavailable, InputError
from airanchor.reasoner import (
    Author,
    CachedChat,
    ChatAnswer,
    ChatRequest,
    ImagePart,
    Message,
    Reasoner,
    ScriptedChat,
    TextPart,
    TokenUse,
)
from airanchor.reasoner.roles import NAVIGATION
from tests.airanchor.reasoner.asked import ANSWERS, REQUESTS

ANSWER = ChatAnswer(
    "yes", TokenUse(50, 5), reasoning="for a reason", is_truncated=True, retries=2, latency_s=3.0, model="m-1"
)


def question(text: str = "ready?", shade: int = 0) -> ChatRequest:
    image = np.full((4, 4, 3), shade, np.uint8)
    return ChatRequest((Message(Author.USER, (TextPart(text), ImagePart(image))),))


def only_file(folder: Path) -> Path:
    (path,) = (path for path in folder.rglob("*") if path.is_file())
    return path


def test_an_answer_is_asked_for_once_and_a_hit_is_free(tmp_path: Path) -> None:
    chat = ScriptedChat([ANSWER])
    assert CachedChat(chat, tmp_path, "p").complete(question()) == ANSWER
    hit = CachedChat(chat, tmp_path, "p").complete(question())
    assert len(chat.requests) == 1
    assert hit.usage == TokenUse(0, 0, "cached")
    assert (hit.retries, hit.latency_s) == (0, 0.0)
    assert (hit.text, hit.reasoning, hit.is_truncated, hit.model) == ("yes", "for a reason", True, "m-1")


@pytest.mark.parametrize(
    "change",
    [
        lambda request: question("ready now?"),
        lambda request: question(shade=1),
        lambda request: replace(request, temperature=0.5),
        lambda request: replace(request, seed=4),
        lambda request: replace(request, max_output_tokens=9),
        lambda request: replace(request, schema={"type": "object"}),
    ],
)
def test_another_question_is_asked_anew(tmp_path: Path, change: Callable[[ChatRequest], ChatRequest]) -> None:
    chat = CachedChat(ScriptedChat(["first", "second"]), tmp_path, "p")
    assert chat.complete(question()).text == "first"
    assert chat.complete(change(question())).text == "second"


def test_another_profile_is_asked_anew(tmp_path: Path) -> None:
    chat = ScriptedChat(["first", "second"])
    assert CachedChat(chat, tmp_path, "p").complete(question()).text == "first"
    assert CachedChat(chat, tmp_path, "q").complete(question()).text == "second"


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"null",
        b'{"key": "other", "text": "forged"}',
        b'{"text": "forged"}',
        b"\xff\xfe",
        b"\x80\x04\x95pickle",
        b"[" * 100_000,
    ],
)
def test_a_damaged_entry_is_a_miss_and_is_mended(tmp_path: Path, damage: bytes) -> None:
    chat = CachedChat(ScriptedChat(["first", "second"]), tmp_path, "p")
    chat.complete(question())
    only_file(tmp_path).write_bytes(damage)
    assert chat.complete(question()).text == "second"
    assert chat.complete(question()).text == "second"


def test_an_entry_is_plain_json_and_nothing_unfinished_stays(tmp_path: Path) -> None:
    CachedChat(ScriptedChat(["\ud800 yes"]), tmp_path, "p").complete(question())
    path = only_file(tmp_path)
    assert path.suffix == ".json"
    assert json.loads(path.read_text(encoding="utf-8"))["text"] == "? yes"


def test_failures_and_empty_answers_are_not_kept(tmp_path: Path) -> None:
    chat = CachedChat(ScriptedChat([ChatUnavailable("gone"), " ", "yes"]), tmp_path, "p")
    with pytest.raises(ChatUnavailable):
        chat.complete(question())
    assert [chat.complete(question()).text for _ in range(3)] == [" ", "yes", "yes"]


def test_a_folder_that_cannot_be_is_told_and_one_that_went_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="choose another folder"):
        CachedChat(ScriptedChat([]), tmp_path / "file", "p")
    chat = CachedChat(ScriptedChat(["yes"]), tmp_path / "gone", "p")
    (tmp_path / "gone").rmdir()
    (tmp_path / "gone").write_text("")
    assert chat.complete(question()).text == "yes"


def test_the_ledger_tells_what_was_cached(tmp_path: Path) -> None:
    text = json.dumps(ANSWERS["navigation"])
    chat = CachedChat(ScriptedChat([ChatAnswer(text, TokenUse(50, 5))]), tmp_path, "p")
    for source, tokens in (("billed", 55), ("cached", 0)):
        reasoner = Reasoner(chat)
        reasoner.ask(NAVIGATION, REQUESTS["navigation"])
        row = reasoner.ledger.total()
        assert (row.calls, row.token_source, row.input_tokens + row.output_tokens) == (1, source, tokens)
    assert chat.name == "scripted"
