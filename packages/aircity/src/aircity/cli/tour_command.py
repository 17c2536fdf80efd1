"""`aircity tour`: a scripted flight through a city, to look at."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.arguments import SceneArgument
from aircity.cli.terminal.output import JsonFlag, print_json


def tour(
    scene: SceneArgument,
    out: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("out/tour"),
    start: Annotated[str, typer.Option(help="Where from: NORTH,EAST,UP[,HEADING] in m and degrees.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed, another route.", min=0)] = 0,
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
    as_json: JsonFlag = False,
) -> None:
    """Fly a scripted tour: down into the streets and out again, with legal actions only.

    Example: aircity tour old-abbey --seed 3 --out out/abbey
    """
    from aircity.cli.tours import describe_tour, make_tour
    from aircity.cli.worlds import parse_pose

    flown = make_tour(scene, out, seed=seed, size_px=size, start=parse_pose(start) if start else None)
    if as_json:
        print_json(flown.to_json())
    else:
        describe_tour(flown)
