"""The commands."""

from typing import Annotated

import typer

from airanchor import __version__
from airanchor.cli.bench.app import bench_app
from airanchor.cli.check import check
from airanchor.cli.cockpit import cockpit
from airanchor.cli.doctor import command as doctor
from airanchor.cli.episodes import episodes_app
from airanchor.cli.export import export_app
from airanchor.cli.figure import figure_app
from airanchor.cli.fly import demo
from airanchor.cli.fly.command import fly
from airanchor.cli.learn.app import learn_app
from airanchor.cli.memory.app import memory_app
from airanchor.cli.minispec import minispec_app
from airanchor.cli.reasoner.app import reasoner_app
from airanchor.cli.sim import app as sim
from airanchor.cli.view import view
from aircity.cli.terminal.program import run

app = typer.Typer(
    name="airanchor",
    help="Fly a drone through a city by following a natural-language instruction.\n\n"
    "Everything here runs on a laptop: no GPU, no key, no model server.\n\n"
    "Start with:\n\n"
    "  airanchor demo                        fly a mission and look at it\n\n"
    "  airanchor cockpit                     fly from a page in your browser\n\n"
    "  airanchor sim list                    the cities\n\n"
    "  airanchor sim render copper-bay       one picture through the drone's eyes\n\n"
    "  airanchor doctor --fix                what is installed, and fetch what is missing",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(sim.app, name="sim")
app.add_typer(memory_app, name="memory")
app.add_typer(reasoner_app, name="reasoner")
app.add_typer(bench_app, name="bench")
app.add_typer(learn_app, name="learn")
app.add_typer(figure_app, name="figure")
app.add_typer(episodes_app, name="episodes")
app.add_typer(minispec_app, name="minispec")
app.add_typer(export_app, name="export")
app.command("fly")(fly)
app.command("cockpit")(cockpit)
app.command("view")(view)
app.command("check")(check)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"airanchor {__version__}")
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
