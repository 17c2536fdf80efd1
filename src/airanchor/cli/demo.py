"""`airanchor demo`: something to look at, one command after installing."""

from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.output import JsonFlag, print_json

DEMO_SCENE = "copper-bay"


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the pictures and the recording.")] = Path("out/demo"),
    as_json: JsonFlag = False,
) -> None:
    """Fly a short scripted tour through a city and write pictures of it.

    Writes a strip of views (strip.png), a moving picture (tour.gif) and the recording (trace/).

    Example: airanchor demo --out /tmp/demo
    """
    from airanchor.cli.tours import describe_tour, record_tour

    tour = record_tour(DEMO_SCENE, out, seed=1, size_px=384)
    if as_json:
        print_json(tour.to_json())
    else:
        describe_tour(tour)
