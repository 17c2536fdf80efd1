"""What a person sees of a run while it flies: a bar on a terminal, elsewhere a line now and then."""

import time
from collections.abc import Callable
from typing import Self

from rich.progress import Progress as Display

from airanchor.bench.run.progress import RunProgress
from airanchor.bench.run.runner import Watcher
from aircity.cli.terminal.output import progress_display, say, stderr
from aircity.cli.terminal.printable import printable

LINE_EVERY_S = 30.0


class RunWatch:
    """Episodes done, the time that is left, and each row's SR, OSR and NE so far, on stderr."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: tuple[float, int] | None = None
        self._told: tuple[float, int] | None = None
        self._display: Display = progress_display(pace_s=900.0)
        self._task = self._display.add_task("", total=None)

    def __enter__(self) -> Self:
        self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._display.stop()

    def next_run(self) -> Watcher:
        """Watches another run, with a pace of its own."""
        self._began = self._told = None
        self._display.reset(self._task, total=None)
        return self.tell

    def tell(self, progress: RunProgress, total: int) -> None:
        """How far it is now."""
        now_s = self._clock()
        self._began = self._began or (now_s, progress.done)
        if stderr.is_terminal:
            told = printable(progress.brief())
            self._display.update(self._task, completed=progress.done, total=total, description=told)
            return
        is_due = self._told is None or now_s - self._told[0] >= LINE_EVERY_S or progress.done == total
        if is_due and (self._told is None or self._told[1] != progress.done):
            self._told = (now_s, progress.done)
            far = f"{progress.done}/{total} episodes{self._left(progress, total, now_s)}"
            lines = progress.lines()
            say(f"{far}; {lines[0]}" if len(lines) == 1 else "\n  ".join([far, *lines]))

    def _left(self, progress: RunProgress, total: int, now_s: float) -> str:
        """The time that is left at the pace since this start, where there is a pace yet."""
        assert self._began is not None
        began_s, had = self._began
        if progress.done <= had or progress.done >= total:
            return ""
        left_s = (now_s - began_s) / (progress.done - had) * (total - progress.done)
        return f", about {left_s / 60:.0f} min left" if left_s >= 90 else f", about {left_s:.0f} s left"
