"""`airanchor sim`: the door to aircity's commands, and what needs the benchmark's words or a recording."""

import functools
from collections.abc import Callable

import typer

from airanchor.cli.sim.dataset import dataset
from airanchor.cli.sim.objects import objects
from airanchor.cli.sim.tour import tour
from aircity.cli.app import COMMANDS, NAMING

OWN: dict[str, Callable[..., None]] = {"objects": objects, "tour": tour, "dataset": dataset}

app = typer.Typer(
    help="Cities to fly in: list, ask what is there, look, tour, import, check, measure.\n\n"
    + NAMING.replace("aircity list", "airanchor sim list"),
    no_args_is_help=True,
    rich_markup_mode=None,
)


def through_the_door(command: Callable[..., None]) -> Callable[..., None]:
    """A command of aircity whose help speaks of `airanchor sim`."""

    @functools.wraps(command)
    def passed_on(*arguments: object, **options: object) -> None:
        command(*arguments, **options)

    passed_on.__doc__ = (command.__doc__ or "").replace("aircity ", "airanchor sim ")
    return passed_on


for _name, _command in (COMMANDS | OWN).items():
    app.command(_name)(through_the_door(_command))
