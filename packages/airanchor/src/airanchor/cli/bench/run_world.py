"""Where `airanchor bench run` flies, by its options: in embedded cities or in builds of AirSim."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from airanchor.errors import InputError

WorldOption = Annotated[
    str,
    typer.Option(
        help="city (embedded), airsim (builds from --builds), airsim://HOST:PORT (running), "
        "or your own: module:attribute, see docs/own-parts.md."
    ),
]
BuildsOption = Annotated[
    Path | None, typer.Option(help="Folder of AirSim scene builds, such as AerialVLN's ENVs.")
]
DataOption = Annotated[
    Path | None, typer.Option(help="Folder of AerialVLN's annotation files, such as its DATA.")
]
_RUNNING = "airsim://"


@dataclass(frozen=True, slots=True)
class Served:
    """The world of an order, and who serves it."""

    world: str
    builds: str | None = None
    address: str | None = None


def served_by(world: str, builds: Path | None) -> Served:
    """What --world and --builds say together."""
    from airanchor.bench.run.order import AIRSIM

    if world != AIRSIM and builds is not None:
        raise InputError(f"--builds is for --world airsim, which starts them; --world {world} needs none")
    if world.startswith(_RUNNING):
        return Served(AIRSIM, address=world)
    return Served(world, builds=None if builds is None else str(builds.absolute()))
