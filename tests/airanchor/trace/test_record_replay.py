"""A recorded flight is served again byte for byte, and nothing that was not recorded is made up."""

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from airanchor.errors import InputError, SimulatorError, TraceError
from airanchor.trace import NoteEvent, StepEvent, StopEvent, TraceWriter, ViewDirection, ViewEvent, read_trace
from airanchor.trace.recording_world import RecordingWorld
from airanchor.trace.replay_world import ReplayWorld
from aircity.geometry import Pose
from aircity.world import Action, Observation, Obstacle, Simulator, StepResult, advance
from aircity.wrappers.noise import DepthNoise
from tests.contract.box_world import START, BoxWorld
from tests.folders import ROOT

NEAR_WALL = Pose.at(5, 0, 12, 0)


def fly(world: Simulator) -> list[Observation | StepResult]:
    """A short flight with a blocked step, up and down views and a panorama."""
    seen: list[Observation | StepResult] = [world.reset(START)]
    seen += [world.observe(), world.look_up(), world.look_down(), *world.panorama([0.0, 0.5, -0.5])]
    for action in (Action.TURN_RIGHT, Action.GO_UP, Action.MOVE_LEFT):
        seen += [world.step(action), world.observe()]
    seen += [world.step(Action.STOP), world.reset(NEAR_WALL), world.step(Action.MOVE_FORWARD)]
    return [*seen, world.observe(), world.step(Action.STOP)]


def as_bytes(seen: list[Observation | StepResult]) -> list[object]:
    return [
        (item.rgb.tobytes(), item.depth_m.tobytes(), item.pose, item.camera)
        if isinstance(item, Observation)
        else item
        for item in seen
    ]


def record(folder: Path, flight: Callable[[Simulator], object] = fly, world: Simulator | None = None) -> Path:
    with TraceWriter(folder, {"seed": 1}) as writer:
        flight(RecordingWorld(world or BoxWorld(), writer))
    return folder


def test_recording_changes_nothing(tmp_path: Path) -> None:
    with TraceWriter(tmp_path) as writer:
        assert as_bytes(fly(RecordingWorld(BoxWorld(), writer))) == as_bytes(fly(BoxWorld()))


def test_equal_flights_give_equal_events(tmp_path: Path) -> None:
    first, second = record(tmp_path / "a"), record(tmp_path / "b")
    assert (first / "events.jsonl").read_bytes() == (second / "events.jsonl").read_bytes()


def test_everything_is_recorded(tmp_path: Path) -> None:
    trace = read_trace(record(tmp_path))
    views = [event for event in trace.events if isinstance(event, ViewEvent)]
    assert [view.view for view in views[:7]] == [
        ViewDirection.FORWARD,
        ViewDirection.FORWARD,
        ViewDirection.UP,
        ViewDirection.DOWN,
        *[ViewDirection.PANORAMA] * 3,
    ]
    assert sum(isinstance(event, StopEvent) for event in trace.events) == 2
    rendered = BoxWorld().render(START, BoxWorld().camera)
    assert trace.rgb(views[0].rgb).tobytes() == rendered.rgb.tobytes()
    assert trace.depth_m(views[0].depth).tobytes() == rendered.depth_m.tobytes()


def test_refused_calls_are_not_recorded(tmp_path: Path) -> None:
    with TraceWriter(tmp_path) as writer:
        world = RecordingWorld(BoxWorld(), writer)
        with pytest.raises(SimulatorError):
            world.reset(Pose.at(15, 0, 12))
    assert [event.kind for event in read_trace(tmp_path).events] == ["header", "scene"]


