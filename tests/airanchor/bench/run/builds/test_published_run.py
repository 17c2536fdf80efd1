"""A run over two scenes in builds: started, flown, broken off, taken up again, and nothing left behind."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from airanchor.bench.diagnosis.run import diagnose_row
from airanchor.bench.results import RunFolder
from airanchor.bench.run import Piece, RunOrder, fly_run, prepare_run, read_record
from airanchor.bench.run.progress import progress_file
from airanchor.bench.run.worlds.airsim import answers
from airanchor.bench.run.worlds.builds.folder import open_folder
from airanchor.bench.run.worlds.builds.process import CAN_START, start_build
from airanchor.bench.run.worlds.builds.settings_file import Rig
from airanchor.errors import InputError
from airanchor.trace import read_trace
from aircity.geometry import Camera
from tests.airanchor.bench.run.builds.stand_ins import (
    DIES,
    HANGS,
    add_build,
    dying_once,
    meeting,
    ports_of,
    serving,
    started_from,
    wait_for,
)
from tests.airanchor.bench.run.town import TOWNS, files_of, town_episodes, write_towns

PATIENCE_S = 300.0
SCENES = ("2", "14")
ROW = "random"

pytestmark = [
    pytest.mark.skipif(not CAN_START, reason="builds are started on POSIX systems only"),
    pytest.mark.xdist_group("bench-run"),
]


@dataclass(frozen=True)
class Site:
    """Annotation files and builds, unpacked as AerialVLN publishes them."""

    data: Path
    builds: Path

    def words(self, out: Path, *more: str) -> list[str]:
        """The run as a person types it."""
        return [
            *(sys.executable, "-m", "airanchor", "bench", "run", "--agent", ROW, "--out", str(out)),
            *("--split", "aerialvln-s:val_seen", "--data", str(self.data)),
            *("--world", "airsim", "--builds", str(self.builds), "--json", *more),
        ]

    def fly(self, out: Path, *more: str) -> "subprocess.CompletedProcess[str]":
        """Fly it to its end."""
        return subprocess.run(self.words(out, *more), capture_output=True, text=True, timeout=PATIENCE_S)

    def with_builds(self, builds: Path, *programs: str) -> "Site":
        """The same data with other builds of the two scenes."""
        for scene, program in zip(SCENES, programs, strict=True):
            add_build(builds, scene, program)
        (builds / "builds.toml").write_text("warm_up_s = 0\nstop_s = 3\n")
        return Site(self.data, builds)


@pytest.fixture(scope="module")
def site(towns: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Three short episodes in each of two scenes, whose builds show our towns."""
    root = tmp_path_factory.mktemp("aerialvln")
    ids = dict(zip(TOWNS, SCENES, strict=True))
    episodes = [replace(one, scene_id=ids[one.scene_id]) for one in town_episodes()]
    (root / "data" / "aerialvln-s").mkdir(parents=True)
    write_towns(root / "data" / "aerialvln-s" / "val_seen.json", episodes)
    return Site(root / "data", root).with_builds(root / "ENVs", *map(serving, TOWNS))


