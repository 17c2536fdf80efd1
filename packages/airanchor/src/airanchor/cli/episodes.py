"""`airanchor episodes`: make, read, count, check, draw and import the benchmark's episodes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from airanchor.cli.fly.options import SPLITS_TOLD
from airanchor.errors import InputError
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airanchor.bench.episodes import Episode
    from aircity.city.library import Progress
    from aircity.city.scene import CityScene

FAILED = 1

episodes_app = typer.Typer(
    help="Episodes to fly: instructions with paths in cities, in AerialVLN's JSON format.\n\n"
    f"These splits come with this software: {SPLITS_TOLD}.\n"
    "AerialVLN's own files are read as they are published.\n\n"
    "  airanchor episodes stats dev\n\n"
    "  airanchor episodes show dev-proving-ground-000-a",
    no_args_is_help=True,
    rich_markup_mode=None,
)

SourceArgument = Annotated[
    str,
    typer.Argument(help=f"A split ({SPLITS_TOLD}) or a file (.json[.gz])."),
]


@episodes_app.command()
def make(
    out: Annotated[Path, typer.Option(help="The file to write: .json or .json.gz.")],
    split: Annotated[str, typer.Option(help="train, dev, val_seen, val_unseen or hard, made anew.")] = "",
    scenes: Annotated[str, typer.Option(help="Or: cities by name, separated by commas.")] = "",
    paths: Annotated[int, typer.Option(help="Paths per city, with --scenes.", min=1, max=500)] = 10,
    seed: Annotated[int, typer.Option(help="Decides the paths and texts, with --scenes.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Make episodes: free paths past landmarks, three instructions each; the same seed, the same file.

    The paths of hard are made anew too, but its instructions are those that writers gave them.

    Example: airanchor episodes make --split dev --out dev.json

    Example: airanchor episodes make --scenes copper-bay,downtown@42 --paths 5 --seed 7 --out mine.json.gz
    """
    from airanchor.bench.episodes import SPLITS, write_episodes
    from airanchor.bench.episodes.splits import SEED, Split, episodes_made, make_split

    cities = _names(scenes)
    if bool(split) == bool(cities):
        raise InputError("give either --split or --scenes")
    if split and split not in SPLITS:
        raise InputError(f"unknown split {split!r}; valid are {', '.join(SPLITS)}")
    wanted = SPLITS[split] if split else Split("own", cities, paths * len(cities))
    with progress_bar(total=wanted.paths) as bar:
        made = make_split(wanted, seed=SEED if split else seed, on_progress=bar.advance)
    found = episodes_made(wanted, made)
    write_episodes(out, found)
    summary = {"episodes": len(found), "paths": len({one.trajectory_id for one in found}), "file": str(out)}
    if as_json:
        print_json(summary)
    else:
        console.print(
            f"Wrote {summary['episodes']} episodes on {summary['paths']} paths to {out}", soft_wrap=True
        )


