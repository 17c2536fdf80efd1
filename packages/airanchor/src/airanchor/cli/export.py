"""`airanchor export`: flights in the forms of others."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar

export_app = typer.Typer(
    help="Write flights in the forms of other tools.", no_args_is_help=True, rich_markup_mode=None
)


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


@export_app.command()
def rerun(
    flight: Annotated[Path, typer.Argument(help="A trace, or the folder of a flight.", metavar="FLIGHT")],
    out: Annotated[Path, typer.Option(help="The .rrd file to write.")] = Path("out/flight.rrd"),
    city: Annotated[
        bool, typer.Option(help="With the city around the flight, as triangles; about 20 MB more.")
    ] = True,
    as_json: JsonFlag = False,
) -> None:
    """Write a flight for the Rerun viewer: path, views, anchors, memory and words, inside the 3D city.

    Needs the extra [rerun]. Open the file with: rerun out/flight.rrd

    Example: airanchor export rerun out/flight --out out/flight.rrd
    """
    from functools import partial

    from airanchor.cli.view import find_trace
    from airanchor.export.frames import is_in_city
    from airanchor.export.rerun_city import log_city
    from airanchor.trace import read_trace
    from airanchor.viewer.pictures import images_of
    from airanchor.viewer.rerun_export import write_rrd
    from airanchor.viewer.story import tell
    from aircity.city.library import open_scene

    folder = find_trace(flight)
    recording = read_trace(folder)
    out.parent.mkdir(parents=True, exist_ok=True)
    scene = (
        open_scene(str(recording.header.settings.get("scene"))) if city and is_in_city(recording) else None
    )
    around = {} if scene is None else {"log_scene": partial(log_city, scene=scene)}
    write_rrd(tell(recording), images_of(folder), out, **around)
    told = {"triangles": 0 if scene is None else len(scene.mesh), "files": {"rrd": str(out)}}
    if as_json:
        print_json(told)
    else:
        console.print(f"{told['triangles']} triangles of the city\nwritten: {out}", soft_wrap=True)
