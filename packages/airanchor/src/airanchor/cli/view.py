"""`airanchor view`: look at a recorded flight, or at one that is still being flown."""

import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from airanchor.cli.city import CityOption, PlainFlag, city_of
from airanchor.errors import InputError, TraceError
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, say

OTHER_CITY = "the city of that name is not the one that was flown in"

if TYPE_CHECKING:
    from airanchor.viewer.story import FlightStory

TraceArgument = Annotated[
    Path, typer.Argument(help="A trace folder, or the folder of a flight that holds one.")
]


def find_trace(folder: Path) -> Path:
    """The folder itself, or the trace/ in it, as `fly --out` writes it."""
    inner = folder / "trace"
    return inner if inner.is_dir() and not (folder / "events.jsonl").exists() else folder


def view(
    trace: TraceArgument,
    out: Annotated[
        Path | None, typer.Option(help="The HTML file to write; replay.html in the folder if left out.")
    ] = None,
    rrd: Annotated[
        Path | None, typer.Option(help="Also write a .rrd file for the Rerun viewer (extra: rerun).")
    ] = None,
    video: Annotated[
        Path | None,
        typer.Option(help="Write a film instead of the page: .gif, or .mp4 (extra: video)."),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            help="Of the film, in times the flying speed of 12 m/s; 1 for .mp4 and 4 for .gif if left out.",
            min=0.1,
            max=50,
        ),
    ] = None,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    live: Annotated[
        bool, typer.Option("--live", help="Serve it on 127.0.0.1 and follow the flight until Ctrl-C.")
    ] = False,
    port: Annotated[int, typer.Option(help="Port for --live; 0 takes any free one.", min=0, max=65535)] = 0,
    scene: CityOption = None,
    plain: PlainFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Write one HTML page that replays a flight, and open it.

    The page holds everything: views, map, anchors, memory, decisions, and all that the model was asked.
    It needs no server and no network. Keys: space plays, left and right go from decision to decision, with
    Shift from step to step, home and end. The map shows the city where this machine has it.

    Example: airanchor view out/flight

    Example: airanchor view out/flight --video flight.mp4
    """
    from airanchor.trace import read_trace
    from airanchor.viewer.page import build_page
    from airanchor.viewer.story import tell

    folder = find_trace(trace)
    if live:
        _serve(folder, port, is_opened, scene, plain)
        return
    if video is not None:
        _film(folder, video, speed, scene=scene, is_plain=plain, as_json=as_json)
        return
    recording = read_trace(folder)
    story = tell(recording)
    page = out or _beside(folder)
    page.parent.mkdir(parents=True, exist_ok=True)
    with city_of(story, scene, is_plain=plain) as city:
        pictured, why = (None, city) if isinstance(city, str) else (city, "")
        page.write_text(build_page(recording, pictured, no_city=why), encoding="utf-8")
    files = {"page": str(page)}
    if rrd is not None:
        files["rrd"] = _write_rrd(story, folder, rrd)
    if is_opened and not as_json:
        webbrowser.open(page.resolve().as_uri())
    _report(story, files, as_json)


def _beside(folder: Path) -> Path:
    """replay.html in the folder of the flight: the trace itself unless it is the trace/ of one."""
    whole = folder.resolve()
    return (whole.parent if whole.name == "trace" else whole) / "replay.html"


def _serve(folder: Path, port: int, is_opened: bool, scene: str | None, is_plain: bool) -> None:
    from airanchor.viewer.live import LiveView

    if not folder.is_dir():
        raise InputError(f"{str(folder)!r} is not a folder; name the trace folder that the flight writes to")
    with city_of(_so_far(folder), scene, is_plain=is_plain) as city:
        pictured, why = (None, city) if isinstance(city, str) else (city, "")
        served = LiveView(folder, port, city=pictured, no_city=why)
    with served:
        say(f"{served.url} shows {folder}; Ctrl-C ends it")
        if is_opened:
            webbrowser.open(served.url)
        while True:
            time.sleep(3600.0)


def _film(
    folder: Path, file: Path, speed: float | None, *, scene: str | None, is_plain: bool, as_json: bool
) -> None:
    from airanchor.trace import read_trace
    from airanchor.viewer.pictured_city import is_city_of
    from airanchor.viewer.pictures import images_of
    from airanchor.viewer.story import tell
    from airanchor.viewer.video import check_video_file, film_format, make_film, write_video

    check_video_file(file)
    story, images = tell(read_trace(folder)), images_of(folder)
    with city_of(story, scene, is_plain=is_plain) as city:
        pictured = None if isinstance(city, str) or not is_city_of(city, story, images) else city
        if pictured is None:
            say(f"filmed from the views that were kept: {city if isinstance(city, str) else OTHER_CITY}")
        film = make_film(story, images, pictured, film_format(file.suffix.lower(), speed))
        with progress_bar(total=film.count) as bar:
            write_video(film, file, lambda: bar.advance("filming"))
    width, height = film.size_px
    facts = {"seconds": round(film.seconds, 1), "frames": film.count, "width_px": width, "height_px": height}
    if as_json:
        print_json({"video": {**facts, "bytes": file.stat().st_size}, "files": {"video": str(file)}})
        return
    size_mb = file.stat().st_size / 1e6
    console.print(f"{facts['seconds']:g} s, {width} x {height} pixels, {size_mb:.1f} MB", soft_wrap=True)
    console.print(f"video: {file}", soft_wrap=True)


def _so_far(folder: Path) -> "FlightStory":
    """What is recorded by now, which may be nothing."""
    from airanchor.trace import read_trace
    from airanchor.viewer.story import FlightStory, tell

    try:
        return tell(read_trace(folder))
    except TraceError:
        return FlightStory(folder.name, "", is_cut_off=False)


def _write_rrd(story: "FlightStory", folder: Path, file: Path) -> str:
    from airanchor.viewer.pictures import images_of
    from airanchor.viewer.rerun_export import write_rrd

    file.parent.mkdir(parents=True, exist_ok=True)
    write_rrd(story, images_of(folder), file)
    return str(file)


def counted(number: int, word: str) -> str:
    """Such as '1 step' and '3 steps'."""
    return f"{number} {word}" + ("" if number == 1 else "s")


def _report(story: "FlightStory", files: dict[str, str], as_json: bool) -> None:
    told: dict[str, Any] = {
        "scene": story.scene_id,
        "navigator": story.mission.navigator if story.mission else None,
        "instruction": story.instruction,
        "ending": story.end.ending if story.end else None,
        "decisions": sum(moment.decision is not None for moment in story.moments),
        "steps": max(0, len(story.path) - 1),
        "files": files,
    }
    if as_json:
        print_json(told)
        return
    from airanchor.viewer.meanings import ENDINGS, ending_of, verdict_words

    ending = ending_of(story)
    decisions = f"{counted(told['decisions'], 'decision')}, " if told["decisions"] else ""
    flown = f", {story.end.path_m:.0f} m" if story.end else ""
    flown_by = f", flown by {story.navigator}" if story.navigator else ""
    console.print(f"{ending}: {decisions}{counted(told['steps'], 'step')}{flown}{flown_by}", soft_wrap=True)
    for words in (ENDINGS.get(ending, ""), verdict_words(story)):
        if words:
            console.print(words, soft_wrap=True)
    for name, path in files.items():
        console.print(f"{name}: {path}", soft_wrap=True)
