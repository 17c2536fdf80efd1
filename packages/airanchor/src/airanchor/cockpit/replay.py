"""The replay of a flown turn over its city, as `airanchor view` makes it."""

from collections.abc import Iterator
from contextlib import contextmanager

from airanchor.cockpit.sessions import FlownTurn
from airanchor.scenery import CityPainter, flown_city, known_city
from airanchor.trace import read_trace
from airanchor.viewer.page import build_page
from airanchor.viewer.story import FlightStory, tell
from aircity.city.city import City
from aircity.city.scene import CityScene


def replay_page(turn: FlownTurn, scene: CityScene | None = None) -> str:
    """The page of a turn; `scene` is the city that is open, which may be one of no name (a file)."""
    trace = read_trace(turn.trace_folder)
    with _city_of(tell(trace), scene) as city:
        if isinstance(city, str):
            return build_page(trace, no_city=city)
        return build_page(trace, CityPainter(city))


@contextmanager
def _city_of(story: FlightStory, scene: CityScene | None) -> Iterator[City | str]:
    """A city of its own renderer, since the open one is being flown in; or why there is none."""
    found = (
        flown_city(scene, story.settings)
        if scene is not None and scene.name == story.scene_id
        else known_city(story.scene_id, story.settings)
    )
    with found as city:
        yield city
