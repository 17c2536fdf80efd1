"""Processes that fly pieces side by side: one that dies is noticed at once, and Ctrl-C ends them all.

Each has a pipe of its own and no lock is shared, so that a process may be killed at any moment and nobody
waits for it.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Self

from airanchor import own_parts
from airanchor.bench.run.drivers.piece import PieceOutcome, close_scenes, fly_piece
from airanchor.bench.run.order import Piece
from airanchor.errors import AirAnchorError
from aircity.machine import interruption

_LOOK_S = 0.2
_PATIENCE_S = 5.0
_CLOSING_S = 20.0
"""For a worker that has nothing more to fly; a build that it started needs a moment to end."""


class Workers:
    """So many processes; leaving the block ends them, whatever they do."""

    def __init__(self, root: Path, count: int, threads: int) -> None:
        self._root, self._threads = root, threads
        self._count = count
        self._all: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._all:
            worker.process.terminate()
        for worker in self._all:
            worker.end()

    def fly(self, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
        """Tell of each piece as it ends; whoever is free takes the next."""
        left = deque(pieces)
        for _ in range(self._count):
            self._all.append(_Worker(self._root, self._threads))
            self._all[-1].give(left.popleft())
        busy = list(self._all)
        while busy:
            interruption.check()
            ready = wait([worker.connection for worker in busy], timeout=_LOOK_S)
            for worker in [one for one in busy if one.connection in ready]:
                yield worker.outcome()
                if left:
                    worker.give(left.popleft())
                else:
                    busy.remove(worker)
                    worker.release()
        for worker in self._all:
            worker.process.join(_CLOSING_S)


class _Worker:
    """This process's end of another one."""

    def __init__(self, root: Path, threads: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_work, args=(theirs, root, threads, own_parts.granted()), daemon=True
        )
        with _no_interrupts():
            self.process.start()
        theirs.close()  # else the end of the process would not end the pipe

    def give(self, piece: Piece) -> None:
        try:
            self.connection.send(piece)
        except OSError as error:
            raise self._lost() from error

    def release(self) -> None:
        """There is nothing more to fly: it closes its scene and ends."""
        with suppress(OSError):
            self.connection.send(None)

    def outcome(self) -> PieceOutcome:
        try:
            result: PieceOutcome | Exception = self.connection.recv()
        except (EOFError, OSError) as error:
            raise self._lost() from error
        if isinstance(result, Exception):
            raise result
        return result

    def end(self) -> None:
        self.process.join(_PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()

    def _lost(self) -> AirAnchorError:
        self.process.join(_PATIENCE_S)
        return AirAnchorError(
            f"a worker ended abruptly (process {self.process.pid}, exit code {self.process.exitcode}), "
            "perhaps for lack of memory; what is flown is kept. Run the same command again to go on, perhaps "
            "with fewer --jobs"
        )


def _work(connection: Connection, root: Path, threads: int, granted: frozenset[str]) -> None:
    """Fly the pieces that come through the pipe, until there are no more, or the run ends or is killed."""
    _begin_worker()
    own_parts.grant(*granted)
    try:
        while (piece := connection.recv()) is not None:
            connection.send(_flown(root, piece, threads))
    except (EOFError, OSError):
        return  # the run has ended
    finally:
        close_scenes()


def _flown(root: Path, piece: Piece, threads: int) -> PieceOutcome | Exception:
    try:
        return fly_piece(root, piece, threads)
    except Exception as error:
        error.add_note(traceback.format_exc())  # its trail does not cross processes
        return error


def _begin_worker() -> None:
    """Ctrl-C is the run's to handle; a run that is killed ends its workers, which would hold its memories."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """A process started in the block does not hear Ctrl-C: it would print a trail while it still imports."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else the first start does it, and lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
