"""`aircity serve`: a city over AirSim's wire, for programs that were written for AirSim."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, say
from aircity.machine.folders import program

if TYPE_CHECKING:
    from aircity.airsim.server import AirSimServer

SceneOption = Annotated[str, typer.Option(help="Catalogue name, style@seed, imported name, or file.")]


def serve(
    scene: SceneOption = "practice-square",
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)] = 41451,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    expose: Annotated[
        bool, typer.Option("--expose", help="Let other machines in, where the host is not this one.")
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(help="NORTH,EAST,UP[,HEADING] in metres and degrees; default a scenic place."),
    ] = None,
    camera: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME:SIZE[/DEPTH_SIZE][@FOV] in pixels and degrees, as in front_0:224/256; repeatable."
        ),
    ] = None,
    vehicle: Annotated[str, typer.Option(help="The drone's name.")] = "Drone_1",
    clock_speed: Annotated[float, typer.Option(help="How much faster than real time moves are flown.")] = 1.0,
    as_json: JsonFlag = False,
) -> None:
    """Serve a city over AirSim's wire, so that programs written for AirSim fly in it. Ctrl-C ends it.

    Cameras front_0, front_center (0), bottom_center (3) and back_center (4) have 512x512 px and 90 degrees
    unless --camera says otherwise. docs/airsim.md tells which calls are answered.

    Example: aircity serve --scene copper-bay --camera front_0:224/256
    """
    from aircity.airsim.server import AirSimServer, parse_camera
    from aircity.airsim.server.server import check_host
    from aircity.cli.worlds import open_city, parse_pose, served_scene

    check_host(host, is_exposed=expose)
    cameras = tuple(parse_camera(text) for text in camera or ())
    chosen = parse_pose(start) if start is not None else None
    with open_city(scene) as city:
        server = AirSimServer(
            served_scene(city, chosen),
            host=host,
            port=port,
            is_exposed=expose,
            cameras=cameras,
            vehicle=vehicle,
            clock_speed=clock_speed,
        )
        with suppress(KeyboardInterrupt), server:
            if expose:
                say(f"warning: any machine that reaches {host} can fly this drone; there is no password")
            _tell(server, as_json)
            server.wait()
    say("stopped")


def _tell(server: "AirSimServer", as_json: bool) -> None:
    """Where clients find the city, and what they find."""
    facts = server.facts()
    if as_json:
        print_json(facts)
    else:
        sizes = ", ".join(
            f"{name} {one['colour_px']}/{one['depth_px']} px" for name, one in facts["cameras"].items()
        )
        console.print(
            f"{facts['scene']} is served at {facts['address']} until Ctrl-C.\n"
            f"drone {facts['vehicle']}; cameras (colour/depth) {sizes}\n\n"
            f"Look through it: {_try_it(facts['address'])}",
            soft_wrap=True,
        )
    sys.stdout.flush()


def _try_it(address: str) -> str:
    """A command that flies there."""
    if program() == "airanchor":
        return f'airanchor fly "Climb 20 metres." --world {address}'
    return f"python -c \"import aircity; print(aircity.open_airsim('{address}').where())\""
