"""`aircity tour`: a scripted flight through a city, to look at."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aircity.cli.arguments import SceneArgument
from aircity.cli.conditions import NoiseOption, TrafficOption, WorldSeedOption
from aircity.cli.terminal.output import JsonFlag, print_json

if TYPE_CHECKING:
    from aircity.cli.tours import Recording


def tour_command(recording: "tuple[str, Recording] | None" = None) -> Callable[..., None]:
    """The command, which also keeps a recording of that name where one is given."""

    def tour(
        scene: SceneArgument,
        out: Annotated[Path, typer.Option(help="Folder for what is written.")] = Path("out/tour"),
        start: Annotated[
            str, typer.Option(help="Where from: NORTH,EAST,UP[,HEADING] in m and degrees.")
        ] = "",
        seed: Annotated[int, typer.Option(help="Another seed, another route.", min=0)] = 0,
        size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
        traffic: TrafficOption = 0,
        noise: NoiseOption = 0,
        world_seed: WorldSeedOption = 0,
        as_json: JsonFlag = False,
    ) -> None:
        """Fly a scripted tour: down into the streets and out again, with legal actions only.

        Example: aircity tour old-abbey --seed 3 --out out/abbey
        """
        from aircity.city.conditions import Conditions
        from aircity.cli.tours import describe_tour, make_tour
        from aircity.cli.worlds import parse_pose

        pose = parse_pose(start) if start else None
        conditions = Conditions(noise=noise, traffic=traffic, seed=world_seed)
        flown = make_tour(
            scene, out, seed=seed, size_px=size, start=pose, recording=recording, conditions=conditions
        )
        if as_json:
            print_json(flown.to_json())
        else:
            describe_tour(flown)

    return tour
