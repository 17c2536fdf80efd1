"""The command reference: every command's own help, in one page."""

import os

from typer.main import get_command
from typer.testing import CliRunner

from airanchor.cli.app import app


def command_paths() -> list[tuple[str, ...]]:
    """Every command and group, in the order they are listed."""
    root = get_command(app)
    paths: list[tuple[str, ...]] = [()]
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        paths.append((name,))
        paths += [(name, child) for child in getattr(command, "commands", {})]
    return paths


def reference() -> str:
    """The page, as Markdown."""
    os.environ.update(COLUMNS="100", TERMINAL_WIDTH="100", NO_COLOR="1")
    lines = ["# Commands", "", "Made from the commands' own help by `make docs`.", ""]
    for path in command_paths():
        help_text = CliRunner().invoke(app, [*path, "--help"], prog_name="airanchor").output.rstrip()
        lines += [f"## airanchor {' '.join(path)}".rstrip(), "", "```", help_text, "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(reference(), end="")
