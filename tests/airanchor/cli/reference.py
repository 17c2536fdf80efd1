"""The command reference: every command's own help, in one page."""

import os
from collections.abc import Iterator
from typing import Any

from typer import Typer
from typer.main import get_command
from typer.testing import CliRunner

from airanchor.cli.app import app
from aircity.cli.app import app as aircity_app


def command_paths() -> list[tuple[str, ...]]:
    """Every command and group, each group before what it holds."""
    return [path for path, _ in _walk((), get_command(app))]


def leaf_paths() -> list[tuple[str, ...]]:
    """The commands that do something, without the groups."""
    return [path for path, command in _walk((), get_command(app)) if not hasattr(command, "commands")]


def _walk(path: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, child in getattr(command, "commands", {}).items():
        yield from _walk((*path, name), child)


def reference() -> str:
    """The page, as Markdown."""
    os.environ.update(COLUMNS="100", TERMINAL_WIDTH="100", NO_COLOR="1")
    lines = ["# Commands", "", "Made from the commands' own help by `make docs`.", ""]
    for path in command_paths():
        lines += section(app, "airanchor", path)
    for path, _ in _walk((), get_command(aircity_app)):
        lines += section(aircity_app, "aircity", path)
    return "\n".join(lines)


def section(program: Typer, name: str, path: tuple[str, ...]) -> list[str]:
    """One command of a program."""
    help_text = CliRunner().invoke(program, [*path, "--help"], prog_name=name).output.rstrip()
    return [f"## {name} {' '.join(path)}".rstrip(), "", "```", help_text, "```", ""]


if __name__ == "__main__":
    print(reference(), end="")
