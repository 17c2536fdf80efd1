"""What typer says of a command that was typed wrongly, made fit for a terminal."""

import io
import re
from difflib import get_close_matches
from typing import Any

import typer

from aircity.cli.terminal.printable import printable

USAGE_FAULT: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""The root of typer's own errors, which it gives no name of its own."""


def usage_words(fault: Any) -> str:
    """The message as typer would print it: it quotes what was typed, escape codes included."""
    checked = getattr(fault.__cause__, "errors", None)
    if callable(checked):
        fault.message = _fault_words(checked()[0], fault.param)
    words = io.StringIO()
    fault.show(file=words)
    return printable(words.getvalue())


def _fault_words(error: Any, option: Any) -> str:
    """Of a choice what can be chosen; of a number its range."""
    value = error["input"]
    _, _, told = str(error["msg"]).partition(" is not one of ")
    choices = re.findall(r"'([^']+)'", told)
    if not choices:
        return _value_words(value, option)
    near = get_close_matches(str(value), choices, n=1)
    guess = f"did you mean {near[0]!r}? " if near else ""
    return f"{str(value)[:120]!r} is unknown; {guess}valid are {', '.join(choices)}"


def _value_words(value: Any, option: Any) -> str:
    """The value that an option does not take, and what it takes, which typer leaves unsaid."""
    least, most = getattr(option, "min", None), getattr(option, "max", None)
    if most is not None:
        valid = f"it is {least or 0} to {most}"
    else:
        valid = "it is a number" if least is None else f"it is {least} or more"
    told = (getattr(option, "help", None) or "").rstrip(".")
    return f"{value!r} is not valid; {valid}" + (f" ({told})" if told else "")
