"""Pipes that nobody writes to and devices that never end, in the place of every file that is read."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run.record import read_record
from airanchor.config import load_settings
from airanchor.errors import AirAnchorError, UnfitFile
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path
from airanchor.reasoner.chat import ChatRequest
from airanchor.reasoner.client.cache import CachedChat
from airanchor.reasoner.profiles.files import load_profile
from airanchor.reasoner.scripted import ScriptedChat
from aircity.city.cache import read_scene
from aircity.city.imports import import_city
from aircity.machine.untrusted import open_regular, read_bytes
from tests.airanchor.cli.command import Command
from tests.airanchor.memory.episodes import SCENE, commit_episode, open_store
from tests.airanchor.viewer.traces import fly
from tests.hostile.endings import refused, run_hostile

Put = Callable[[Path], None]


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


@pytest.fixture(params=[_pipe, _endless, _folder])
def put(request: pytest.FixtureRequest) -> Put:
    """Puts something that is no file where a file was."""

    def place(path: Path) -> None:
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        request.param(path)

    return place


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """A reader that waits, or reads without end, is broken off."""

    def stop(*_: Any) -> None:
        raise TimeoutError("it still waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_only_regular_files_are_opened(tmp_path: Path, put: Put) -> None:
    put(tmp_path / "odd")
    with pytest.raises(UnfitFile, match="not a regular file"):
        open_regular(tmp_path / "odd")
    (tmp_path / "plain").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "plain")
    assert read_bytes(tmp_path / "link", 5) == b"12345"
    with pytest.raises(UnfitFile, match="more than the 4 bytes"):
        read_bytes(tmp_path / "plain", 4)
    with pytest.raises(UnfitFile, match="not the name of a file"):
        read_bytes("a\0b", 4)


def test_settings_profiles_episodes_scenes_and_runs(tmp_path: Path, put: Put) -> None:
    odd = tmp_path / "odd.toml"
    put(odd)
    readers: tuple[Callable[[], Any], ...] = (
        lambda: load_settings(file=odd),
        lambda: load_profile(odd),
        lambda: read_scene(odd),
        lambda: import_city(odd),
        lambda: SceneFile(odd),
        lambda: SceneFile(odd, writable=True),
    )
    for read in readers:
        with pytest.raises(AirAnchorError):
            read()
    put(tmp_path / "run.json")
    with pytest.raises((AirAnchorError, OSError)):
        read_record(tmp_path)
    put(RunFolder(tmp_path).results_file("random"))
    with pytest.raises(AirAnchorError):
        RunFolder(tmp_path).results("random")


def test_commands_on_what_is_no_file(command: Command, tmp_path: Path, put: Put) -> None:
    for name in ("odd.json", "odd.json.gz", "odd.sqlite", "odd.toml"):
        put(tmp_path / name)
    refused(command, "episodes", "stats", "odd.json")
    refused(command, "episodes", "check", "odd.json.gz")
    refused(command, "bench", "run", "--agent", "random", "--episodes", "odd.json.gz")
    refused(command, "sim", "import", "odd.json", "--name", "odd")
    refused(command, "memory", "stats", "odd.sqlite")
    refused(command, "memory", "import", "odd.json")
    refused(command, "fly", "Go.", "--config", "odd.toml")
    refused(command, "fly", "Go.", "--reasoner", "odd.toml")


def test_traces(command: Command, tmp_path: Path, put: Put) -> None:
    folder = tmp_path / "trace"
    fly(folder, decisions=1)
    put(folder / "timing.jsonl")
    for image in sorted((folder / "images").iterdir()):
        put(image)
    assert run_hostile(command, "view", "trace", "--no-open").code == 0
    assert run_hostile(command, "figure", "strip", "trace", "--out", "strip.svg").code in (0, 2)
    put(folder / "events.jsonl")
    refused(command, "view", "trace", "--no-open")


def test_memories_and_their_locks(tmp_path: Path, put: Put) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
    path = scene_path(tmp_path, SCENE)
    put(path.with_name(path.name + ".lock"))
    with pytest.raises(AirAnchorError, match="delete"), open_store(tmp_path) as store:
        store.memory(SCENE)
    assert SceneFile(path).episodes() == ("e0",)


def test_kept_answers(tmp_path: Path, put: Put) -> None:
    request = ChatRequest(())
    CachedChat(ScriptedChat(["first"]), tmp_path, "key").complete(request)
    (kept,) = tmp_path.glob("*/*.json")
    put(kept)
    assert CachedChat(ScriptedChat(["second"]), tmp_path, "key").complete(request).text == "second"
    shutil.rmtree(tmp_path)
