"""`airanchor sim objects`: what one can ask for in a city, for people who fly there."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from airanchor.bench.scene_objects import ObjectKind, Place, describe_count, list_kinds
from airanchor.errors import InputError
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar

_MOST_WORDS = 6
NOTE = "The ground truth of the scene, for people who choose what to ask; no agent ever sees it."


def objects(
    scene: Annotated[str, typer.Argument(help="Catalogue name, style@seed, imported name, or file.")],
    near: Annotated[str, typer.Option(help="NORTH,EAST in metres: the nearest things first.")] = "",
    word: Annotated[str, typer.Option(help="Only what this word is said of, as in tower or red.")] = "",
    pictures: Annotated[
        Path | None, typer.Option(help="Also write a picture of each kind: a page (.html) or a sheet (.png).")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List what one can ask for in a city: each kind, what tells its things apart, and a sentence to try.

    Landmarks come first and ordinary houses last. Heights are of the top above the ground. This is the ground
    truth of the scene, for people who choose what to ask: no agent ever sees it.

    Example: airanchor sim objects copper-bay --word crane --pictures out/objects.html
    """
    from aircity.city.starts import start_of
    from aircity.cli.pictures.cards import check_cards_file
    from aircity.cli.worlds import open_city

    if pictures:
        check_cards_file(pictures)
    place = _parse_place(near) if near else None
    with open_city(scene) as city:
        start = start_of(scene)
        around = place or ((start[0], start[1]) if start else None)
        kinds = list_kinds(city.scene, around, word=word, by_distance=place is not None)
        if not kinds:
            raise InputError(f"nothing in {scene} is called {word!r}; leave out --word to see what there is")
        if pictures:
            _write_pictures(pictures, scene, city, kinds)
    if as_json:
        files = {"pictures": str(pictures)} if pictures else {}
        print_json({"scene": scene, "note": NOTE, "kinds": [to_json(kind) for kind in kinds], "files": files})
        return
    for kind in kinds:
        _print_kind(kind)
    if pictures:
        console.print(f"{len(kinds)} pictures: {pictures}", soft_wrap=True)


def to_json(kind: ObjectKind) -> dict[str, Any]:
    """One kind as plain values."""
    return {
        "kind": kind.category,
        "count": kind.count,
        "told_apart_by": dict(kind.told_apart_by),
        "example": {
            "north_m": round(kind.place[0], 1),
            "east_m": round(kind.place[1], 1),
            "height_m": round(kind.example.z_max_m, 1),
            "away_m": round(kind.away_m, 1),
            "attributes": list(kind.example.attributes),
            "name": kind.example.name,
        },
        "sentence": kind.sentence,
        "unique": kind.unique,
    }


def _print_kind(kind: ObjectKind) -> None:
    line = Text(f"{describe_count(kind)}", style="bold")
    line.append(f"  one at {_place(kind)}", style="not bold")
    if kind.told_apart_by:
        words = [f"{word} {count}" for word, count in kind.told_apart_by[:_MOST_WORDS]]
        line.append("; " + ", ".join(words), style="not bold dim")
    console.print(line, soft_wrap=True)
    console.print(Text(f"    {kind.sentence}", style="cyan"), soft_wrap=True)


def _place(kind: ObjectKind) -> str:
    return f"{kind.place[0]:.0f},{kind.place[1]:.0f}, {kind.example.z_max_m:.0f} m high"


def _parse_place(text: str) -> Place:
    try:
        north, east = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"place {text!r} is not NORTH,EAST in metres, as in 20,-35") from None
    if not (abs(north) < 1e6 and abs(east) < 1e6):
        raise InputError(f"place {text!r} is not in any city; give metres from its middle, as in 20,-35")
    return (north, east)


def _write_pictures(path: Path, name: str, city: Any, kinds: list[ObjectKind]) -> None:
    from aircity.cli.pictures.cards import Card, save_cards
    from aircity.cli.pictures.object_views import picture_of

    cards = []
    with progress_bar(total=len(kinds)) as bar:
        for kind in kinds:
            picture = picture_of(city.renderer, city.scene, kind.example.id)
            cards.append(Card(describe_count(kind), f"one at {_place(kind)}", kind.sentence, picture))
            bar.advance(kind.category)
    credit = f" {city.scene.attribution}" if city.scene.attribution else ""
    save_cards(path, f"What one can ask for in {name}", NOTE + credit, cards)
