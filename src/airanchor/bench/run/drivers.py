"""Who flies the pieces of a run: this process, several, or one share of many machines' array job."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from pathlib import Path

from airanchor.bench.run.order import Piece
from airanchor.bench.run.piece import PieceOutcome, fly_piece
from airanchor.errors import AirAnchorError, InputError

Driver = Callable[[Path, Sequence[Piece]], Iterator[PieceOutcome]]
"""Flies pieces in any order and tells of each as it ends."""


def serial(root: Path, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
    """One after the other, in this process, until the budget is spent."""
    for piece in pieces:
        outcome = fly_piece(root, piece, processors())
        yield outcome
        if outcome.spent is not None:
            return


def processes(jobs: int) -> Driver:
    """So many at a time, each in a process of its own with its share of the processors."""
    if jobs < 1:
        raise InputError(f"jobs = {jobs} must be 1 or more")

    def drive(root: Path, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
        threads = max(1, processors() // jobs)
        context = multiprocessing.get_context("spawn")
        strangers = set(multiprocessing.active_children())
        with ProcessPoolExecutor(
            min(jobs, len(pieces)) or 1, mp_context=context, initializer=_begin_worker
        ) as pool:
            work = [pool.submit(fly_piece, root, piece, threads) for piece in pieces]
            try:
                for done in as_completed(work):
                    yield done.result()
            except BrokenProcessPool as error:
                raise AirAnchorError(
                    "a worker ended abruptly, perhaps for lack of memory; what is flown is kept. Run the "
                    "same command again to go on, perhaps with fewer --jobs"
                ) from error
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in set(multiprocessing.active_children()) - strangers:
                    worker.terminate()
                raise

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


def _begin_worker() -> None:
    """Ends at once on Ctrl-C, and when its run is killed: it would hold memories against the next run."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
