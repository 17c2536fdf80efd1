"""Both packages as archives, installed into empty environments: the city shows itself, the agent flies."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.folders import ROOT

IGNORED = (".git", ".venv", "out", "build", "dist", "__pycache__", ".*_cache", "*.egg-info")
BUILD = """
import sys
from setuptools import build_meta
folder = sys.argv[1]  # the builders write arguments of their own over it
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)
"""
OURS = ("PYTHONPATH", "NUMBA_CACHE_DIR", "AIRANCHOR_CACHE", "AIRCITY_CACHE", "XDG_CACHE_HOME")
ENVIRONMENT = {name: text for name, text in os.environ.items() if name not in OURS}

pytestmark = pytest.mark.slow


PACKAGES = ("aircity", "airanchor")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """The wheel and the source archive of each package, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("build")
    python = make_environment(folder / "tools", "setuptools>=77")
    made = {}
    for name in PACKAGES:
        sources, out = folder / name, folder / f"{name}-made"
        shutil.copytree(ROOT / "packages" / name, sources, ignore=shutil.ignore_patterns(*IGNORED))
        out.mkdir()
        subprocess.run([python, "-c", BUILD, out], cwd=sources, check=True, capture_output=True)
        (wheel,), (archive,) = out.glob("*.whl"), out.glob("*.tar.gz")
        made[name] = (wheel, archive)
    return made


def make_environment(folder: Path, *wanted: str) -> Path:
    """The Python of a new environment with these packages; without a package index the test is skipped."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--retries", "2", *wanted]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"needs a package index: {done.stderr.strip().splitlines()[-1]}")
    return python


@pytest.mark.parametrize("name", PACKAGES)
def test_an_archive_holds_all_that_the_package_needs(
    name: str, archives: dict[str, tuple[Path, Path]]
) -> None:
    wheel, archive = archives[name]
    ours = {file.relative_to(ROOT / "packages" / name / "src").as_posix() for file in sources_of(name)}
    with zipfile.ZipFile(wheel) as packed:
        assert ours <= {*packed.namelist()}
    with tarfile.open(archive) as sources:
        names = {"/".join(entry.split("/")[1:]) for entry in sources.getnames()}
    assert {"README.md", "LICENSE", *(f"src/{file}" for file in ours)} <= names


def sources_of(name: str) -> list[Path]:
    """Code and data of a package."""
    folder = ROOT / "packages" / name / "src" / name
    return [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]


@pytest.mark.parametrize("name", PACKAGES)
def test_the_package_page_links_to_nothing_that_is_not_there(
    name: str, archives: dict[str, tuple[Path, Path]]
) -> None:
    with zipfile.ZipFile(archives[name][0]) as wheel:
        (page,) = (file for file in wheel.namelist() if file.endswith("METADATA"))
        metadata = wheel.read(page).decode()
    assert "Author: AirAnchor maintainers" in metadata
    assert f"\n{name} " in metadata  # its commands
    assert not re.search(r"\]\((?!https://)", metadata)


def test_the_source_archive_of_the_city_alone_shows_a_world(
    archives: dict[str, tuple[Path, Path]], tmp_path: Path
) -> None:
    python = make_environment(tmp_path / "empty", str(archives["aircity"][1]))
    environment = ENVIRONMENT | {"HOME": str(tmp_path)}
    command = [python.parent / "aircity", "render", "practice-square", "--size", "64", "--json"]
    shown = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0, shown.stderr
    line = (
        "import aircity; world = aircity.make('practice-square'); "
        "print(world.reset(aircity.start('practice-square')).rgb.shape)"
    )
    made = subprocess.run([python, "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert made.stdout.strip() == "(512, 512, 3)", made.stderr
    agent = subprocess.run([python, "-c", "import airanchor"], capture_output=True, text=True)
    assert agent.returncode != 0 and "No module named 'airanchor'" in agent.stderr


def test_wheels_in_an_empty_environment_fly(archives: dict[str, tuple[Path, Path]], tmp_path: Path) -> None:
    python = make_environment(tmp_path / "empty", *(str(archives[name][0]) for name in PACKAGES))
    environment = ENVIRONMENT | {"HOME": str(tmp_path)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [python.parent / "airanchor", *words, "--json"]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    refused = run("demo")
    assert refused.returncode == 2 and "airanchor doctor --fix" in refused.stderr
    lacking = run("doctor")
    assert lacking.returncode == 1 and not json.loads(lacking.stdout)["healthy"]
    mended = run("doctor", "--fix")
    assert mended.returncode == 0 and json.loads(mended.stdout)["healthy"], mended.stderr
    first = run("demo")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["goal_m"] <= 20
    before, _, after = first.stderr.partition("subtask 1 of 3")
    assert "4 of 4, planning" in before and "compiled perception and planning in" in before
    assert "compil" not in after
    line = "import airanchor; print(airanchor.fly('Turn left.', images='none').ending)"
    flown = subprocess.run(
        [python, "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert flown.stdout.strip() == "completed", flown.stderr
    again = run("demo")
    assert again.returncode == 0 and "compil" not in again.stderr


USERS_PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "users-parts"
version = "0.3"
[project.entry-points."airanchor.agents"]
climber = "users_parts:climb"
[project.entry-points."airanchor.worlds"]
boxes = "users_parts:boxes"
[tool.setuptools]
py-modules = ["users_parts"]
"""
USERS_MODULE = """
from airanchor.flight import PolicyFlyer
from aircity.world import Action
from aircity.world.box_world import BoxWorld

def climb():
    actions = iter([Action.GO_UP, Action.GO_UP])
    return PolicyFlyer("climber", lambda view, mission: next(actions, Action.STOP))

def boxes(scene=None):
    return BoxWorld()
"""


def test_a_package_of_a_user_flies_by_its_entry_points(
    archives: dict[str, tuple[Path, Path]], tmp_path: Path
) -> None:
    users = tmp_path / "users"
    users.mkdir()
    (users / "pyproject.toml").write_text(USERS_PROJECT, "utf-8")
    (users / "users_parts.py").write_text(USERS_MODULE, "utf-8")
    wheels = [str(archives[name][0]) for name in PACKAGES]
    python = make_environment(tmp_path / "empty", *wheels, str(users))
    environment = ENVIRONMENT | {"HOME": str(tmp_path)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [python.parent / "airanchor", *words, "--json"]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    mended = run("doctor", "--fix")
    assert mended.returncode == 0, mended.stderr
    found = {one["part"]: one["detail"] for one in json.loads(mended.stdout)["findings"]}
    assert found["own agents"] == "climber: users_parts:climb of users-parts 0.3"
    checked = run("check", "agent", "climber")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    flown = run("fly", "Climb.", "--agent", "climber", "--world", "boxes", "--out", "out")
    assert flown.returncode == 3, flown.stderr
    assert json.loads(flown.stdout)["steps"] == 2
    header = json.loads((tmp_path / "out/trace/events.jsonl").read_text("utf-8").splitlines()[0])
    assert header["settings"]["agent_part"].startswith("users_parts:climb, users-parts 0.3, sha256 ")
    wrong = run("fly", "Climb.", "--agent", "climbr")
    assert wrong.returncode == 2 and "did you mean 'climber'?" in wrong.stderr
    helped = subprocess.run([python.parent / "airanchor", "fly", "--help"], capture_output=True, text=True)
    assert "Installed: climber." in " ".join(helped.stdout.split())
