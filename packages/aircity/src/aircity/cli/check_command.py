"""`aircity check`: the conformance kit on a city's world."""

from typing import Annotated, Literal

import typer

from aircity.cli.arguments import SceneArgument
from aircity.cli.terminal.output import JsonFlag, console, print_json


def check(
    scene: SceneArgument,
    collision: Annotated[Literal["solid", "airvln"], typer.Option(help="How contact is treated.")] = "solid",
    seed: Annotated[int, typer.Option(help="Another seed, another place to check from.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Run the conformance kit on a city's world: depth, directions, collisions, views.

    Exit code 1 when a rule is broken.

    Example: aircity check old-abbey
    """
    import numpy as np

    from aircity.cli.worlds import open_city
    from aircity.world.checks import Capabilities, choose_start, examine_simulator

    with open_city(scene) as city:
        start = choose_start(city.surveyor(), np.random.default_rng(seed))
        promises = Capabilities(solid=collision == "solid")
        report = examine_simulator(lambda: city.world(256, collision), start, promises)
    if as_json:
        print_json(report.to_json())
    else:
        console.print(report.to_text())
    if report.broken:
        raise typer.Exit(1)
