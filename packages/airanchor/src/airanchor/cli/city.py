"""The city of a recorded flight for commands that picture it: by its name, or as it was typed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aircity.cli.terminal.output import progress_bar

if TYPE_CHECKING:
    from airanchor.drawing import CityGround
    from airanchor.scenery import CityPainter
    from airanchor.viewer.story import FlightStory

PLAIN = "left out with --plain"
CityOption = Annotated[
    str | None,
    typer.Option(
        "--scene", help="The city flown in, where the recording names one that is not here: a name or a file."
    ),
]
PlainFlag = Annotated[bool, typer.Option("--plain", help="Leave the city out of the map.")]


@contextmanager
def city_of(
    story: "FlightStory", typed: str | None = None, *, is_plain: bool = False
) -> Iterator["CityPainter | str"]:
    """What can picture the city of a flight, or a sentence why nothing can."""
    from airanchor.scenery import CityPainter, find_scene, flown_city
    from aircity.city.library import open_scene

    if is_plain:
        yield PLAIN
        return
    with progress_bar(total=100) as bar:
        found = (
            find_scene(story.scene_id, story.settings, bar.says)
            if typed is None
            else open_scene(typed, progress=bar.says)
        )
    if isinstance(found, str):
        yield found
        return
    with flown_city(found, story.settings) as city:
        yield CityPainter(city)


def ground_under(
    story: "FlightStory", folder: Path, typed: str | None = None, *, is_plain: bool = False
) -> "CityGround | None":
    """The ground of a flight's city, if it is known and the views kept are of it."""
    from airanchor.viewer.pictured_city import is_city_of
    from airanchor.viewer.pictures import images_of

    with city_of(story, typed, is_plain=is_plain) as city:
        if isinstance(city, str) or not is_city_of(city, story, images_of(folder)):
            return None
        return city.ground
