"""The commands of the city, by name: here for `aircity`, and through the same table for `airanchor sim`."""

from collections.abc import Callable
from typing import Annotated

import typer

from aircity import __version__
from aircity.cli.bench.command import bench
from aircity.cli.check_command import check
from aircity.cli.import_command import import_file, remove
from aircity.cli.list_command import list_scenes
from aircity.cli.picture_commands import gallery, render, sheet
from aircity.cli.serve_command import serve
from aircity.cli.terminal.program import run
from aircity.cli.tour_command import tour_command

NAMING = (
    "A city is named by its catalogue name (aircity list), by style and seed (downtown@42),\n"
    "by the name it was imported under, or by a file (CityJSON, CityJSONSeq, GeoJSON)."
)

COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_scenes,
    "render": render,
    "sheet": sheet,
    "gallery": gallery,
    "tour": tour_command(),
    "import": import_file,
    "remove": remove,
    "check": check,
    "serve": serve,
    "bench": bench,
}

app = typer.Typer(
    name="aircity",
    help="Cities to fly a drone in, on any CPU: list, look, tour, import, check, serve, measure.\n\n"
    f"{NAMING}\n\n"
    "Start with:\n\n"
    "  aircity list                          the cities\n\n"
    "  aircity render copper-bay             one picture through the drone's eyes\n\n"
    "  aircity tour old-abbey                a flight through the streets, as a moving picture",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aircity {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and one clear line on stderr."""
    run(app)