@episodes_app.command()
def stats(
    source: SourceArgument,
    plot: Annotated[
        Path | None, typer.Option(help="A chart of histograms to write: .pdf, .svg or .png.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Count episodes: path lengths, actions, words, landmarks, turns, altitudes, beside AerialVLN-S's paper.

    Example: airanchor episodes stats val_unseen --plot out/val_unseen.png
    """
    from airanchor.bench.charts import check_chart_file, write_chart
    from airanchor.bench.episodes.histograms import histogram_chart
    from airanchor.bench.episodes.stats import PAPER_S, measures, summarise

    if plot is not None:
        check_chart_file(plot)
    episodes = _open(source)
    summary = summarise(episodes)
    if plot is not None:
        title = f"{source}: {len(episodes)} episodes"
        write_chart(histogram_chart(measures(episodes), PAPER_S, title), plot)
        summary["files"] = {"plot": str(plot)}
    if as_json:
        print_json(summary)
        return
    console.print(
        f"{source}: {summary['episodes']} episodes on {summary['paths']} paths "
        f"in {len(summary['scenes'])} scenes"
    )
    table = Table("per path or instruction", "mean", "median", "least", "most", "AerialVLN-S (its paper)")
    for name, row in summary["figures"].items():
        if row is not None:
            paper = row.get("aerialvln_s_paper_mean")
            cells = [f"{row[key]:g}" for key in ("mean", "median", "min", "max")]
            table.add_row(name.replace("_", " "), *cells, "" if paper is None else f"{paper:g}")
    console.print(table)
    console.print(
        ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in summary["variety"].items())
    )


@episodes_app.command()
def check(source: SourceArgument, as_json: JsonFlag = False) -> None:
    """Check a file: format, replay of actions, collisions where the city is known, truth of our own texts.

    Exit code 1 if an episode of a known city collides or says something untrue.

    Example: airanchor episodes check AerialVLN-S/val_seen.json
    """
    from airanchor.bench.episodes import SPLIT_NAMES, read_episodes
    from airanchor.bench.episodes.checks import check_episodes

    document: dict[str, Any] = {"source": source}
    if source in SPLIT_NAMES:
        episodes: Sequence[Episode] = _open(source)
    else:
        episodes, report = read_episodes(source)
        document["format"] = report.to_json()
    with progress_bar(total=len(episodes)) as bar:
        checked = check_episodes(episodes, on_progress=bar.advance)
    document["checks"] = checked.to_json()
    if as_json:
        print_json(document)
    else:
        _tell_check(len(episodes), document)
    if checked.problems:
        raise typer.Exit(FAILED)


@episodes_app.command()
def show(
    episode_id: Annotated[str, typer.Argument(help="An episode or path id, as in dev-proving-ground-000-a.")],
    source: Annotated[str, typer.Option("--in", help="The split or file; default: the id's own split.")] = "",
    out: Annotated[Path, typer.Option(help="The picture to write: .png, .jpg or .svg.")] = Path(
        "out/episode.png"
    ),
    size: Annotated[int, typer.Option(help="Width and height in pixels.", min=200, max=4000)] = 1000,
    as_json: JsonFlag = False,
) -> None:
    """Print an episode and draw its path and landmarks from above.

    Example: airanchor episodes show dev-proving-ground-000-a --out out/episode.png
    """
    from airanchor.bench.episodes import path_length_m
    from airanchor.bench.episodes.picture import draw_episode
    from airanchor.drawing import SCREEN_DPI, check_drawing_file, save_drawing
    from aircity.city.library import open_scene

    check_drawing_file(out)
    one = _find(_open(source or episode_id.split("-", 1)[0]), episode_id)
    summary: dict[str, Any] = {
        "episode": one.episode_id,
        "scene": one.scene_id,
        "instruction": one.instruction,
        "path_m": round(path_length_m(one.known_path()), 1),
        "actions": len(one.actions or ()),
        "start": [round(value, 2) for value in (*one.start.position.tolist(), one.start.heading_deg)],
        "goal": [round(value, 2) for value in one.known_goal().tolist()],
        "voice": one.facts.get("voice"),
    }
    if one.scene_id.isdigit():
        say("the scene is AerialVLN's own, so there is no map of it")
    else:
        save_drawing(draw_episode(one, open_scene(one.scene_id), size), out, dpi=SCREEN_DPI)
        summary["files"] = {"map": str(out)}
    if as_json:
        print_json(summary)
        return
    console.print(one.instruction + "\n", soft_wrap=True)
    for name, value in summary.items():
        if name != "instruction" and value is not None:
            console.print(f"{name}: {value}", soft_wrap=True)


@episodes_app.command("import-routes")
def import_routes_command(
    file: Annotated[
        Path, typer.Argument(help="Routes, one JSON object per line: id, text, latlon, start_heading.")
    ],
    city: Annotated[str, typer.Option(help="The imported city, or its GeoJSON file.")],
    out: Annotated[Path, typer.Option(help="The file to write: .json or .json.gz.")],
    map_file: Annotated[
        Path | None, typer.Option("--map", help="The GeoJSON that the city was imported from.")
    ] = None,
    height: Annotated[float, typer.Option(help="Metres above the street.", min=2.0, max=100.0)] = 10.0,
    as_json: JsonFlag = False,
) -> None:
    """Turn human route instructions with paths in degrees into episodes of an imported city.

    Routes that leave the city, cut a building or cannot be flown by 5 m steps are dropped and counted.

    Example: airanchor episodes import-routes routes.jsonl --city soho --map soho.geojson --out routes.json
    """
    from airanchor.bench.episodes import write_episodes
    from airanchor.bench.episodes.route_import import import_routes

    source = map_file or Path(city)
    if not source.is_file():
        raise InputError(f"no map at {str(source)!r}; give the city's GeoJSON file with --map")
    with progress_bar() as bar:
        scene = _open_city(city, bar.says)
        imported = import_routes(
            file, scene, source, height_m=height, on_progress=lambda name: bar.says(name)
        )
    if not imported.episodes:
        raise InputError(
            f"none of the {imported.read} routes of {file} can be flown in {city}: {imported.dropped}"
        )
    write_episodes(out, imported.episodes)
    summary = {
        "read": imported.read,
        "episodes": len(imported.episodes),
        "dropped": imported.dropped,
        "file": str(out),
    }
    if as_json:
        print_json(summary)
    else:
        reasons = ", ".join(f"{count} {why}" for why, count in imported.dropped.items()) or "none dropped"
        console.print(
            f"{summary['episodes']} of {imported.read} routes written to {out}; {reasons}", soft_wrap=True
        )


def _open_city(city: str, progress: "Progress") -> "CityScene":
    """The city of that name; one that is given as a file is kept, so that its episodes can be flown."""
    from aircity.city.imports import import_city
    from aircity.city.library import keep_scene, name_from_file, open_scene

    path = Path(city)
    if not path.is_file() or path.suffix == ".npz":
        return open_scene(city, progress=progress)
    name = name_from_file(path)
    scene = import_city(path, name=name, progress=progress).scene
    keep_scene(name, scene)
    say(f"the city is kept as {name}, by which the episodes name it")
    return scene


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _open(source: str) -> "list[Episode]":
    """A split by name, or a file; what is odd in a file is told on stderr."""
    from airanchor.bench.episodes import SPLIT_NAMES, load_split, read_episodes

    if source in SPLIT_NAMES:
        return load_split(source)
    if not Path(source).is_file():
        raise InputError(f"{source!r} is neither a split ({', '.join(SPLIT_NAMES)}) nor a file")
    episodes, report = read_episodes(source)
    for one in report.oddities:
        say(f"{one.what}: {one.count} ({', '.join(one.examples)})")
    return episodes


def _find(episodes: "Sequence[Episode]", wanted: str) -> "Episode":
    for one in episodes:
        if wanted in (one.episode_id, one.trajectory_id):
            return one
    first = ", ".join(one.episode_id for one in episodes[:3])
    raise InputError(f"no episode {wanted!r} among {len(episodes)}; ids look like {first}")


def _tell_check(count: int, document: dict[str, Any]) -> None:
    console.print(f"{document['source']}: {count} episodes")
    if "format" in document:
        told = document["format"]
        console.print(
            f"format: {told['dropped']} unusable; actions replayed onto the path in {told['replayed']}"
        )
        for one in told["oddities"]:
            console.print(f"  {one['what']}: {one['count']} ({', '.join(one['examples'])})", soft_wrap=True)
    checks = document["checks"]
    console.print(
        f"flown in their city: {checks['flown']}; texts compared with the truth: {checks['text_checked']}"
    )
    if checks["unknown_scenes"]:
        console.print(f"scenes not known here: {', '.join(checks['unknown_scenes'])}", soft_wrap=True)
    for row in checks["problems"][:20]:
        console.print(f"  {row['episode']}: {row['what']}", soft_wrap=True)
    console.print("no problem found" if not checks["problems"] else f"{len(checks['problems'])} problems")
