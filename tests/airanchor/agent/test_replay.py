"""A recorded flight flies again from its recording alone: no city, no model, the same events byte by byte."""

from pathlib import Path

from airanchor.agent import AgentConfig
from airanchor.agent.build import build_parts
from airanchor.agent.loop import AirAnchor
from airanchor.agent.observer import Eyes
from airanchor.anchors import AnchorConfig
from airanchor.flight import Envelope, Mission, launch
from airanchor.memory import MemoryConfig, Sokb
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ChatTransport, Reasoner
from airanchor.reasoner.exchanges import RecordingListener, ReplayChat
from airanchor.trace import TraceWriter, read_trace
from airanchor.trace.replay_world import ReplayWorld
from aircity.geometry import Pose
from aircity.world import Simulator
from tests.airanchor.agent.scripts import BACK, CLIMB, FORWARD, LOOK, FlatImages, RoleChat, decided, subtask
from tests.airanchor.memory.scenes import WordEncoder
from tests.airanchor.perception.fakes import RedDetector
from tests.contract.box_world import BoxWorld

CHOICES = (LOOK, FORWARD, CLIMB, BACK, FORWARD, CLIMB)
OBJECT = {"type": "object", "category": "box", "attributes": ["red"]}
DIRECTIONS = [{"type": "direction", "pixel": [column, 40]} for column in (40, 60)]
ASKS = {"anchors": [OBJECT, *DIRECTIONS]}


def fly(world: Simulator, chat: ChatTransport, folder: Path, envelope: Envelope | None = None) -> bytes:
    memory = Sokb(WordEncoder(), MemoryConfig())
    eyes = Eyes(RedDetector(), FlatImages(), AnchorConfig())
    with TraceWriter(folder, {"seed": 1}) as writer:
        reasoner = Reasoner(chat, listener=RecordingListener(writer))
        parts = build_parts(reasoner, eyes, memory, planning=PlanningConfig())
        agent = AirAnchor(parts, AgentConfig(iterations=len(CHOICES)))
        mission = Mission("over the boxes", "boxes", Pose.at(-20, 0, 12, 0))
        launch(agent, mission, world, envelope=envelope, writer=writer)
    return (folder / "events.jsonl").read_bytes()


def test_a_recording_stands_in_for_the_city_and_the_model(tmp_path: Path) -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(subgoals=4, landmarks=["box"])]},
        anchor_query=lambda call, prompt: "not JSON" if call == 2 else ASKS,
        navigation=lambda call, prompt: decided(CHOICES[call - 1]),
    )
    first = fly(BoxWorld(), chat, tmp_path / "first", Envelope(max_altitude_m=15))
    recorded = read_trace(tmp_path / "first")
    # the recording holds what the envelope refused, so it is not fenced again
    again = fly(ReplayWorld(tmp_path / "first"), ReplayChat(recorded), tmp_path / "again")
    assert again == first
    assert b'"kind":"exchange"' in first and b'"envelope"' in first
