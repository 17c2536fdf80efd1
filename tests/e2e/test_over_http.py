"""The whole prompted path over a real server: the same flight as in process, answer by answer."""

from pathlib import Path
from typing import Any

from airanchor.assembly import Stack, load_stack
from airanchor.config import load_settings
from airanchor.flight import Mission, launch
from airanchor.reasoner import ChatTransport, Reasoner
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.reasoner.profiles.profile import ModelProfile
from airanchor.reasoner.server.server import serve_chat
from airanchor.trace import AnswerEvent, Keep, StepEvent, TraceWriter, read_trace
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Pose

SCENE = "practice-square"
TEXT = "Turn around and fly to the church. Then climb 10 metres."


def fly(stack: Stack, chat: ChatTransport, folder: Path) -> tuple[list[Any], list[Any]]:
    """The answers of all roles and the steps of one flight."""
    world = CityWorld(open_scene(SCENE))
    with (
        stack.memory_store(None) as store,
        store.episode(SCENE, "one") as episode,
        TraceWriter(folder, keep=Keep.NONE) as writer,
    ):
        navigator = stack.navigator(
            "airanchor",
            reasoner=Reasoner(chat, listener=RecordingListener(writer)),
            detector=stack.detector("embedded"),
            memory=episode.memory,
            episode="one",
        )
        launch(navigator, Mission(TEXT, SCENE, Pose.at(-65, -187, 28, 29)), world, writer=writer)
    events = read_trace(folder).events
    answers = [(event.role, event.reply) for event in events if isinstance(event, AnswerEvent)]
    return answers, [event for event in events if isinstance(event, StepEvent)]


def test_a_flight_over_http_equals_the_flight_in_process(tmp_path: Path) -> None:
    stack = load_stack(load_settings("embedded", sets=["agent.iterations=5"]))
    near = fly(stack, stack.chat, tmp_path / "near")
    with serve_chat(stack.chat) as server:
        profile = ModelProfile(name="wired", base_url=server.base_url, model=stack.chat.name)
        far = fly(stack, OpenAIChat(profile), tmp_path / "far")
    assert near == far
    assert {role for role, _ in near[0]} >= {"decomposition", "anchor_query", "navigation", "reflection"}
    assert near[1]