def test_replay_serves_the_flight_again(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    assert world.scene_id == "boxes"
    assert as_bytes(fly(world)) == as_bytes(fly(BoxWorld()))
    assert as_bytes(fly(world)) == as_bytes(fly(BoxWorld()))


def test_replay_of_a_noisy_world_repeats_its_noise_in_order(tmp_path: Path) -> None:
    def look_twice(world: Simulator) -> list[Observation | StepResult]:
        return [world.reset(START), world.observe(), world.observe()]

    noisy = DepthNoise(BoxWorld(), seed=5)
    expected = as_bytes(look_twice(noisy))
    assert expected[0] != expected[1] != expected[2]
    world = ReplayWorld(record(tmp_path, look_twice, noisy))
    assert as_bytes(look_twice(world)) == expected
    assert as_bytes([world.observe()]) == expected[2:]


def test_blocked_steps_come_back(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    world.reset(NEAR_WALL)
    result = world.step(Action.MOVE_FORWARD)
    assert (result.moved, result.collided, result.blocked_by) == (False, True, Obstacle.OBJECT)


def test_action_that_was_not_flown_is_refused_with_what_was(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    world.reset(START)
    with pytest.raises(SimulatorError, match=r"GO_DOWN was not recorded here.*has TURN_RIGHT"):
        world.step(Action.GO_DOWN)
    assert world.step(Action.TURN_RIGHT).moved


def test_view_that_was_not_taken_is_refused_with_what_was(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    world.reset(START)
    world.step(Action.TURN_RIGHT)
    with pytest.raises(SimulatorError, match=r"view down was not recorded.*has forward"):
        world.look_down()
    with pytest.raises(SimulatorError, match=r"panorama at \+90.0°"):
        world.panorama([math.pi / 2])


def test_view_is_found_at_the_same_pose_at_another_time(tmp_path: Path) -> None:
    def there_and_back(world: Simulator) -> None:
        world.reset(START)
        world.look_down()
        world.panorama([0.0, math.radians(15)])
        world.step(Action.TURN_RIGHT)
        world.step(Action.TURN_LEFT)

    world = ReplayWorld(record(tmp_path, there_and_back))
    down = as_bytes([world.reset(START), world.look_down()])[1]
    world.step(Action.TURN_RIGHT)
    turned = world.observe()
    assert as_bytes([turned])[0] == as_bytes([BoxWorld().render(turned.pose, turned.camera)])[0]
    world.step(Action.TURN_LEFT)
    assert as_bytes([world.look_down()])[0] == down


def test_flights_from_one_start_are_told_apart_by_their_actions(tmp_path: Path) -> None:
    def two_flights(world: Simulator) -> None:
        for action in (Action.GO_UP, Action.MOVE_RIGHT):
            world.reset(START)
            world.step(action)
            world.observe()

    world = ReplayWorld(record(tmp_path, two_flights))
    world.reset(START)
    assert world.step(Action.MOVE_RIGHT).moved
    world.reset(START)
    with pytest.raises(SimulatorError, match="GO_UP or MOVE_RIGHT"):
        world.step(Action.GO_DOWN)


def test_flights_with_one_action_and_two_outcomes_are_not_mixed(tmp_path: Path) -> None:
    def outcome(pose: Pose, moved: bool) -> StepEvent:
        return StepEvent(action="GO_UP", pose=pose, moved=moved, collided=not moved)

    def stopped(pose: Pose) -> StopEvent:
        return StopEvent(action="STOP", pose=pose, moved=False, collided=False)

    up = advance(START, Action.GO_UP)
    with TraceWriter(tmp_path) as writer:
        world: Simulator = RecordingWorld(BoxWorld(), writer)
        for _ in range(2):
            world.reset(START)
            writer.write(outcome(START, moved=False))
        world.reset(START)
        writer.write(outcome(up, moved=True))
        writer.write(stopped(up))
    world = ReplayWorld(tmp_path)
    for _ in range(2):
        world.reset(START)
        assert not world.step(Action.GO_UP).moved
        with pytest.raises(SimulatorError, match="the recording has its end"):
            world.step(Action.STOP)
    world.reset(START)
    assert world.step(Action.GO_UP).pose == up
    assert world.step(Action.STOP).pose == up


def test_end_of_a_cut_off_flight_is_said(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path, lambda inner: inner.reset(START)))
    world.reset(START)
    with pytest.raises(SimulatorError, match="the recording has its end"):
        world.step(Action.GO_UP)


def test_unknown_start_lists_the_recorded_ones(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    with pytest.raises(SimulatorError, match=r"recorded starts: \(0, 0, 12\) m heading 20"):
        world.reset(Pose.at(1, 2, 3))
    with pytest.raises(SimulatorError, match="call reset"):
        world.observe()


def test_replay_keeps_stop_and_bad_actions(tmp_path: Path) -> None:
    world = ReplayWorld(record(tmp_path))
    world.reset(NEAR_WALL)
    with pytest.raises(InputError, match="valid are 0 STOP"):
        world.step(9)  # type: ignore[arg-type]
    world.step(Action.MOVE_FORWARD)
    assert world.step(Action.STOP).stopped
    with pytest.raises(SimulatorError, match="after STOP"):
        world.step(Action.GO_UP)


def test_killed_flight_can_be_replayed_to_where_it_was_cut(tmp_path: Path) -> None:
    script = (
        "import sys; from aircity.world import Action\n"
        "from airanchor.trace.recording_world import RecordingWorld\n"
        "from airanchor.trace import TraceWriter; from tests.contract.box_world import START, BoxWorld\n"
        "world = RecordingWorld(BoxWorld(), TraceWriter(sys.argv[1])); world.reset(START)\n"
        "while True:\n"
        "    world.step(Action.TURN_RIGHT); world.observe(); print('.', flush=True)\n"
    )
    root = ROOT
    command = [sys.executable, "-c", script, str(tmp_path / "killed")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as flying:
        assert flying.stdout is not None
        steps = sum(bool(flying.stdout.readline()) for _ in range(5))
        os.kill(flying.pid, signal.SIGKILL)
        assert flying.wait() == -signal.SIGKILL
    live, again = BoxWorld(), ReplayWorld(tmp_path / "killed")
    assert as_bytes([again.reset(START)]) == as_bytes([live.reset(START)])
    for _ in range(steps):
        assert again.step(Action.TURN_RIGHT) == live.step(Action.TURN_RIGHT)
        assert as_bytes([again.observe()]) == as_bytes([live.observe()])


def test_trace_without_a_world_is_no_world(tmp_path: Path) -> None:
    with TraceWriter(tmp_path) as writer:
        writer.write(NoteEvent(text="only a note"))
    with pytest.raises(TraceError, match="names no scene"):
        ReplayWorld(tmp_path)
