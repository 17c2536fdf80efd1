"""`airanchor sim import`: a real city from a file, with a short account of what is not in the scene."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from airanchor.cli.output import JsonFlag, console, print_json, progress_bar
from airanchor.sim.city.imports.report import Finding, ImportReport

_MOST_ROWS = 16
_ORDER = ("left out", "repaired", "guessed")


def import_file(
    file: Annotated[Path, typer.Argument(help="CityJSON, CityJSONSeq or GeoJSON/OSM.")],
    name: Annotated[str, typer.Option(help="Name to keep it under; default from the file.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Import a real city and keep it under a name; says what was left out, repaired or guessed, and why.

    Example: airanchor sim import delft.city.json --name delft && airanchor sim render delft
    """
    from airanchor.sim.city.imports import import_city
    from airanchor.sim.city.library import check_name, keep_scene, name_from_file

    chosen = check_name(name) if name else name_from_file(file)
    with progress_bar(total=100) as bar:
        imported = import_city(file, name=chosen, progress=bar.says)
    kept = keep_scene(chosen, imported.scene)
    attribution = imported.scene.attribution
    if as_json:
        print_json({"name": chosen, "file": str(kept), "attribution": attribution, **asdict(imported.report)})
        return
    _describe(imported.report)
    if attribution:
        console.print(f"Show with its pictures: {attribution}", soft_wrap=True)
    console.print(f"Kept as {chosen}. Look at it: airanchor sim render {chosen}")
    console.print(f"What one can ask for there: airanchor sim objects {chosen}")


def _describe(report: ImportReport) -> None:
    console.print(report.summary(), soft_wrap=True)
    rows = sorted(report.findings, key=lambda item: (_ORDER.index(item.outcome), -item.count))
    if not rows:
        console.print("Nothing was left out, repaired or guessed.")
        return
    console.print(_table(rows[:_MOST_ROWS]))
    if rest := rows[_MOST_ROWS:]:
        more = sum(item.count for item in rest)
        console.print(f"and {len(rest)} more reasons, {more} times in all; --json has every one")


def _table(rows: Sequence[Finding]) -> Table:
    table = Table("outcome", "count", "kind", "reason", "for example", box=None)
    table.columns[1].justify = "right"
    before = ""
    for row in rows:
        outcome = "" if row.outcome == before else row.outcome
        table.add_row(*(Text(cell) for cell in (outcome, str(row.count), row.kind, row.reason, row.example)))
        before = row.outcome
    return table
