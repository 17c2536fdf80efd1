"""Who flies the pieces of a run: this process, several, or one share of many machines' array job."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from airanchor.bench.run.drivers.piece import PieceOutcome, close_scenes, fly_piece
from airanchor.bench.run.drivers.workers import Workers
from airanchor.bench.run.order import Piece
from airanchor.errors import InputError
from aircity.machine import interruption

Driver = Callable[[Path, Sequence[Piece]], Iterator[PieceOutcome]]
"""Flies pieces in any order and tells of each as it ends."""


def serial(root: Path, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
    """One after the other, in this process, until the budget is spent."""
    try:
        for piece in pieces:
            interruption.check()
            outcome = fly_piece(root, piece, processors())
            yield outcome
            if outcome.spent is not None:
                return
    finally:
        close_scenes()


def processes(jobs: int) -> Driver:
    """So many at a time, each in a process of its own with its share of the processors."""
    if jobs < 1:
        raise InputError(f"jobs = {jobs} must be 1 or more")

    def drive(root: Path, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
        threads = max(1, processors() // jobs)
        with Workers(root, min(jobs, len(pieces)), threads) as workers:
            yield from workers.fly(pieces)

    return drive


def processors() -> int:
    """How many this process may use: a job of a cluster often has fewer than its machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_of(pieces: Sequence[Piece], share: str) -> list[Piece]:
    """The pieces of one task of an array job: `I/N` is every N-th piece from the I-th, counted from 1."""
    first, slash, count = share.partition("/")
    if not (slash and _is_count(first) and _is_count(count) and 1 <= int(first) <= int(count)):
        raise InputError(f"piece {share!r} is not I/N with 1 <= I <= N, as in 3/12")
    return list(pieces[int(first) - 1 :: int(count)])


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
