"""`airanchor demo`: a real mission to look at, one command after installing."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.fly.out_folder import claimed
from aircity.cli.terminal.output import JsonFlag, console, print_json
from aircity.machine import interruption

MISSION_FILE = "demo_mission.toml"


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the recording and the replay.")] = Path("out/demo"),
    live: Annotated[bool, typer.Option(help="Serve the replay on 127.0.0.1 while flying.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Fly the bundled mission from sentence to STOP and write its replay.

    Then open replay.html: at each step, what the drone saw, asked, measured, remembered, decided and did.

    Example: airanchor demo --out /tmp/demo
    """
    with claimed(out):
        _fly(out, live, as_json)
    interruption.check()


def _fly(out: Path, live: bool, as_json: bool) -> None:
    from airanchor.bench.metrics import SUCCESS_M
    from airanchor.cli.fly.command import describe_flight
    from airanchor.cli.fly.flights import FlightOrder, fly_order

    mission = tomllib.loads(files(__package__).joinpath(MISSION_FILE).read_text(encoding="utf-8"))
    start = ",".join(f"{number:g}" for number in mission["start"])
    order = FlightOrder(
        instruction=mission["instruction"],
        scene=mission["scene"],
        start=start,
        goal=tuple(mission["goal"]),
        out=out,
        live=live,
    )
    if not as_json:
        console.print(f"“{order.instruction}”", soft_wrap=True)
    summary = fly_order(order)
    if as_json:
        print_json(summary)
    else:
        describe_flight(summary)
        verdict = "success" if summary["goal_m"] <= SUCCESS_M else "no success"
        where = f"{summary['goal_m']:.0f} m from where the instruction leads"
        console.print(f"{verdict}: stopped {where}; within {SUCCESS_M:g} m counts", soft_wrap=True)
