"""`airanchor sim dataset`: views of cities with depth, masks, objects and phrases, as plain files."""

from pathlib import Path
from typing import Annotated

import typer

from airanchor.errors import InputError
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar


def dataset(
    scenes: Annotated[list[str], typer.Argument(help="Catalogue names, style@seed, imported names, files.")],
    out: Annotated[Path, typer.Option(help="A new or empty folder.")] = Path("out/dataset"),
    views: Annotated[int, typer.Option(help="Views per scene.", min=1)] = 20,
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=32, max=4096)] = 512,
    seed: Annotated[
        int, typer.Option(help="Another seed, other views; the same seed, the same files.", min=0)
    ] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Export views with depth, object masks and phrases; docs/dataset.md describes the files.

    Example: airanchor sim dataset proving-ground downtown@42 --views 50 --out out/dataset
    """
    from airanchor.bench.grounding.export import export_dataset

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is not an empty folder; choose another with --out or remove it")
    with progress_bar(total=len(scenes) * views) as bar:
        summary = export_dataset(
            out, tuple(scenes), views_per_scene=views, size_px=size, seed=seed, progress=bar.advance
        )
    if as_json:
        print_json(summary)
    else:
        console.print(
            f"Wrote {summary['images']} views, {summary['annotations']} masks and {summary['phrases']} "
            f"phrases to {out}. Start at {out / 'annotations.json'}.",
            soft_wrap=True,
        )
