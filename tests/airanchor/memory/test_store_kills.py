"""Killed at any instant, a writer loses at most the episode in flight and never harms the file."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.schema import APPLICATION_ID, MIGRATIONS
from airanchor.memory.files.store import scene_path
from tests.airanchor.memory.episodes import SCENE, commit_episode, open_store, replayed
from tests.folders import ROOT


def committed(root: Path) -> int:
    """How many episodes the file holds, after checking that it is whole and exactly theirs."""
    file = SceneFile(scene_path(root, SCENE))
    file.check_integrity()
    register, episodes = file.load(), file.episodes()
    assert episodes == tuple(f"e{number}" for number in range(len(episodes)))
    assert all(file.result(name) == {"number": number} for number, name in enumerate(episodes))
    file.close()
    expected = replayed(len(episodes)).register
    assert register.instances == expected.instances
    assert register.types == expected.types
    assert (register.next_type, register.next_instance) == (expected.next_type, expected.next_instance)
    return len(episodes)


def killed_after(root: Path, seconds: float) -> int:
    """Start a writer, kill it so long after its first commit; the number of episodes it reported."""
    command = [sys.executable, "-m", "tests.airanchor.memory.episodes", str(root)]
    writer = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    first = writer.stdout.readline()
    time.sleep(seconds)
    writer.send_signal(signal.SIGKILL)
    reported = (first + writer.stdout.read()).split()
    writer.wait()
    assert writer.returncode == -signal.SIGKILL
    return int(reported[-1]) + 1 if reported else 0


def test_a_writer_killed_at_random_moments_loses_at_most_the_episode_in_flight(tmp_path: Path) -> None:
    draw, before = random.Random(7), 0
    for _ in range(4):
        reported = killed_after(tmp_path, draw.uniform(0.0, 0.25))
        count = committed(tmp_path)
        assert max(before, reported) <= count <= max(before, reported) + 1
        before = count
    assert before >= 4


@pytest.mark.parametrize("statement", [0, 1, 2, 5, 9, 17, 30, 10_000])
def test_a_writer_killed_between_any_two_statements_of_a_commit(tmp_path: Path, statement: int) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
    child = os.fork()
    if child == 0:
        store = open_store(tmp_path)
        store.memory(SCENE)
        connection: sqlite3.Connection = store._files[SCENE]._connection  # type: ignore[union-attr]
        left = [statement]

        def count(sql: str) -> None:
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1

        connection.set_trace_callback(count)
        commit_episode(store, 1)
        os.kill(os.getpid(), signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert committed(tmp_path) == (2 if statement == 10_000 else 1)
    with open_store(tmp_path) as store:
        commit_episode(store, 2 if statement == 10_000 else 1)


def test_a_writer_killed_while_it_makes_the_file_leaves_one_that_can_be_opened(tmp_path: Path) -> None:
    path = scene_path(tmp_path, SCENE)
    for version in (0, 1, 2):
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        for step in range(version):
            connection.executescript(MIGRATIONS[step])
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        with open_store(tmp_path) as store:
            commit_episode(store, 0)
        assert committed(tmp_path) == 1
