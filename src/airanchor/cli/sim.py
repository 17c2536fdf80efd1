"""`airanchor sim`: look at cities, fly tours, bring your own city, measure speed."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from airanchor.cli import dataset, sim_import, sim_list, sim_objects, sim_pictures
from airanchor.cli.output import JsonFlag, console, print_json, progress_bar, say

app = typer.Typer(
    help="Cities to fly in: list, ask what is there, look, tour, import, check, measure.\n\n"
    "A city is named by its catalogue name (airanchor sim list), by style and seed (downtown@42),\n"
    "by the name it was imported under, or by a file (CityJSON, CityJSONSeq, GeoJSON).",
    no_args_is_help=True,
    rich_markup_mode=None,
)

SceneArgument = Annotated[str, typer.Argument(help="Catalogue name, style@seed, imported name, or file.")]

app.command("list")(sim_list.list_scenes)
app.command()(sim_objects.objects)


@app.command()
def tour(
    scene: SceneArgument,
    out: Annotated[Path, typer.Option(help="Folder for pictures and recording.")] = Path("out/tour"),
    start: Annotated[str, typer.Option(help="Where from: NORTH,EAST,UP[,HEADING] in m and degrees.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed, another route.", min=0)] = 0,
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
    as_json: JsonFlag = False,
) -> None:
    """Fly a scripted tour: down into the streets and out again, with legal actions only.

    Example: airanchor sim tour old-abbey --seed 3 --out out/abbey
    """
    from airanchor.cli.tours import describe_tour, record_tour
    from airanchor.cli.worlds import parse_pose

    flown = record_tour(scene, out, seed=seed, size_px=size, start=parse_pose(start) if start else None)
    if as_json:
        print_json(flown.to_json())
    else:
        describe_tour(flown)


@app.command()
def check(
    scene: SceneArgument,
    collision: Annotated[Literal["solid", "airvln"], typer.Option(help="How contact is treated.")] = "solid",
    seed: Annotated[int, typer.Option(help="Another seed, another place to check from.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Run the conformance kit on a city's world: depth, directions, collisions, views.

    Exit code 1 when a rule is broken.

    Example: airanchor sim check old-abbey
    """
    import numpy as np

    from airanchor.cli.worlds import open_city
    from airanchor.sim.checks import Capabilities, choose_start, examine_simulator

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


@app.command()
def bench(
    scene: Annotated[str, typer.Option(help="The city to render.")] = "",
    rounds: Annotated[int, typer.Option(help="Interleaved rounds; the median counts.", min=1)] = 5,
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
    as_json: JsonFlag = False,
) -> None:
    """Time our renderer and three peers on the same city, in interleaved rounds of one run.

    An absent peer shows its install line, and no ratio is claimed for it.

    Example: pip install '.[peers]' && airanchor sim bench
    """
    from airanchor.sim.city.bench import run_bench
    from airanchor.sim.city.catalogue import SCENES
    from airanchor.sim.city.library import open_scene

    chosen = scene or next(iter(SCENES))
    with progress_bar(total=100) as bar:
        city = open_scene(chosen, progress=bar.says)
    say(f"timing {chosen}, {len(city.mesh):,} triangles, {size}x{size} px, {rounds} rounds")
    result = run_bench(city, rounds=rounds, size=size)
    if as_json:
        print_json(asdict(result))
        return
    table = Table("renderer", "wall ms", "CPU ms", "its time / ours", "what it renders, or how to get it")
    for row in result.rows:
        figures = [_number(value) for value in (row.wall_ms, row.cpu_ms, row.ratio)]
        table.add_row(row.name, *figures, Text(row.renders if row.wall_ms else f"{row.note}: {row.install}"))
    console.print(table)
    console.print(
        f"Medians of {result.rounds} interleaved rounds over {result.views} views of {result.scene}; "
        "the ratio is the median of the rounds; above 1, ours is faster."
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


app.command("import")(sim_import.import_file)
app.command()(sim_pictures.render)
app.command()(sim_pictures.sheet)
app.command()(sim_pictures.gallery)
app.command()(dataset.dataset)