@pytest.fixture(scope="module")
def finished(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That run, flown without a break."""
    out = tmp_path_factory.mktemp("finished") / "run"
    ended = site.fly(out)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["world"] == "airsim"
    return out


@pytest.fixture(autouse=True)
def nothing_left(site: Site, tmp_path: Path) -> Iterator[None]:
    """After every test: no build runs."""
    yield
    for folder in (site.builds, tmp_path):
        wait_for(lambda at=folder: not started_from(at))


def test_a_run_flies_scene_by_scene_and_names_its_world(site, finished):
    record = read_record(finished)
    assert record.is_complete and record.order.world == "airsim"
    assert record.memories[ROW] == {
        scene: [f"{town}-{number}" for number in range(3)] for town, scene in zip(TOWNS, SCENES, strict=True)
    }
    trace = read_trace(RunFolder(finished).trace(ROW, "town-a-0"))
    assert trace.events[0].settings["world"] == "airsim"
    assert [len(ports_of(site.builds / f"env_{scene}/LinuxNoEditor/AirVLN.sh")) for scene in SCENES] == [1, 1]


def test_builds_give_the_poses_and_scores_that_the_city_itself_gives(towns, finished, tmp_path):
    order = RunOrder(rows=(ROW,), episodes=write_towns(tmp_path / "towns.json"))
    prepare_run(tmp_path / "run", order)
    fly_run(tmp_path / "run")
    here, there = (RunFolder(root).results(ROW) for root in (tmp_path / "run", finished))
    assert [one.episode_id for one in here] == [one.episode_id for one in there]
    assert [one.scores for one in here] == [one.scores for one in there]


def test_a_diagnosis_needs_the_truth_of_a_city(finished):
    with pytest.raises(InputError, match="was flown in airsim"):
        diagnose_row(finished, ROW)


def begun(out: Path) -> bool:
    """Whether an episode of the run is committed."""
    return any(file.stat().st_size for file in RunFolder(out).row(ROW).glob("progress/*.jsonl"))


@pytest.mark.parametrize(
    ("by", "jobs"),
    [
        ("SIGKILL", 1),
        pytest.param("SIGINT", 1, marks=pytest.mark.slow),
        pytest.param("SIGKILL", 2, marks=pytest.mark.slow),
        pytest.param("SIGINT", 2, marks=pytest.mark.slow),
    ],
)
def test_a_run_that_is_ended_in_the_middle_leaves_no_build_and_goes_on(site, finished, tmp_path, by, jobs):
    out = tmp_path / "run"
    words = site.words(out, "--jobs", str(jobs))
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline_s = time.monotonic() + PATIENCE_S
        while not begun(out):
            assert process.poll() is None and time.monotonic() < deadline_s
            time.sleep(0.02)
        process.send_signal(signal.Signals[by])
        process.wait(PATIENCE_S)
    wait_for(lambda: not started_from(site.builds))
    assert not RunFolder(out).results_file(ROW).exists() or not read_record(out).is_complete
    ended = site.fly(out)
    assert ended.returncode == 0, ended.stderr
    assert files_of(out, ROW) == files_of(finished, ROW)


def test_a_build_that_runs_already_is_flown_in_and_left_running(site, finished, tmp_path):
    build = start_build(open_folder(site.builds), SCENES[0], Rig(Camera.from_fov()))
    try:
        build.wait(answers, PATIENCE_S)
        words = site.words(tmp_path / "run", "--scenes", SCENES[0])
        place = words.index("--builds")
        words[place - 1 : place + 2] = [f"airsim://127.0.0.1:{build.port.number}"]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
        assert ended.returncode == 0, ended.stderr
        assert build.fault() is None and answers(build.port.number)
    finally:
        build.stop()
    flown = RunFolder(tmp_path / "run").results(ROW)
    assert flown == [one for one in RunFolder(finished).results(ROW) if one.scene_id == SCENES[0]]


def test_two_jobs_have_a_build_and_a_port_each(site, finished, tmp_path):
    builds = tmp_path / "ENVs"
    together = site.with_builds(builds, *(serving(town, meeting(builds, 2)) for town in TOWNS))
    ended = together.fly(tmp_path / "run", "--jobs", "2")
    assert ended.returncode == 0, ended.stderr
    ports = [ports_of(builds / f"env_{scene}/LinuxNoEditor/AirVLN.sh") for scene in SCENES]
    assert len(ports[0]) == len(ports[1]) == 1 and ports[0] != ports[1]
    assert files_of(tmp_path / "run", ROW) == files_of(finished, ROW)


def test_a_build_that_dies_in_flight_is_started_again(site, finished, tmp_path):
    out, builds = tmp_path / "run", tmp_path / "ENVs"
    dying = dying_once(progress_file(out, Piece(ROW, SCENES[0])))
    ended = site.with_builds(builds, serving(TOWNS[0], dying), serving(TOWNS[1])).fly(out)
    assert ended.returncode == 0, ended.stderr
    assert len(ports_of(builds / f"env_{SCENES[0]}/LinuxNoEditor/AirVLN.sh")) == 2
    assert files_of(out, ROW) == files_of(finished, ROW)


def test_a_build_that_dies_or_hangs_at_start_fails_its_scene_alone(site, tmp_path):
    failing = site.with_builds(tmp_path / "ENVs", DIES, serving(TOWNS[1]))
    ended = failing.fly(tmp_path / "run")
    assert ended.returncode == 2
    assert "random in 2: the build of scene 2 ended by itself" in ended.stderr
    assert "no Vulkan driver found" in ended.stderr and "the same command goes on" in ended.stderr
    assert json.loads(ended.stdout)["rows"][0]["flown"] == 3
    add_build(failing.builds, "2", HANGS)
    (failing.builds / "builds.toml").write_text("warm_up_s = 0\nstop_s = 0.2\nstart_s = 1\n")
    ended = failing.fly(tmp_path / "run")
    assert ended.returncode == 2
    assert "did not answer on port" in ended.stderr and "shader 1 of 9000" in ended.stderr
