"""How commands speak: results to stdout (text or JSON), progress and errors to stderr."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment

from aircity.cli.terminal.printable import escaped, printable, wrapped
from aircity.errors import MissingExtra


class SafeConsole(Console):
    """A console on which no text, wherever it comes from, can move the cursor or change colours."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """As any console, without what a terminal would obey; the console's own codes are no text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))

    def print(self, *objects: Any, soft_wrap: bool | None = None, **options: Any) -> None:
        """As any console; text whose lines are its own is wrapped after words where a person reads it."""
        if soft_wrap and self.is_terminal:
            objects = tuple(wrapped(one, self.width) if isinstance(one, str) else one for one in objects)
        super().print(*objects, soft_wrap=soft_wrap, **options)


console = SafeConsole(markup=False, highlight=False)
stderr = SafeConsole(stderr=True, markup=False, highlight=False)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]


def print_json(document: Any) -> None:
    """One JSON document on stdout, for programs."""
    is_ascii = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(document, indent=2, ensure_ascii=is_ascii, allow_nan=False)
    sys.stdout.write(escaped(text) + "\n")


def print_text(text: str) -> None:
    """A finished text on stdout, lines as they are."""
    sys.stdout.write(printable(text))


def complain(error: str) -> None:
    """What went wrong, on stderr; the numbers of the system's errors say nothing to a person."""
    words = re.sub(r"\[Errno [0-9]+\] ", "", error)
    stderr.print(f"error: {words}", style="bold red", soft_wrap=True)


def use_any_encoding() -> None:
    """What the terminal cannot show is written as an escape; it must not end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """A line for the person at the terminal, on stderr so that it never mixes with results."""
    stderr.print(text, soft_wrap=True)


def written_charts(write: Callable[[], tuple[Path, ...]]) -> tuple[Path, ...]:
    """The charts written beside a result; where nothing can draw them, a line says how to get what can."""
    try:
        return write()
    except MissingExtra as missing:
        say(f"no chart: {missing}; then give the same command again")
        return ()


@contextmanager
def progress_bar(total: int | None = None) -> Iterator["Bar"]:
    """A progress bar on stderr with the time that is left; silent where stderr is not a terminal."""
    with progress_display() as progress:
        yield Bar(progress, progress.add_task("", total=total))


def progress_display(pace_s: float = 30.0) -> Progress:
    """The display of progress bars on stderr, not yet started; the time left follows the pace of so long."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(
        *columns, console=stderr, transient=True, disable=not stderr.is_terminal, speed_estimate_period=pace_s
    )


class Bar:
    """One task of a progress display."""

    def __init__(self, progress: Progress, task: Any) -> None:
        self._progress = progress
        self._task = task

    def advance(self, description: str = "") -> None:
        """One more is done."""
        self._progress.update(self._task, advance=1, description=description)

    def says(self, description: str, done: float | None = None) -> None:
        """What is being done, and how far it is (0..1) where that is known."""
        if done is None:
            self._progress.update(self._task, description=description)
        else:
            self._progress.update(self._task, description=description, completed=done * 100, total=100)
