"""What every method that asks a model keeps to: budgets, nonsense that ends nothing, and what it may read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.assembly import Stack
from airanchor.baselines.methods import METHODS
from airanchor.config import load_settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.flight import Ending, Flight, Mission, launch
from airanchor.reasoner import PixelConvention
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.trace import EndEvent, Keep, TraceWriter, read_trace
from aircity.geometry import Pose
from aircity.world import Observation
from aircity.world.wrapper import WorldWrapper
from tests.airanchor.agent.scripts import FlatImages, NoDetector, RoleChat
from tests.airanchor.baselines.answers import MOVING
from tests.airanchor.memory.scenes import WordEncoder
from tests.contract.box_world import BoxWorld
from tests.hostile.replies import hostile_text

MISSION = Mission(
    "Fly to the red box. Then turn left and stop at the tall tower.", "boxes", Pose.at(0, -100, 12, 20)
)
ODD = Mission(MISSION.instruction, "boxes", Pose.at(3.7, -101.3, 12, 20))
"""At a place whose numbers nothing else has."""
SHOWN = {
    "finecog": {"finecog_perception"},
    "mapgpt": {"mapgpt_place"},
    "navgpt": {"navgpt_caption"},
    "pivot": {"pivot_arrows"},
    "spf": {"spf_point"},
    "typefly": {"typefly_scene"},
}
"""The roles that are shown pictures; all others are told words alone."""
LOOKS_AROUND = {"mapgpt", "navgpt"}
each_method = pytest.mark.parametrize("name", sorted(METHODS))


def family(name: str) -> str:
    return name.split("-")[0]


def budget(name: str, calls: int, actions: int) -> tuple[str, ...]:
    return (f"baselines.{family(name)}.calls={calls}", f"baselines.{family(name)}.actions={actions}")


class SpyWorld(WorldWrapper):
    """Keeps every picture that was seen, and which looks were taken."""

    def __init__(self) -> None:
        super().__init__(BoxWorld())
        self.seen: list[bytes] = []
        self.looks: set[str] = set()

    def _kept(self, view: Observation) -> Observation:
        self.seen.append(view.rgb.tobytes())
        return view

    def reset(self, start: Pose) -> Observation:
        return self._kept(super().reset(start))

    def observe(self) -> Observation:
        self.looks.add("ahead")
        return self._kept(super().observe())

    def look_up(self) -> Observation:
        self.looks.add("up")
        return super().look_up()

    def look_down(self) -> Observation:
        self.looks.add("down")
        return super().look_down()

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        self.looks.add("around")
        return tuple(map(self._kept, super().panorama(yaw_offsets_rad)))


def fly(
    name: str, chat: Any, folder: Path, *sets: str, world: Any = None, mission: Mission = MISSION
) -> Flight:
    text = WordEncoder()
    stack = Stack(
        load_settings("paper", sets=sets), text, FlatImages(), SceneReader(text), chat, PixelConvention()
    )
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        navigator = stack.navigator(
            name,
            reasoner=stack.reasoner(RecordingListener(writer)),
            detector=NoDetector(),
            memory=stack.memory_store(None).memory("boxes"),
            episode="e7",
        )
        return launch(navigator, mission, world or BoxWorld(), writer=writer)


@each_method
@pytest.mark.parametrize("seed", range(3))
def test_nonsense_never_crashes_it_and_never_stops_it(name: str, seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    roles = {role: (lambda call, prompt: hostile_text({"no": "sense"}, rng)) for role in MOVING}
    flight = fly(name, RoleChat(**roles), tmp_path / "t", *budget(name, 12, 60))
    assert flight.ending is Ending.ITERATIONS
    assert sum(use.fallbacks for use in flight.usage) > 0
    assert isinstance(read_trace(tmp_path / "t").events[-1], EndEvent)


@each_method
def test_questions_and_actions_are_granted_and_no_more(name: str, tmp_path: Path) -> None:
    chat, sets = RoleChat(**MOVING), budget(name, 7, 400)
    fly(name, chat, tmp_path / "calls", *sets)
    granted = METHODS[name].budget(load_settings("paper", sets=sets).baselines)
    assert 0 < len(chat.prompts) <= granted.calls <= 21  # a variant of several runs is granted as many more
    flight = fly(name, RoleChat(**MOVING), tmp_path / "actions", *budget(name, 90, 5))
    assert flight.steps <= 5


@each_method
def test_only_the_roles_that_may_see_are_shown_pictures_and_only_what_the_drone_saw(
    name: str, tmp_path: Path
) -> None:
    world, chat = SpyWorld(), RoleChat(**MOVING)
    fly(name, chat, tmp_path / "t", *budget(name, 16, 80), world=world)
    shown = {prompt.role for prompt in chat.prompts if prompt.images}
    assert shown <= SHOWN[family(name)]
    assert ("around" in world.looks) is (family(name) in LOOKS_AROUND)
    if family(name) == "pivot":  # arrows are drawn on a copy
        return
    for prompt in chat.prompts:
        assert all(picture.tobytes() in world.seen for picture in prompt.images)


@each_method
def test_no_question_tells_where_in_the_world_the_drone_is(name: str, tmp_path: Path) -> None:
    chat = RoleChat(**MOVING)
    flight = fly(name, chat, tmp_path / "t", *budget(name, 16, 80), mission=ODD)
    told = " ".join(message.text for request in chat.requests for message in request.messages)
    assert ODD.scene_id not in told.split()
    for pose in flight.trajectory:
        assert f"{pose.x_m:.1f}" not in told and f"{pose.y_m:.1f}" not in told
