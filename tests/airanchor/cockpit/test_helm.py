"""The helm: who waits for whom, and what a navigator gets back that was relieved in the middle of a step."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from airanchor.cockpit.hand import HandPilot
from airanchor.cockpit.helm import Helm
from airanchor.cockpit.helm_world import FilmedWorld, HelmWorld, lift_with
from airanchor.flight import Envelope, Mission, NullRecorder
from airanchor.trace import Keep, StepEvent, TraceWriter, read_trace
from aircity.city.city import City, rendered
from aircity.geometry import Pose
from aircity.world import Action, Obstacle
from tests.contract.small_city import START, small_city


@pytest.fixture(scope="module")
def city() -> Iterator[City]:
    with rendered(small_city()) as opened:
        yield opened


def test_a_helm_that_nobody_touches_lets_everything_pass(city: City) -> None:
    flown: list[tuple[Pose, Pose]] = []
    world = HelmWorld(city.world(32), Helm(), lambda before, after: flown.append((before, after)), print)
    world.reset(START)
    result = world.step(Action.GO_UP)
    assert result.moved and flown[-1] == (START, result.pose)


def test_a_relieved_step_comes_back_unflown_at_the_new_place(city: City) -> None:
    helm, notes = Helm(), []
    world = HelmWorld(city.world(32), helm, lambda before, after: None, notes.append)
    world.reset(START)
    helm.take_over()
    results = []
    flying = threading.Thread(target=lambda: results.append(world.step(Action.MOVE_FORWARD)))
    flying.start()
    helm.press(Action.GO_UP)
    while not helm.was_by_hand:
        time.sleep(0.01)
    helm.give_back()
    flying.join(10)
    (result,) = results
    assert (result.moved, result.blocked_by) == (False, Obstacle.ENVELOPE)
    assert result.pose.z_m == pytest.approx(START.z_m + 2.0) and result.pose.x_m == START.x_m
    assert notes == ["a person flew by hand: 1 step"]
    assert world.observe().pose == result.pose


def test_break_off_ends_every_wait_and_stop_still_gets_through(city: City) -> None:
    helm = Helm()
    world = HelmWorld(city.world(32), helm, lambda before, after: None, print)
    world.reset(START)
    helm.pause()
    threading.Timer(0.05, helm.break_off, ["enough"]).start()
    with pytest.raises(KeyboardInterrupt, match="enough"):
        world.step(Action.MOVE_FORWARD)
    with pytest.raises(KeyboardInterrupt):
        helm.sleep(10.0)
    assert world.step(Action.STOP).stopped
    helm.begin()
    world.reset(START)
    assert world.step(Action.GO_UP).moved


def test_time_stands_still_while_the_flight_is_held() -> None:
    helm = Helm()
    before = helm.clock()
    helm.pause()
    time.sleep(0.2)
    helm.resume()
    assert helm.clock() - before < 0.1


def test_only_the_newest_key_waits_and_none_without_hands() -> None:
    helm = Helm()
    helm.press(Action.GO_UP)
    assert helm.next_action() is None
    helm.take_over()
    for action in (Action.GO_UP, Action.GO_DOWN, Action.TURN_LEFT):
        helm.press(action)
    assert helm.next_action() is Action.TURN_LEFT
    helm.give_back()
    assert helm.next_action() is None


def test_a_hand_flies_until_it_gives_back(city: City) -> None:
    helm = Helm()
    helm.begin(by_hand=True, first=Action.GO_UP)
    threading.Timer(0.2, helm.give_back).start()
    world = FilmedWorld(city.world(32), lambda before, after: None)
    flight = HandPilot(helm).fly(Mission("by hand", "small-city", START), world, NullRecorder())
    assert flight.ending.value == "stopped" and flight.path_length_m == pytest.approx(2.0)


def test_a_hand_stays_inside_the_safety_envelope_and_is_recorded(city: City, tmp_path: Path) -> None:
    helm = Helm()
    helm.begin(by_hand=True, first=Action.GO_UP)
    threading.Timer(0.2, helm.give_back).start()
    envelope = Envelope(max_altitude_m=START.z_m + 1.0)
    mission = Mission("by hand", "small-city", START)
    with TraceWriter(tmp_path / "trace", keep=Keep.NONE) as writer:
        lift = lift_with(helm, lambda before, after: None)
        flight = lift(HandPilot(helm), mission, city.world(32), envelope=envelope, writer=writer)
    assert flight.refusals == 1 and flight.end == START
    steps = [event for event in read_trace(tmp_path / "trace").events if isinstance(event, StepEvent)]
    assert [(step.action, step.blocked_by) for step in steps] == [("GO_UP", "envelope")]
