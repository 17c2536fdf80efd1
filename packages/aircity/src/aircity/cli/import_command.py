"""`aircity import` and `remove`: real cities from files, with an account of what is not in the scene."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from aircity.city.imports.report import Finding, ImportReport
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar
from aircity.machine.folders import program

_MOST_KINDS = 3
_ORDER = ("left out", "repaired", "guessed")


def import_file(
    file: Annotated[Path, typer.Argument(help="CityJSON, CityJSONSeq or GeoJSON/OSM.")],
    name: Annotated[str, typer.Option(help="Name to keep it under; default from the file.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Import a real city and keep it under a name; says what was left out, repaired or guessed, and why.

    Example: aircity import delft.city.json --name delft && aircity render delft
    """
    from aircity.city.imports import import_city
    from aircity.city.library import check_name, keep_scene, name_from_file

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
    is_door = program() == "airanchor"
    console.print(
        f"Kept as {chosen}. Look at it: {'airanchor sim' if is_door else 'aircity'} render {chosen}"
    )
    if is_door:
        console.print(f"What one can ask for there: airanchor sim objects {chosen}")


def remove(
    name: Annotated[str, typer.Argument(help="The name that it was imported under.")],
    as_json: JsonFlag = False,
) -> None:
    """Remove an imported city from this machine; the file that it came from stays where it is.

    Example: aircity remove delft
    """
    from aircity.city.library import remove_scene

    gone = remove_scene(name)
    if as_json:
        print_json({"name": name, "file": str(gone)})
        return
    console.print(f"Removed {name}.")


def _describe(report: ImportReport) -> None:
    console.print(report.summary(), soft_wrap=True)
    if not report.findings:
        console.print("Nothing was left out, repaired or guessed.")
        return
    console.print(_table(report.findings))


def _table(findings: Sequence[Finding]) -> Table:
    """One row for each reason, with the kinds that it struck most; --json has every one."""
    groups: dict[tuple[int, str], list[Finding]] = {}
    for item in findings:
        groups.setdefault((_ORDER.index(item.outcome), item.reason), []).append(item)
    table = Table("outcome", "count", "reason", "what, most often", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    before = ""
    for (order, reason), items in sorted(groups.items(), key=lambda pair: (pair[0][0], -_total(pair[1]))):
        outcome = "" if _ORDER[order] == before else _ORDER[order]
        table.add_row(*(Text(cell) for cell in (outcome, str(_total(items)), reason, _struck(items))))
        before = _ORDER[order]
    return table


def _total(items: Sequence[Finding]) -> int:
    return sum(item.count for item in items)


def _struck(items: Sequence[Finding]) -> str:
    """The kinds with their counts, or an example where kinds are not known."""
    named = [f"{item.kind} {item.count}" for item in items if item.kind]
    more = f" and {len(named) - _MOST_KINDS} more kinds" if len(named) > _MOST_KINDS else ""
    return ", ".join(named[:_MOST_KINDS]) + more if named else items[0].example
