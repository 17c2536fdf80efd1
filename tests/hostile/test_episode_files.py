"""Files of episodes that are damaged, or made to be: every command says what is wrong in a line."""

import gzip
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.bench.episodes.aerialvln import MOST_DEPTH, row_of
from airanchor.errors import UnfitFile
from aircity.machine.untrusted import gunzip
from tests.airanchor.bench.run.town import keep_towns, town_episodes
from tests.airanchor.cli.command import Command
from tests.hostile.endings import refused, run_hostile
from tests.hostile.mutation import as_text, damage, mutate

FACTS: dict[str, Any] = {
    "voice": "guide",
    "legs": [
        {"first": 0, "last": 8, "relation": "pass", "landmark": 3, "side": "left", "gap_m": 60,
         "traits": ["white"]},
        {"first": 8, "last": 12, "relation": "front", "landmark": 4, "turn_deg": -15, "gap_m": 90,
         "met": [{"object_id": 5, "how": "left"}]},
    ],
    "mentions": [[9, 25, 3], [38, 52, 4]],
}  # fmt: skip


def document() -> dict[str, Any]:
    """Two sound episodes with facts."""
    return {"episodes": [row_of(replace(one, facts=FACTS)) for one in town_episodes(1)]}


def write(folder: Path, name: str, data: bytes) -> str:
    """A file."""
    (folder / name).write_bytes(gzip.compress(data, 1) if name.endswith("gz") else data)
    return name


def spoil(folder: Path, rng: np.random.Generator) -> str:
    """A file that is wrong in its values, its JSON, its compression, or not at all."""
    name = "spoilt.json.gz" if rng.random() < 0.4 else "spoilt.json"
    text = as_text(mutate(document(), rng, 4)).encode()
    write(folder, name, damage(text, rng) if rng.random() < 0.2 else text)
    if rng.random() < 0.25:
        (folder / name).write_bytes(damage((folder / name).read_bytes(), rng))
    return name


def use(command: Command, file: str, *, flies: bool) -> None:
    """Every command that reads episodes."""
    run_hostile(command, "episodes", "stats", file)
    run_hostile(command, "episodes", "check", file)
    run_hostile(command, "episodes", "show", "town-a-0", "--in", file, "--size", "200")
    if flies:
        run_hostile(command, "bench", "run", "--agent", "random", "--episodes", file, "--out", f"{file}-run")


@pytest.mark.parametrize("seed", range(2))
def test_spoilt_files(command: Command, tmp_path: Path, seed: int) -> None:
    keep_towns()
    rng = np.random.default_rng(seed)
    for _ in range(20):
        use(command, spoil(tmp_path, rng), flies=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 206))
def test_many_spoilt_files(command: Command, tmp_path: Path, seed: int) -> None:
    keep_towns()
    rng = np.random.default_rng(seed)
    for number in range(120):
        folder = tmp_path / str(number)
        folder.mkdir()
        use(command, f"{number}/{spoil(folder, rng)}", flies=number % 10 == 0)


def test_sound_facts_come_through(command: Command, tmp_path: Path) -> None:
    keep_towns()
    file = write(tmp_path, "sound.json.gz", json.dumps(document()).encode())
    told = json.loads(command("episodes", "stats", file, "--json").out)
    assert told["episodes"] == 2 and told["figures"]["landmarks"]["mean"] == 2
    checked = json.loads(command("episodes", "check", file, "--json").out)
    assert checked["checks"]["text_checked"] == 2 and checked["format"]["dropped"] == 0


@pytest.mark.parametrize(
    "mentions", [[[1]], [[]], [1], {}, "abc", [[1, 2, "3"]], [[1, 2, None]], [[0, 1, -1]]]
)
def test_mentions_that_are_none_drop_the_episode(command: Command, tmp_path: Path, mentions: Any) -> None:
    rows = document()
    rows["episodes"][0]["airanchor"]["mentions"] = mentions
    file = write(tmp_path, "short.json", json.dumps(rows).encode())
    outcome = run_hostile(command, "episodes", "stats", file)
    assert outcome.code == 0 and "facts (airanchor) are not sound" in outcome.err


BREAKING = {
    "cut.json.gz": (gzip.compress(b'{"episodes": []}')[:-6], "cut off"),
    "turned.json.gz": (gzip.compress(b"")[:10] + b"\xff" * 60, "damaged"),
    "plain.json.gz": (b'{"episodes": []}', "damaged"),
    "empty.json.gz": (b"", "cut off"),
    "bomb.json.gz": (gzip.compress(bytes(80_000_000), 1), "more than the 64,000,000 bytes"),
    "deep.json": (b'{"episodes": ' + b"[" * 100_000, "not JSON"),
    "steep.json": (b'{"episodes": ' + b"[" * 40 + b"]" * 40 + b"}", f"{MOST_DEPTH} deep"),
    "long.json": (b'{"episodes": ' + b"9" * 5_000 + b"}", "not JSON"),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKING)
def test_files_that_break_readers_are_refused(command: Command, tmp_path: Path, name: str) -> None:
    data, told = BREAKING[name]
    (tmp_path / name).write_bytes(data)
    for words in (("episodes", "stats", name), ("bench", "run", "--agent", "random", "--episodes", name)):
        assert told in refused(command, *words)


def test_gunzip_agrees_with_gzip_and_stops_at_its_cap() -> None:
    data = np.random.default_rng(0).bytes(3_000_000) + bytes(100_000)
    assert gunzip(gzip.compress(data) + gzip.compress(b"more") + bytes(20), len(data) + 4) == data + b"more"
    with pytest.raises(UnfitFile, match="more than the 3,099,999 bytes"):
        gunzip(gzip.compress(data), len(data) - 1)
    with pytest.raises(UnfitFile, match="damaged"):
        gunzip(zlib.compress(data), len(data))
