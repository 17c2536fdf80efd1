"""What typer says of a command that was typed wrongly, made fit for a terminal."""

import io
from typing import Any

import typer

from aircity.cli.terminal.printable import printable

USAGE_FAULT: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""The root of typer's own errors, which it gives no name of its own."""


def usage_words(fault: Any) -> str:
    """The message as typer would print it: it quotes what was typed, escape codes included."""
    words = io.StringIO()
    fault.show(file=words)
    return printable(words.getvalue())
