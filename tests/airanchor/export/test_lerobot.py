"""Flights as a LeRobotDataset: what is written is what was flown, and reads back as its meta files say."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from airanchor.errors import InputError
from airanchor.export.frames import find_traces, read_actions
from airanchor.export.lerobot import check_lerobot, write_lerobot
from airanchor.flight import Mission, PolicyFlyer, launch
from airanchor.trace import Keep, TraceWriter
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.world import Action

pq = pytest.importorskip("pyarrow.parquet")

SCENE, START = "practice-square", Pose.at(90, 60, 32, 270)
FLOWN = (Action.MOVE_FORWARD, Action.TURN_LEFT, Action.GO_UP, Action.STOP)


@pytest.fixture(scope="module")
def world():
    made = CityWorld(open_scene(SCENE), camera=Camera.from_fov(32, 32))
    yield made
    made.close()


def record(world: CityWorld, folder: Path, text: str = "Go.", /, **facts: object) -> Path:
    actions = iter(FLOWN)
    flyer = PolicyFlyer("mine", lambda view, mission: next(actions))
    with TraceWriter(folder, {"scene": SCENE, **facts}, keep=Keep.NONE) as writer:
        launch(flyer, Mission(text, SCENE, START), world, writer=writer)
    return folder


def test_a_dataset_holds_what_was_flown(world: CityWorld, tmp_path: Path) -> None:
    for name, text in (("a", "Go."), ("b", "Fly."), ("c", "Go.")):
        record(world, tmp_path / "run" / name, text)
    flights = [read_actions(folder) for folder in find_traces((tmp_path / "run",))]
    info = write_lerobot(flights, tmp_path / "set", size_px=32)
    assert (info["total_episodes"], info["total_frames"], info["total_tasks"]) == (3, 12, 2)
    table = pq.read_table(tmp_path / "set/data/chunk-000/episode_000002.parquet")
    assert table["action"].to_pylist() == [int(action) for action in FLOWN]
    assert table["next.done"].to_pylist() == [False, False, False, True]
    assert table["index"].to_pylist() == [8, 9, 10, 11] and set(table["task_index"].to_pylist()) == {0}
    state = np.array(table["observation.state"].to_pylist())
    assert state[0] == pytest.approx([90, 60, 32, START.heading_rad]) and state[3][2] == pytest.approx(34)
    with Image.open(io.BytesIO(table["observation.images.front"][0].as_py()["bytes"])) as picture:
        assert np.array_equal(np.array(picture), world.reset(START).rgb)


def test_meta_files_are_as_the_format_has_them(world: CityWorld, tmp_path: Path) -> None:
    write_lerobot([read_actions(record(world, tmp_path / "t"))], tmp_path / "set", size_px=16)
    meta = tmp_path / "set" / "meta"
    info = json.loads((meta / "info.json").read_text())
    assert info["codebase_version"] == "v2.1" and info["splits"] == {"train": "0:1"}
    assert json.loads((meta / "tasks.jsonl").read_text()) == {"task_index": 0, "task": "Go."}
    assert json.loads((meta / "episodes.jsonl").read_text()) == {
        "episode_index": 0,
        "tasks": ["Go."],
        "length": 4,
    }
    stats = json.loads((meta / "episodes_stats.jsonl").read_text())["stats"]
    assert set(stats) == set(info["features"])
    assert np.shape(stats["observation.images.front"]["mean"]) == (3, 1, 1)
    assert stats["action"]["count"] == [4] and stats["observation.state"]["max"][2] == pytest.approx(34)


def test_a_damaged_dataset_is_noticed(world: CityWorld, tmp_path: Path) -> None:
    write_lerobot([read_actions(record(world, tmp_path / "t"))], tmp_path / "set", size_px=16)
    file = tmp_path / "set/meta/episodes.jsonl"
    file.write_text(file.read_text().replace('"length": 4', '"length": 5'))
    with pytest.raises(InputError, match="meta tells otherwise"):
        check_lerobot(tmp_path / "set")


def test_what_cannot_be_written_is_refused(world: CityWorld, tmp_path: Path) -> None:
    noisy = record(world, tmp_path / "noisy", noise=2)
    with pytest.raises(InputError, match="flown with noise"):
        read_actions(noisy)
    with pytest.raises(InputError, match="no embedded city"):
        read_actions(record(world, tmp_path / "far", world="airsim"))
    with pytest.raises(InputError, match="holds no recording"):
        find_traces((tmp_path / "nowhere",))
    with pytest.raises(InputError, match="is not empty"):
        write_lerobot([], tmp_path)
