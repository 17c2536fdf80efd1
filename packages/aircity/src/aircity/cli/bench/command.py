"""`aircity bench`: the renderer and its peers on one city."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, say


def bench(
    scene: Annotated[str, typer.Option(help="The city to render.")] = "",
    rounds: Annotated[int, typer.Option(help="Interleaved rounds; the median counts.", min=1)] = 5,
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
    as_json: JsonFlag = False,
) -> None:
    """Time our renderer and three peers on the same city, in interleaved rounds of one run.

    An absent peer shows its install line, and no ratio is claimed for it.

    Example: pip install './packages/aircity[peers]' && aircity bench
    """
    from aircity.city.catalogue import SCENES
    from aircity.city.library import open_scene
    from aircity.cli.bench.timing import run_bench

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
