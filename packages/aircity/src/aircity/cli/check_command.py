"""`aircity check`: the conformance kit on a city's world."""

from contextlib import closing
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json
from aircity.geometry import Pose
from aircity.world.checks import Capabilities, CheckReport, choose_start, examine_simulator
from aircity.world.contact import Collision


def check(
    scene: Annotated[
        str, typer.Argument(help="Catalogue name, style@seed, imported name, file, or airsim://HOST:PORT.")
    ],
    start: Annotated[
        str | None,
        typer.Option(help="NORTH,EAST,UP[,HEADING]: where to check from; chosen by --seed if left out."),
    ] = None,
    collision: Annotated[Collision, typer.Option(help="How contact is treated.")] = "solid",
    seed: Annotated[int, typer.Option(help="Another seed, another place to check from.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Run the conformance kit on a city's world: depth, directions, collisions, views.

    An AirSim build is checked from where its drone is, unless --start says otherwise, and need not repeat its
    pictures or have bounds. Exit code 1 when a rule is broken.

    Example: aircity check old-abbey
    """
    from aircity.cli.worlds import parse_pose

    chosen = parse_pose(start) if start is not None else None
    if scene.startswith("airsim:"):
        report = examine_build(scene, chosen, collision)
    else:
        report = _check_city(scene, chosen, collision, seed)
    if as_json:
        print_json(report.to_json())
    else:
        console.print(report.to_text())
    if report.broken:
        raise typer.Exit(1)


def _check_city(scene: str, start: Pose | None, collision: Collision, seed: int) -> CheckReport:
    import numpy as np

    from aircity.cli.worlds import open_city

    with open_city(scene) as city:
        pose = start or choose_start(city.surveyor(), np.random.default_rng(seed))
        promises = Capabilities(solid=collision == "solid")
        return examine_simulator(lambda: city.world(256, collision), pose, promises)


def examine_build(address: str, start: Pose | None, collision: Collision) -> CheckReport:
    """The kit on an AirSim build, in which leaves move and exposure adapts from flight to flight."""
    from aircity.airsim import AirSimConfig, open_airsim

    config = AirSimConfig(collision=collision)
    with closing(open_airsim(address, config=config)) as world:
        pose = start or world.where()
    promises = Capabilities(
        deterministic=False,
        solid=collision == "solid",
        bounded=False,
        missing_depth=0.01,
        depth_tolerance=0.05,
    )
    return examine_simulator(lambda: open_airsim(address, config=config), pose, promises)
