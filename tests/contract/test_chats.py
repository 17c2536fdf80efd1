"""The contract of a chat transport, held by those that need no network."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from airanchor.reasoner import (
    CachedChat,
    ChatAnswer,
    ChatTransport,
    Reasoner,
    RecordingListener,
    ReplayChat,
    ReplySource,
    ScriptedChat,
)
from airanchor.reasoner.roles import NAVIGATION, REFLECTION
from airanchor.trace import TraceWriter, read_trace
from tests.airanchor.reasoner.asked import ANSWERS, REQUESTS

ASKED = (NAVIGATION, REFLECTION)


def scripted(folder: Path) -> ChatTransport:
    return ScriptedChat([json.dumps(ANSWERS[role.name]) for role in ASKED])


def cached(folder: Path) -> ChatTransport:
    for role in ASKED:
        chat = CachedChat(ScriptedChat([json.dumps(ANSWERS[role.name])]), folder, "p")
        Reasoner(chat).ask(role, REQUESTS[role.name])
    return CachedChat(ScriptedChat([]), folder, "p")


def replayed(folder: Path) -> ChatTransport:
    with TraceWriter(folder) as writer:
        reasoner = Reasoner(scripted(folder), listener=RecordingListener(writer))
        for role in ASKED:
            reasoner.ask(role, REQUESTS[role.name])
    return ReplayChat(read_trace(folder))


each_chat = pytest.mark.parametrize("make", [scripted, cached, replayed])


@each_chat
def test_it_is_a_chat_with_a_name(make: Callable[[Path], ChatTransport], tmp_path: Path) -> None:
    chat = make(tmp_path)
    assert isinstance(chat, ChatTransport)
    assert chat.name.strip()


@each_chat
def test_a_reasoner_gets_its_answers(make: Callable[[Path], ChatTransport], tmp_path: Path) -> None:
    reasoner = Reasoner(make(tmp_path))
    for role in ASKED:
        answer = reasoner.ask(role, REQUESTS[role.name])
        assert answer.source is ReplySource.FIRST
        assert answer.reply == role.check(ANSWERS[role.name], REQUESTS[role.name])


@each_chat
def test_an_answer_is_text_with_sane_figures(make: Callable[[Path], ChatTransport], tmp_path: Path) -> None:
    asked = ScriptedChat([json.dumps(ANSWERS["navigation"])])
    Reasoner(asked).ask(NAVIGATION, REQUESTS["navigation"])
    answer = make(tmp_path).complete(asked.requests[0])
    assert isinstance(answer, ChatAnswer) and isinstance(answer.text, str)
    assert answer.latency_s >= 0 and answer.retries >= 0
    assert answer.usage is None or (answer.usage.input >= 0 and answer.usage.output >= 0)
