"""A flight's exchanges are recorded, and replayed to the byte without any model."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from airanchor.errors import ChatUnavailable, ReasonerError
from airanchor.reasoner import (
    Answer,
    ChatAnswer,
    ChatTransport,
    Reasoner,
    ReasonerConfig,
    RecordingListener,
    ReplayChat,
    ReplySource,
    ScriptedChat,
    TokenUse,
)
from airanchor.reasoner.roles import DECOMPOSITION, NAVIGATION, PANORAMA, REFLECTION, ROLES
from airanchor.trace import AnswerEvent, ExchangeEvent, Keep, NoteEvent, TraceWriter, read_trace
from tests.airanchor.reasoner.asked import ANSWERS, REQUESTS, picture

SCRIPT: tuple[str | ChatAnswer | ReasonerError, ...] = (
    ChatAnswer(
        json.dumps(ANSWERS["decomposition"]), TokenUse(900, 80), latency_s=1.25, retries=2, model="m-1"
    ),
    ChatAnswer("no \ud800 answer <b>", TokenUse(700, 5, "counted"), is_truncated=True),
    ChatAnswer("", reasoning=json.dumps(ANSWERS["navigation"])),
    ChatUnavailable("timed out"),
    '{"progress": "\\ud83d", "status": "DONE"',
    "still none",
)


def fly(chat: ChatTransport, folder: Path, **options: Any) -> list[Answer[Any]]:
    """Four questions: answered, repaired, without an answer, and in vain."""
    with TraceWriter(folder, **options) as writer:
        reasoner = Reasoner(chat, listener=RecordingListener(writer))
        return [
            reasoner.ask(role, REQUESTS[role.name])
            for role in (DECOMPOSITION, NAVIGATION, PANORAMA, REFLECTION)
        ]


def events_of(folder: Path) -> bytes:
    return (folder / "events.jsonl").read_bytes()


def test_a_replay_is_equal_to_the_byte(tmp_path: Path) -> None:
    flown = fly(ScriptedChat(SCRIPT), tmp_path / "first")
    assert [answer.source for answer in flown] == [
        ReplySource.FIRST,
        ReplySource.REPAIRED,
        ReplySource.FALLBACK,
        ReplySource.FALLBACK,
    ]
    replayed = fly(ReplayChat(read_trace(tmp_path / "first")), tmp_path / "second")
    assert replayed == flown
    assert events_of(tmp_path / "second") == events_of(tmp_path / "first")
    assert fly(ReplayChat(read_trace(tmp_path / "second")), tmp_path / "third") == flown


def test_an_exchange_is_recorded_whole(tmp_path: Path) -> None:
    fly(ScriptedChat(SCRIPT), tmp_path)
    trace = read_trace(tmp_path)
    exchanges = [event for event in trace.events if isinstance(event, ExchangeEvent)]
    assert [(event.role, event.attempt) for event in exchanges] == [
        ("decomposition", 1),
        ("navigation", 1),
        ("navigation", 2),
        ("panorama", 1),
        ("reflection", 1),
        ("reflection", 2),
    ]
    first, faulty, repaired, lost, *_ = exchanges
    assert first.usage is not None and (first.usage.input, first.usage.source) == (900, "billed")
    assert (first.model, first.fault, first.answer) == ("m-1", None, json.dumps(ANSWERS["decomposition"]))
    assert faulty.is_truncated and faulty.fault is not None and "cut off" in faulty.fault
    assert [message.author for message in repaired.messages] == ["system", "user", "assistant", "user"]
    assert (lost.answer, lost.fault) == (None, "timed out")
    hashes = [part.image for message in lost.messages for part in message.parts if part.image]
    assert [trace.rgb(digest)[0, 0, 0] for digest in hashes] == list(range(20, 28))


def test_an_answer_is_recorded_with_its_source_and_faults(tmp_path: Path) -> None:
    flown = fly(ScriptedChat(SCRIPT), tmp_path)
    answers = [event for event in read_trace(tmp_path).events if isinstance(event, AnswerEvent)]
    assert [event.reply for event in answers] == [answer.reply.model_dump(mode="json") for answer in flown]
    assert [event.source for event in answers] == ["first answer", "repaired answer", "fallback", "fallback"]
    assert [len(event.faults) for event in answers] == [0, 1, 1, 2]


def test_what_depends_on_the_clock_is_beside_the_events(tmp_path: Path) -> None:
    fly(ScriptedChat(SCRIPT), tmp_path)
    assert b"latency" not in events_of(tmp_path) and b"retries" not in events_of(tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "timing.jsonl").read_text().splitlines()]
    assert [row["event"] for row in rows] == list(range(len(rows)))
    assert (rows[1]["latency_s"], rows[1]["retries"]) == (1.25, 2)
    assert "latency_s" not in rows[0]


def test_images_need_not_be_kept_to_replay(tmp_path: Path) -> None:
    flown = fly(ScriptedChat(SCRIPT), tmp_path / "a", keep=Keep.NONE)
    assert fly(ReplayChat(read_trace(tmp_path / "a")), tmp_path / "b") == flown


def recorded(folder: Path) -> ReplayChat:
    with TraceWriter(folder) as writer:
        reasoner = Reasoner(
            ScriptedChat([json.dumps(ANSWERS["navigation"])]), listener=RecordingListener(writer)
        )
        reasoner.ask(NAVIGATION, REQUESTS["navigation"])
        writer.write(NoteEvent(text="others are skipped"))
    return ReplayChat(read_trace(folder))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"graph": "m-grapes"}, r"navigation.*message 2 \(user.* said '.*m-graph.* says '.*m-grapes"),
        ({"image": picture(9)}, "message 2 .* another image 1"),
        ({"skills": REQUESTS["navigation"].skills[:3]}, r"message 1 \(system"),
        ({"priors": None}, r"message 1 \(system"),
    ],
)
def test_another_question_is_told_and_not_answered(tmp_path: Path, changes: Any, told: str) -> None:
    with pytest.raises(ReasonerError, match=told) as caught:
        Reasoner(recorded(tmp_path)).ask(NAVIGATION, replace(REQUESTS["navigation"], **changes))
    assert not isinstance(caught.value, ChatUnavailable), "a fallback would hide it"


def test_another_role_or_setting_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReasonerError, match=r"attempt 1 of navigation.*now of reflection"):
        Reasoner(recorded(tmp_path / "a")).ask(REFLECTION, REQUESTS["reflection"])
    with pytest.raises(ReasonerError, match=r"temperature was 0.0 and is 0.7 now"):
        chat = recorded(tmp_path / "b")
        Reasoner(chat, config=ReasonerConfig(temperature=0.7)).ask(NAVIGATION, REQUESTS["navigation"])


def test_a_question_too_many_is_told(tmp_path: Path) -> None:
    reasoner = Reasoner(recorded(tmp_path))
    reasoner.ask(NAVIGATION, REQUESTS["navigation"])
    with pytest.raises(ReasonerError, match="holds 1 exchanges and navigation asks one more"):
        reasoner.ask(NAVIGATION, REQUESTS["navigation"])


def test_the_model_that_answered_is_the_replays_name(tmp_path: Path) -> None:
    assert recorded(tmp_path / "a").name == "scripted"
    with TraceWriter(tmp_path / "b"):
        pass
    assert ReplayChat(read_trace(tmp_path / "b")).name == "replay"


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_every_role_is_recorded_and_replayed(role: Any, tmp_path: Path) -> None:
    chat: ChatTransport = ScriptedChat([json.dumps(ANSWERS[role.name])])
    answers = []
    for name in ("a", "b"):
        with TraceWriter(tmp_path / name) as writer:
            answers.append(Reasoner(chat, listener=RecordingListener(writer)).ask(role, REQUESTS[role.name]))
        chat = ReplayChat(read_trace(tmp_path / name))
    assert answers[0] == answers[1]
    assert events_of(tmp_path / "a") == events_of(tmp_path / "b")
