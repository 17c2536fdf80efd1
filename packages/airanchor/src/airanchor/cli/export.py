"""`airanchor export`: flights in the forms of others."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar

export_app = typer.Typer(
    help="Write flights in the forms of other tools.", no_args_is_help=True, rich_markup_mode=None
)


@export_app.callback()
def group() -> None:
    """Write flights in the forms of other tools."""


@export_app.command()
def lerobot(
    flights: Annotated[
        list[Path], typer.Argument(help="Traces, folders of flights, or whole runs.", metavar="FLIGHT...")
    ],
    out: Annotated[Path, typer.Option(help="A new folder for the dataset.")] = Path("out/lerobot"),
    size: Annotated[int, typer.Option(help="Pixels of a picture's side.", min=16, max=1024)] = 256,
    as_json: JsonFlag = False,
) -> None:
    """Write flights as a LeRobotDataset (format v2.1), one episode each, to train policies of lerobot on.

    A frame is a step: the picture ahead, drawn again by the city, the pose before the action (north, east,
    up in metres, heading in radians), the action from 0 (STOP) to 7, and the instruction as its task. The
    dataset is read back before the command ends. lerobot is not needed; its own converter makes v3.0 of it.

    Example: airanchor export lerobot out/flight --out out/lerobot

    Example: airanchor export lerobot out/run --size 128 --out out/lerobot
    """
    from airanchor.export.frames import find_traces, read_actions
    from airanchor.export.lerobot import write_lerobot

    found = [read_actions(folder) for folder in find_traces(tuple(flights))]
    with progress_bar(total=len(found)) as bar:
        info = write_lerobot(found, out, size_px=size, watch=bar.advance)
    told = {key: info[key] for key in ("codebase_version", "total_episodes", "total_frames", "total_tasks")}
    if as_json:
        print_json({**told, "files": {"dataset": str(out)}})
    else:
        console.print(
            f"{told['total_episodes']} episodes, {told['total_frames']} frames, {told['total_tasks']} "
            f"instructions, LeRobotDataset {told['codebase_version']}, read back\nwritten: {out}",
            soft_wrap=True,
        )
