"""The commands, and what happens when one of them fails."""

import os
import sys
from typing import Annotated

import typer

from airanchor import __version__, interruption
from airanchor.cli import demo, doctor, sim
from airanchor.cli.bench import bench_app
from airanchor.cli.episodes import episodes_app
from airanchor.cli.figure import figure_app
from airanchor.cli.fly import fly
from airanchor.cli.memory import memory_app
from airanchor.cli.output import complain, stderr, use_any_encoding
from airanchor.cli.reasoner import reasoner_app
from airanchor.cli.usage import USAGE_FAULT, usage_words
from airanchor.cli.view import view
from airanchor.errors import AirAnchorError, InputError

BAD_INPUT = 2

app = typer.Typer(
    name="airanchor",
    help="Fly a drone through a city by following a natural-language instruction.\n\n"
    "Everything here runs on a laptop: no GPU, no key, no model server.\n\n"
    "Start with:\n\n"
    "  airanchor demo                        fly a mission and look at it\n\n"
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
app.add_typer(figure_app, name="figure")
app.add_typer(episodes_app, name="episodes")
app.command("fly")(fly)
app.command("view")(view)
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
    use_any_encoding()
    try:
        with interruption.raising():
            _check_unicode(sys.argv[1:])
            code = app(standalone_mode=False)
    except USAGE_FAULT as fault:
        sys.stderr.write(usage_words(fault))
        sys.exit(fault.exit_code)
    except (AirAnchorError, OSError) as error:  # OSError: a path that cannot be read or written
        complain(str(error))
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        code = interruption.EXIT_CODE
    except Exception:
        if not interruption.is_pressed():
            raise
        code = interruption.EXIT_CODE  # compiled code turns an interruption into an error of its own
    if code == interruption.EXIT_CODE and not interruption.is_told():
        stderr.print("stopped")
    sys.exit(code)


def _check_unicode(words: list[str]) -> None:
    """Raise for an argument whose bytes are no text in the terminal's encoding."""
    for number, word in enumerate(words, 1):
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise InputError(
                f"argument {number}, {os.fsencode(word)!r}, is no text in {sys.getfilesystemencoding()}; "
                "type it in UTF-8, or set LC_ALL=C.UTF-8"
            ) from error
