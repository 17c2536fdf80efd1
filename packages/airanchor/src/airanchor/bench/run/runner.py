"""Flying a whole run: pieces to a driver, progress while it flies, results when it is done."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.run.collection import collect
from airanchor.bench.run.drivers.choice import Driver, serial, share_of
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import Piece, pieces_of
from airanchor.bench.run.progress import RunProgress, read_progress
from airanchor.bench.run.record import RunRecord, read_record

Watcher = Callable[[RunProgress, int], None]
"""Told how far the run is, and of how many episodes, every few seconds."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run as it stands."""

    record: RunRecord
    spent: str | None
    """Why the budget ended it early, if it did."""
    failed: tuple[str, ...] = ()
    """What went wrong, piece by piece."""

    @property
    def is_complete(self) -> bool:
        """Whether every row has every result."""
        return self.record.is_complete


def fly_run(
    root: Path,
    *,
    driver: Driver = serial,
    share: str | None = None,
    watch: Watcher | None = None,
    watch_every_s: float = 2.0,
) -> RunOutcome:
    """Fly what is missing of a prepared run and collect its results.

    With a share, only the pieces of that share are flown, and nothing is collected.
    """
    record = read_record(root)
    pieces, episodes = run_pieces(root, record)
    mine = pieces if share is None else share_of(pieces, share)
    spent, failed = None, []
    with _watched(root, mine, episodes, watch, watch_every_s):
        for outcome in driver(root, sorted(mine, key=lambda piece: _scenes(pieces).index(piece.scene_id))):
            spent = spent or outcome.spent
            failed += [outcome.failed] if outcome.failed is not None else []
    return RunOutcome(read_record(root) if share is not None else collect(root), spent, tuple(failed))


def run_pieces(root: Path, record: RunRecord) -> tuple[tuple[Piece, ...], dict[str, int]]:
    """The pieces of a run, and how many episodes each scene has."""
    episodes = RunInputs(root).episodes(record.order)
    counts: dict[str, int] = {}
    for one in episodes:
        counts[one.scene_id] = counts.get(one.scene_id, 0) + 1
    return pieces_of(record.order, episodes), counts


def _scenes(pieces: Sequence[Piece]) -> list[str]:
    """Rows of one scene are flown after each other, so that the city stays open."""
    return list(dict.fromkeys(piece.scene_id for piece in pieces))


@contextmanager
def _watched(
    root: Path, pieces: Sequence[Piece], counts: dict[str, int], watch: Watcher | None, every_s: float
) -> Iterator[None]:
    """While the block runs, a thread reads the progress of the pieces and tells it; once more at the end."""
    if watch is None:
        yield
        return
    total = sum(counts[piece.scene_id] for piece in pieces)
    over = threading.Event()

    def tell() -> None:
        watch(read_progress(root, pieces), total)
        while not over.wait(every_s):
            watch(read_progress(root, pieces), total)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        watch(read_progress(root, pieces), total)
