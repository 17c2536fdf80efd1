"""AerialVLN's files: frames, missing parts, oddities that are counted, and files that are refused."""

import gzip
import json
import math

import numpy as np
import pytest

from airanchor.bench.episodes import Episode, read_episodes, replay, write_episodes
from airanchor.errors import InputError
from aircity.geometry import Pose
from aircity.world.action import Action

YAW = math.radians(60)


def row(**changes):
    """One published-style episode: up 2 m, ahead 5 m, a right turn, STOP; NED, so up is negative."""
    x, y = 10 + 5 * math.cos(YAW), 20 + 5 * math.sin(YAW)
    plain = {
        "episode_id": "3VE8AYVF8VVTDU3DBYGXREH8IHG8FC",
        "trajectory_id": "T1",
        "scene_id": 2,
        "start_position": [10.0, 20.0, -30.0],
        "start_rotation": [math.cos(YAW / 2), 0.0, 0.0, math.sin(YAW / 2)],
        "instruction": {"instruction_text": "Rise and fly past the church, then turn right."},
        "goals": [{"position": [x, y, -32.0], "radius": 20}],
        "reference_path": [
            [10.0, 20.0, -30.0, 0, 0, YAW],
            [10.0, 20.0, -32.0, 0, 0, YAW],
            [x, y, -32.0, 0, 0, YAW],
            [x, y, -32.0, 0, 0, YAW + math.radians(15)],
        ],
        "actions": [4, 1, 3, 0],
    }
    return {**plain, **changes}


def written(tmp_path, *rows, name="val_seen.json"):
    path = tmp_path / name
    path.write_text(json.dumps({"episodes": list(rows)}), "utf-8")
    return path


def test_positions_are_turned_up_and_the_scalar_comes_first(tmp_path):
    (one,), report = read_episodes(written(tmp_path, row()))
    assert one.start.z_m == 30.0
    assert one.start.heading_rad == pytest.approx(YAW)
    assert one.known_goal()[2] == 32.0
    assert one.known_path()[:, 2].tolist() == [30.0, 32.0, 32.0, 32.0]
    assert (one.scene_id, one.split) == ("2", "val_seen")
    assert report.replayed == 1 and report.oddities == ()


def test_a_file_written_and_read_is_the_same(tmp_path):
    (one,), _ = read_episodes(written(tmp_path, row()))
    for name in ("again.json", "again.json.gz"):
        write_episodes(tmp_path / name, [one])
        (again,), report = read_episodes(tmp_path / name)
        assert report.replayed == 1 and report.oddities == ()
        assert again.instruction == one.instruction and again.actions == one.actions
        np.testing.assert_allclose(again.known_path(), one.known_path(), atol=1e-4)
    text = json.loads((tmp_path / "again.json").read_text("utf-8"))["episodes"][0]
    assert text["scene_id"] == 2 and text["reference_path"][0][2] == -30.0
    assert text["reference_path"][3][5] == pytest.approx(YAW + math.radians(15), abs=1e-5)


def test_a_test_file_has_no_path_goal_or_actions(tmp_path):
    bare = {key: value for key, value in row().items() if key not in ("goals", "reference_path", "actions")}
    (one,), report = read_episodes(written(tmp_path, bare, name="test.json"))
    assert one.goal is None and one.reference_path is None and one.actions is None
    assert {odd.what for odd in report.oddities} == {"no goal", "no reference path", "no actions"}
    with pytest.raises(InputError, match="no goal"):
        one.known_goal()
    with pytest.raises(InputError, match="no reference path"):
        one.known_path()


def test_stopping_at_once_is_an_episode(tmp_path):
    first = row()["reference_path"][0]
    still = row(reference_path=[first], actions=[0], goals=[{"position": first[:3]}])
    (one,), report = read_episodes(written(tmp_path, still))
    assert one.known_path().shape == (1, 3) and report.replayed == 1
    assert [odd.what for odd in report.oddities] == ["reference path of one row"]


def test_a_text_about_something_else_is_cut_and_flagged(tmp_path):
    long = {"instruction_text": "lorem ipsum " * 6000}
    rows = [row(episode_id=f"E{k}", trajectory_id=f"T{k}", instruction=long) for k in range(2)]
    found, report = read_episodes(written(tmp_path, *rows))
    assert all(len(one.instruction) == 4000 for one in found)
    told = {odd.what: odd.count for odd in report.oddities}
    assert told["same instruction on several paths"] == 2
    assert told["instruction of more than 300 words"] == 2
    assert told["instruction cut at 4000 characters"] == 2


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"actions": [4, 1, 2, 0]}, None),
        ({"actions": [5, 1, 3, 0]}, "actions lead off the reference path"),
        ({"actions": [4, 1, 0]}, "actions and reference path differ in length"),
        ({"actions": [4, 1, 3]}, "actions do not end with STOP"),
        ({"start_position": [11.0, 20.0, -30.0]}, "start is not the first row of the path"),
        ({"start_rotation": [1.0, 0.0, 0.0, 0.0]}, "start rotation and the first row's yaw differ"),
        ({"start_rotation": [2.0, 0.0, 0.0, 0.0]}, "start rotation is not a unit quaternion"),
        ({"goals": [{"position": [0, 0, 0]}]}, "goal is not the last row of the path"),
    ],
)
def test_what_does_not_fit_is_counted(tmp_path, changes, what):
    _, report = read_episodes(written(tmp_path, row(**changes)))
    assert (what in [odd.what for odd in report.oddities]) if what else report.oddities == ()


def test_the_same_id_twice_is_counted(tmp_path):
    _, report = read_episodes(written(tmp_path, row(), row()))
    assert "episode id given twice" in [odd.what for odd in report.oddities]


@pytest.mark.parametrize(
    "changes",
    [
        {"start_position": [1.0, 2.0]},
        {"start_position": [1.0, 2.0, "high"]},
        {"start_rotation": [0.0, 0.0, 0.0, 0.0]},
        {"actions": [9]},
        {"instruction": {"instruction_text": "   "}},
        {"reference_path": [[1, 2, 3]]},
        {"goals": [{"position": [1e300, 0, 0]}]},
    ],
)
def test_a_broken_episode_is_dropped_and_the_others_are_kept(tmp_path, changes):
    found, report = read_episodes(written(tmp_path, row(), row(**changes)))
    assert len(found) == 1 and report.dropped == 1
    with pytest.raises(InputError, match="no usable episode"):
        read_episodes(written(tmp_path, row(**changes)))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"episodes": 3}', "[" * 100_000, '{"episodes": []}'])
def test_what_is_not_a_file_of_episodes_is_refused(tmp_path, text):
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError):
        read_episodes(path)


def test_nan_and_cut_archives_are_refused(tmp_path):
    path = written(tmp_path, row())
    path.write_text(path.read_text("utf-8").replace("-30.0", "NaN"), "utf-8")
    with pytest.raises(InputError):
        read_episodes(path)
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress(b'{"episodes": []}')[:-9])
    with pytest.raises(InputError):
        read_episodes(cut)
    with pytest.raises(InputError, match="no episode file"):
        read_episodes(tmp_path / "absent.json")


def test_replay_ends_at_stop():
    poses = replay(Pose(0, 0, 10), [Action.MOVE_FORWARD, Action.STOP, Action.GO_UP])
    assert [pose.x_m for pose in poses] == [0, 5]


def test_a_mission_shows_neither_goal_nor_path(tmp_path):
    (one,), _ = read_episodes(written(tmp_path, row()))
    assert isinstance(one, Episode)
    assert set(one.mission.__slots__) == {"instruction", "scene_id", "start"}
