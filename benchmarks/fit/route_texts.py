"""Routes told leg by leg by independent writers, to learn reading from: texts, and the facts of their paths.

How they were made stands in `benchmarks/data/route_texts/README.md`.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.aerialvln import read_episodes

FOLDER = Path(__file__).parents[1] / "data" / "route_texts"


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


def told_routes() -> Iterator[ToldRoute]:
    """Every text, with its path."""
    generated, _ = read_episodes(FOLDER / "routes.json.gz")
    paths = {one.trajectory_id: one for one in (*load_split("train"), *generated)}
    for line in gzip.decompress((FOLDER / "texts.jsonl.gz").read_bytes()).decode().splitlines():
        row = json.loads(line)
        legs = tuple(_leg(leg) for leg in row["legs"])
        whole = " ".join(leg.text for leg in legs)
        yield ToldRoute(replace(paths[row["path"]], instruction=whole), row["writer"], legs)


def _leg(row: dict[str, object]) -> ToldLeg:
    lists = {"also": tuple(row.pop("also", ())), "ruled_out": tuple(row.pop("not", ()))}  # type: ignore[call-overload]
    return ToldLeg(**row, **lists)  # type: ignore[arg-type]
