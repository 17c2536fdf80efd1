"""`aircity list`: the cities, where a flight in each starts, and a picture of each."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar


def list_scenes(
    pictures: Annotated[
        Path | None, typer.Option(help="Also write a picture of each city: a page (.html) or a sheet (.png).")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the cities: 12 seen, 5 unseen, 3 for tuning, and those imported here.

    The start (north, east, up in metres, heading in degrees) has free air and a view: it is where fly begins
    with seed 0, rounded to metres and degrees.

    Example: aircity list --pictures out/cities.html
    """
    from aircity.city.catalogue import SCENES
    from aircity.city.library import imported_names
    from aircity.city.procedural.styles import STYLE_NAMES
    from aircity.city.starts import start_text
    from aircity.cli.pictures.cards import check_cards_file

    if pictures:
        check_cards_file(pictures)
        _write_pictures(pictures, [*SCENES, *imported_names()])
    if as_json:
        rows = [{**asdict(spec), "start": start_text(spec.name)} for spec in SCENES.values()]
        files = {"files": {"pictures": str(pictures)}} if pictures else {}
        print_json({"scenes": rows, "imported": imported_names(), "styles": sorted(STYLE_NAMES), **files})
        return
    console.print(scene_table())
    if names := imported_names():
        console.print("Imported: " + ", ".join(names))
    console.print("Any other: style@seed, as in downtown@42; styles: " + ", ".join(sorted(STYLE_NAMES)))
    if pictures:
        console.print(f"Pictures: {pictures}", soft_wrap=True)


def scene_table() -> Table:
    """The named cities, in 80 columns."""
    from aircity.city.catalogue import SCENES
    from aircity.city.starts import start_text

    table = Table("name", "split", "style", "--start", "what it is like", box=None, pad_edge=False)
    for column in table.columns[:4]:
        column.no_wrap = True
    for spec in SCENES.values():
        table.add_row(spec.name, spec.split, spec.style, start_text(spec.name), spec.description)
    return table


def _write_pictures(path: Path, names: list[str]) -> None:
    from aircity.cli.pictures.cards import save_cards

    cards = []
    with progress_bar(total=len(names)) as bar:
        for name in names:
            cards.append(_card(name))
            bar.advance(name)
    save_cards(path, "Cities to fly in", "Each from the place where a flight starts by itself.", cards)


def _card(name: str) -> Any:
    from aircity.city.city import scenic_pose
    from aircity.city.starts import pose_text, start_of
    from aircity.cli.pictures.cards import HEIGHT_PX, WIDTH_PX, Card
    from aircity.cli.worlds import open_city
    from aircity.geometry import Camera, Pose

    with open_city(name) as city:
        start = start_of(name)
        pose = Pose.at(*start) if start else scenic_pose(city.surveyor())
        view = city.surveyor().view(pose, Camera.from_fov(WIDTH_PX, HEIGHT_PX))
        size = city.scene.bounds.x_max_m - city.scene.bounds.x_min_m
        about = ", ".join(filter(None, (city.scene.style, f"{size:.0f} m", city.scene.attribution)))
    return Card(name, about, f"--scene {name} --start {pose_text(pose)}", view.rgb)
