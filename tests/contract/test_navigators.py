"""What every navigator keeps to: it begins at the start, ends with STOP, and records itself exactly."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from airanchor.assembly import AGENTS, REFERENCE, Stack
from airanchor.config import load_settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.errors import InputError
from airanchor.flight import Ending, Envelope, Flight, Mission, Navigator, launch
from airanchor.reasoner import PixelConvention
from airanchor.trace import EndEvent, Keep, MissionEvent, StepEvent, StopEvent, TraceWriter, read_trace
from aircity.geometry import Pose
from aircity.world import Action
from tests.airanchor.agent.scripts import FlatImages, NoDetector, RoleChat
from tests.airanchor.baselines.answers import MOVING
from tests.airanchor.memory.scenes import WordEncoder
from tests.contract.box_world import BoxWorld

MISSION = Mission("rise over the boxes", "boxes", Pose.at(0, -100, 12, 20))
SECRET = (Action.MOVE_RIGHT, Action.GO_UP, Action.MOVE_RIGHT, Action.STOP)
each_navigator = pytest.mark.parametrize("name", [*AGENTS, REFERENCE])


def climb(call: int, prompt: Any) -> Any:
    return {"action": "GO_UP" if call % 3 else "STOP", "progress": "higher", "plan": "rise", "reason": ""}


def navigator_of(name: str, chat: RoleChat, reference: Any = SECRET) -> Navigator:
    text = WordEncoder()
    settings = load_settings("paper", sets=("agent.iterations=3", "baselines.actions=40"))
    stack = Stack(settings, text, FlatImages(), SceneReader(text), chat, PixelConvention())
    memory = stack.memory_store(None).memory("boxes")
    return stack.navigator(
        name,
        reasoner=stack.reasoner(),
        detector=NoDetector(),
        memory=memory,
        episode="e7",
        reference=reference,
    )


def fly(name: str, folder: Path, envelope: Envelope | None = None, reference: Any = SECRET) -> Flight:
    navigator = navigator_of(name, RoleChat(action=climb, **MOVING), reference)
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        return launch(navigator, MISSION, BoxWorld(), envelope=envelope, writer=writer)


@each_navigator
def test_it_is_a_navigator_and_says_its_name(name: str) -> None:
    navigator = navigator_of(name, RoleChat(action=climb, **MOVING))
    assert isinstance(navigator, Navigator) and navigator.name == name


@each_navigator
def test_the_recording_tells_of_the_whole_flight(name: str, tmp_path: Path) -> None:
    flight = fly(name, tmp_path / "t")
    events = read_trace(tmp_path / "t").events
    kinds = [type(event) for event in events]
    assert kinds.count(MissionEvent) == kinds.count(StopEvent) == kinds.count(EndEvent) == 1
    assert kinds.index(MissionEvent) < kinds.index(StopEvent) < kinds.index(EndEvent)
    flown = tuple(event.pose for event in events if isinstance(event, StepEvent))
    assert flight.trajectory == (MISSION.start, *flown)
    assert flight.navigator == name and flight.steps > 0


@each_navigator
def test_the_same_flight_is_recorded_byte_by_byte_again(name: str, tmp_path: Path) -> None:
    assert fly(name, tmp_path / "one") == fly(name, tmp_path / "two")
    one, two = ((tmp_path / folder / "events.jsonl").read_bytes() for folder in ("one", "two"))
    assert one == two


@each_navigator
def test_a_time_limit_ends_it_with_stop(name: str, tmp_path: Path) -> None:
    flight = fly(name, tmp_path / "t", Envelope(max_seconds=1e-9))
    assert (flight.ending, flight.steps) == (Ending.TIME, 0)
    assert sum(isinstance(event, StopEvent) for event in read_trace(tmp_path / "t").events) == 1


@each_navigator
def test_refused_steps_are_counted_and_not_flown(name: str, tmp_path: Path) -> None:
    fence = Envelope(max_path_m=1.0)
    flight = fly(name, tmp_path / "t", fence)
    assert flight.refusals > 0
    assert flight.end.position.tolist() == MISSION.start.position.tolist()


@pytest.mark.parametrize("name", AGENTS)
def test_the_truth_reaches_only_the_follower_of_references(name: str, tmp_path: Path) -> None:
    assert {field.name for field in fields(Mission)} == {"instruction", "scene_id", "start"}
    fly(name, tmp_path / "told")
    fly(name, tmp_path / "untold", reference=None)
    told, untold = ((tmp_path / folder / "events.jsonl").read_bytes() for folder in ("told", "untold"))
    assert told == untold


def test_the_follower_does_as_it_is_told(tmp_path: Path) -> None:
    fly(REFERENCE, tmp_path / "t")
    steps = [event for event in read_trace(tmp_path / "t").events if isinstance(event, StepEvent)]
    assert [step.action for step in steps] == [action.name for action in SECRET[:-1]]


def test_without_its_actions_the_follower_cannot_be_had() -> None:
    with pytest.raises(InputError, match="bench run"):
        navigator_of(REFERENCE, RoleChat(), None)
