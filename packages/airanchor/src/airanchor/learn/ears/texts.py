"""Routes told leg by leg by independent writers, to learn reading from, with the facts of their paths."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.aerialvln import read_episodes
from airanchor.errors import InputError

HELD_OUT_EACH = 5
"""Every fifth writer is held out: 05, 10, 15 and so on."""
TEXTS, ROUTES, STARTS = "texts.jsonl.gz", "routes.json.gz", "voices_train_starts.json"


@dataclass(frozen=True, slots=True)
class ToldLeg:
    """What a writer said of one leg; all but the text are words of the text, as the writer marked them."""

    text: str
    main: str | None = None
    """The leg's own thing, with what describes it."""
    partner: str | None = None
    """The second of two things that are flown between."""
    move: str | None = None
    turn: str | None = None
    climb: str | None = None
    side: str | None = None
    distance: str | None = None
    also: tuple[str, ...] = ()
    """Things that are only mentioned."""
    ruled_out: tuple[str, ...] = ()
    """Things and words that are denied or taken back."""


@dataclass(frozen=True, slots=True)
class ToldRoute:
    """One path in the words of one writer."""

    episode: Episode
    """The path, with the whole text as its instruction."""
    writer: str
    legs: tuple[ToldLeg, ...]


def is_held_out(writer: str) -> bool:
    """Whether a writer's texts are kept from training."""
    return int(writer) % HELD_OUT_EACH == 0


def told_routes(folder: Path) -> Iterator[ToldRoute]:
    """Every text of a folder, with its path."""
    if not (folder / TEXTS).is_file():
        raise InputError(
            f"{folder} has no {TEXTS}; the repository keeps its own in benchmarks/data/route_texts"
        )
    generated, _ = read_episodes(folder / ROUTES)
    paths = {one.trajectory_id: one for one in (*load_split("train"), *generated)}
    for line in gzip.decompress((folder / TEXTS).read_bytes()).decode().splitlines():
        row = json.loads(line)
        legs = tuple(_leg(leg) for leg in row["legs"])
        whole = " ".join(leg.text for leg in legs)
        yield ToldRoute(replace(paths[row["path"]], instruction=whole), row["writer"], legs)


def cut_voices(folder: Path) -> Iterator[tuple[Episode, list[int]]]:
    """The texts of `voices_train` on train scenes, with the places where their legs begin, cut by hand."""
    starts = json.loads((folder / STARTS).read_text(encoding="utf-8"))
    for episode in load_split("voices_train"):
        if episode.episode_id.startswith("train-"):
            yield episode, starts[episode.episode_id]


def _leg(row: dict[str, Any]) -> ToldLeg:
    also, ruled_out = (tuple(row.pop(name, ())) for name in ("also", "not"))
    return ToldLeg(**row, also=also, ruled_out=ruled_out)
