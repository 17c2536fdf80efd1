"""The action contract: ids, steps, and long AerialVLN action lists that end where arithmetic says."""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.errors import InputError
from aircity.geometry import Pose, ned_from_pose, relate, wrap
from aircity.world import Action, StepSizes, advance

START = Pose.at(12.5, -340.25, 37.0, 40.0)
actions = st.sampled_from(Action)


def fly(start: Pose, flown: Sequence[Action]) -> Pose:
    pose = start
    for action in flown:
        pose = advance(pose, action)
    return pose


def closed_form(start: Pose, flown: Sequence[Action]) -> tuple[np.ndarray, float]:
    """Position and heading from whole turns and whole steps only; nothing is accumulated but integers."""
    steps = np.zeros((24, 2), dtype=int)  # forward and right steps per heading of 15 degrees
    turns = ups = 0
    for action in flown:
        turns += (action == Action.TURN_RIGHT) - (action == Action.TURN_LEFT)
        ups += (action == Action.GO_UP) - (action == Action.GO_DOWN)
        steps[turns % 24] += (
            int(action == Action.MOVE_FORWARD),
            (action == Action.MOVE_RIGHT) - (action == Action.MOVE_LEFT),
        )
    headings = start.heading_rad + np.radians(15.0 * np.arange(24))
    ahead = np.stack([np.cos(headings), np.sin(headings)], axis=-1)
    right = np.stack([-np.sin(headings), np.cos(headings)], axis=-1)
    xy = 5.0 * (steps[:, :1] * ahead + steps[:, 1:] * right).sum(axis=0)
    return start.position + np.append(xy, 2.0 * ups), start.heading_rad + math.radians(15 * (turns % 24))


def test_there_are_exactly_the_eight_actions_of_aerialvln() -> None:
    names = ["STOP", "MOVE_FORWARD", "TURN_LEFT", "TURN_RIGHT", "GO_UP", "GO_DOWN", "MOVE_LEFT", "MOVE_RIGHT"]
    assert [(action.value, action.name) for action in Action] == list(enumerate(names))


def test_the_default_steps_are_aerialvlns() -> None:
    assert dataclasses.astuple(StepSizes()) == (5.0, 5.0, 2.0, math.radians(15))


@pytest.mark.parametrize("seed", range(5))
def test_long_flights_do_not_drift(seed: int) -> None:
    flown = [Action(k) for k in np.random.default_rng(seed).integers(0, 8, size=5000)]
    position, heading_rad = closed_form(START, flown)
    reached = fly(START, flown)
    assert reached.position == pytest.approx(position, abs=1e-9, rel=0)
    assert wrap(reached.heading_rad - heading_rad) == pytest.approx(0, abs=1e-9)


@given(st.lists(actions, max_size=60))
def test_the_heading_stays_wrapped_and_only_turns_change_it(flown: list[Action]) -> None:
    pose = START
    for action in flown:
        after = advance(pose, action)
        assert -math.pi <= after.heading_rad < math.pi
        turned = action in (Action.TURN_LEFT, Action.TURN_RIGHT)
        assert (after.heading_rad != pose.heading_rad) == turned
        assert (after.position.tolist() == pose.position.tolist()) == (turned or action == Action.STOP)
        pose = after


@pytest.mark.parametrize("action", [Action.TURN_LEFT, Action.TURN_RIGHT])
def test_the_heading_stays_wrapped_through_whole_turns(action: Action) -> None:
    pose = START
    for _ in range(100):
        pose = advance(pose, action)
        assert -math.pi <= pose.heading_rad < math.pi


@pytest.mark.parametrize(
    ("action", "undone_by"),
    [
        (Action.TURN_LEFT, [Action.TURN_RIGHT]),
        (Action.GO_UP, [Action.GO_DOWN]),
        (Action.MOVE_LEFT, [Action.MOVE_RIGHT]),
        (Action.MOVE_FORWARD, [Action.TURN_LEFT] * 12 + [Action.MOVE_FORWARD] + [Action.TURN_RIGHT] * 12),
        (Action.TURN_RIGHT, [Action.TURN_RIGHT] * 23),
    ],
)
@given(heading_deg=st.floats(-180, 180))
def test_every_move_can_be_undone(action: Action, undone_by: list[Action], heading_deg: float) -> None:
    start = Pose.at(1, 2, 30, heading_deg)
    back = fly(start, [action, *undone_by])
    assert back.position == pytest.approx(start.position, abs=1e-9)
    assert wrap(back.heading_rad - start.heading_rad) == pytest.approx(0, abs=1e-9)


def test_each_step_goes_where_its_name_says() -> None:
    def seen_from_start(action: Action) -> tuple[float, float, float]:
        cue = relate(START, advance(START, action).position)
        return round(cue.bearing_deg, 6), round(cue.dz_m, 6), round(cue.d_xy_m, 6)

    assert seen_from_start(Action.MOVE_FORWARD) == (0, 0, 5)
    assert seen_from_start(Action.MOVE_RIGHT) == (90, 0, 5)
    assert seen_from_start(Action.MOVE_LEFT) == (-90, 0, 5)
    assert seen_from_start(Action.GO_UP) == (0, 2, 0)
    assert seen_from_start(Action.GO_DOWN) == (0, -2, 0)


def test_going_up_lowers_z_in_aerialvlns_own_frame() -> None:
    (_, _, before), _ = ned_from_pose(START)
    (_, _, after), _ = ned_from_pose(advance(START, Action.GO_UP))
    assert after - before == pytest.approx(-2)


def test_other_step_sizes_are_kept() -> None:
    sizes = StepSizes(forward_m=1.0, lateral_m=2.0, vertical_m=3.0, turn_rad=0.5)
    start = Pose(0, 0, 0)
    assert advance(start, Action.MOVE_FORWARD, sizes) == Pose(1, 0, 0)
    assert advance(start, Action.MOVE_RIGHT, sizes).y_m == 2
    assert advance(start, Action.GO_UP, sizes) == Pose(0, 0, 3)
    assert advance(start, Action.TURN_LEFT, sizes).heading_rad == -0.5


@pytest.mark.parametrize("value", [4, "GO_UP", " go_up ", Action.GO_UP, np.int64(4)])
def test_actions_are_read_from_ids_and_names(value: object) -> None:
    assert Action.parse(value) is Action.GO_UP


@pytest.mark.parametrize("value", [8, -1, "FLY", "", None, 1.0, True, np.array([1, 2])])
def test_an_unknown_action_names_the_eight(value: object) -> None:
    with pytest.raises(InputError, match=r"0 STOP.*7 MOVE_RIGHT"):
        Action.parse(value)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(StepSizes)])
@pytest.mark.parametrize("value", [0.0, -5.0, math.nan, math.inf])
def test_nonsense_step_sizes_are_rejected_by_name(field: str, value: float) -> None:
    with pytest.raises(InputError, match=field):
        dataclasses.replace(StepSizes(), **{field: value})
