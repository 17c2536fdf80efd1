"""No reply of a model, however odd, ends a flight, leaves its bounds, or is lost from the recording."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.agent import AgentConfig, AirAnchor, Eyes
from airanchor.agent.action_level import action_level
from airanchor.agent.build import build_parts
from airanchor.anchors import AnchorConfig
from airanchor.flight import Envelope, Flight, Mission, launch
from airanchor.memory import MemoryConfig, Sokb
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ChatAnswer, Reasoner, ScriptedChat
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.reasoner.extraction import MAX_CHARS, extract_object
from airanchor.reasoner.roles import NAVIGATION, ROLES, SkillSettings
from airanchor.reasoner.roles.context import MAX_TEXT
from airanchor.trace import ExchangeEvent, Keep, SkillEvent, TraceWriter, read_trace
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import PLAIN, FlatImages, RoleChat
from tests.airanchor.bench.spied_flights import BoxDetector
from tests.airanchor.memory.scenes import WordEncoder
from tests.airanchor.reasoner.asked import ANSWERS, REQUESTS
from tests.contract.box_world import BoxWorld
from tests.hostile.mutation import as_text, mutate
from tests.hostile.replies import hostile_text

ENVELOPE = Envelope(min_altitude_m=1.0, max_altitude_m=60.0, max_radius_m=200.0, max_path_m=2000.0)


def check_bounds(role: str, reply: Any) -> None:
    """A reply asks for nothing that the role does not allow."""
    request = REQUESTS[role]
    plain = reply.model_dump(mode="json")
    match role:
        case "navigation":
            _check_parameters(plain["parameters"], request.settings)
            assert plain["skill"] in request.skills
        case "anchor_query":
            assert len(plain["anchors"]) <= request.count
            assert all(
                0 <= value < 512 for ask in plain["anchors"] if "pixel" in ask for value in ask["pixel"]
            )
        case "panorama":
            assert abs(plain["yaw_delta_deg"]) <= 180
        case "backtracking":
            assert plain["node_id"] in request.recoverable
        case "landmark_selection":
            known = {None} | {one.instance_id for mark in request.landmarks for one in mark.candidates}
            assert {match["instance_id"] for match in plain["matches"]} <= known
        case "decomposition":
            assert plain["subtasks"]
    assert all(len(text) <= MAX_TEXT for text in _texts(plain))


def _check_parameters(given: dict[str, Any], settings: SkillSettings) -> None:
    if given.get("distance_m") is not None:
        assert settings.least_distance_m <= given["distance_m"] <= settings.greatest_distance_m
    if given.get("delta_h_m") is not None:
        assert abs(given["delta_h_m"]) <= settings.greatest_climb_m
    if given.get("pixel") is not None:
        assert all(0 <= value < 512 for value in given["pixel"])


def _texts(plain: Any) -> list[str]:
    if isinstance(plain, str):
        return [plain]
    inner = list(plain.values()) if isinstance(plain, dict) else plain if isinstance(plain, list) else []
    return [text for entry in inner for text in _texts(entry)]


def ask_all_roles(seed: int, count: int, folder: Path) -> None:
    """`count` questions to every role, each answered twice with nonsense, recorded in one trace."""
    rng = np.random.default_rng(seed)
    said: list[str] = []
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        listener = RecordingListener(writer)
        for role in ROLES:
            for _ in range(count):
                texts = [hostile_text(ANSWERS[role.name], rng) for _ in range(2)]
                chat = ScriptedChat(texts)
                answer = Reasoner(chat, listener=listener).ask(role, REQUESTS[role.name])
                check_bounds(role.name, answer.reply)
                said += texts[: len(chat.requests)]
    kept = [event.answer for event in read_trace(folder).events if isinstance(event, ExchangeEvent)]
    assert kept == [text[-MAX_CHARS:].encode("utf-8", "replace").decode() for text in said]


def fly(seed: int, folder: Path) -> Flight:
    """A flight whose every answer is hostile, more or less."""
    rng = np.random.default_rng(seed)
    share = float(rng.choice([0.2, 0.6, 1.0]))

    def spoilt(role: str) -> Any:
        def rule(call: int, prompt: Any) -> Any:
            answer = PLAIN[role](call, prompt) if rng.random() < 0.5 else ANSWERS[role]
            if rng.random() > share:
                return answer
            return hostile_text(answer, rng) if rng.random() < 0.5 else mutate(answer, rng, 1)

        return rule

    chat = RoleChat(**{role.name: spoilt(role.name) for role in ROLES if role.name in PLAIN})
    eyes = Eyes(BoxDetector(), FlatImages(), AnchorConfig())
    memory = Sokb(WordEncoder(), MemoryConfig())
    start = Pose.at(0, -100, 12, float(rng.uniform(-180, 180)))
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        reasoner = Reasoner(chat, listener=RecordingListener(writer))
        parts = build_parts(reasoner, eyes, memory, planning=PlanningConfig())
        kind = AirAnchor if rng.random() < 0.8 else action_level
        agent = kind(parts, AgentConfig(iterations=6, actions=12))
        return launch(agent, Mission("go on", "boxes", start), BoxWorld(), envelope=ENVELOPE, writer=writer)


def check_flight(seed: int, folder: Path) -> None:
    """It ends by itself, inside its envelope, and all of it can be read again."""
    flight = fly(seed, folder)
    for before, after in zip(flight.trajectory, flight.trajectory[1:], strict=False):
        assert ENVELOPE.breach(before, after, flight.trajectory[0], 0.0) is None
    trace = read_trace(folder)
    assert not trace.truncated and trace.events[-1].kind == "end"
    for event in trace.events:
        if isinstance(event, SkillEvent):
            _check_parameters(event.parameters, REQUESTS["navigation"].settings)


def test_hostile_replies_of_every_role(tmp_path: Path) -> None:
    ask_all_roles(1, 25, tmp_path / "trace")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_hostile_replies_of_every_role(tmp_path: Path, seed: int) -> None:
    ask_all_roles(seed, 200, tmp_path / "trace")


@pytest.mark.parametrize("seed", range(6))
def test_flights_on_hostile_replies(tmp_path: Path, seed: int) -> None:
    check_flight(seed, tmp_path / "trace")


@pytest.mark.slow
def test_many_flights_on_hostile_replies(tmp_path: Path) -> None:
    for seed in range(1000, 1150):
        check_flight(seed, tmp_path / str(seed))


def climb_by(text: str, folder: Path) -> list[SkillEvent]:
    """The skills of a flight whose every decision is this text."""
    chat = RoleChat(navigation=lambda call, prompt: text)
    eyes = Eyes(BoxDetector(), FlatImages(), AnchorConfig())
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        reasoner = Reasoner(chat, listener=RecordingListener(writer))
        parts = build_parts(reasoner, eyes, Sokb(WordEncoder(), MemoryConfig()), planning=PlanningConfig())
        agent = AirAnchor(parts, AgentConfig(iterations=2))
        launch(agent, Mission("go on", "boxes", Pose.at(0, -100, 12)), BoxWorld(), writer=writer)
    return [event for event in read_trace(folder).events if isinstance(event, SkillEvent)]


@pytest.mark.parametrize("climb", ["-0.0", '"-0.0"', "-0", "-1e-320"])
def test_a_climb_of_minus_nothing_is_a_skill_that_fails(tmp_path: Path, climb: str) -> None:
    text = f'{{"skill": "Altitude Adjustment", "parameters": {{"delta_h_m": {climb}}}}}'
    skills = climb_by(text, tmp_path / "trace")
    assert [one.failure for one in skills] == ["zero translation"] * 2


def halved(value: Any) -> Any:
    """The same with half a character at the end of every text."""
    if isinstance(value, dict):
        return {key: halved(entry) for key, entry in value.items()} | {"more\udfff": "\ud800"}
    if isinstance(value, list):
        return [halved(entry) for entry in value]
    return f"{value}\ud800" if isinstance(value, str) else value


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_half_a_character_becomes_a_question_mark(tmp_path: Path, role: Any) -> None:
    answer = halved(ANSWERS[role.name])
    for word in ("skill", "action", "status", "turning_direction"):  # those that must be exact
        answer |= {word: ANSWERS[role.name][word]} if word in answer else {}
    text = as_text(answer)
    assert (
        as_text(extract_object(ChatAnswer(text), role.wanted)).count("\\ud") == 0
    )  # nor in what is salvaged
    with TraceWriter(tmp_path / "trace", keep=Keep.NONE) as writer:
        reasoner = Reasoner(ScriptedChat([text, text]), listener=RecordingListener(writer))
        reply = reasoner.ask(role, REQUESTS[role.name]).reply
    assert all(word.isprintable() for word in _texts(reply.model_dump(mode="json")))
    assert read_trace(tmp_path / "trace").events[-1].kind == "answer"


def test_ten_megabytes_of_reply_are_cut_before_they_are_read(tmp_path: Path) -> None:
    text = "{" * 10_000_000 + '{"skill": "View Rotation", "parameters": {}, "reason": "end"}'
    with TraceWriter(tmp_path / "trace", keep=Keep.NONE) as writer:
        reasoner = Reasoner(ScriptedChat([text]), listener=RecordingListener(writer))
        assert reasoner.ask(NAVIGATION, REQUESTS["navigation"]).reply.reason == "end"
    (kept,) = [event for event in read_trace(tmp_path / "trace").events if isinstance(event, ExchangeEvent)]
    assert kept.answer == text[-MAX_CHARS:]
