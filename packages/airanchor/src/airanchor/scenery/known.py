"""The city that a recording or a memory names, if this machine has it; names never become paths."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from airanchor.drawing import CityGround
from airanchor.errors import AirAnchorError
from airanchor.scenery.ground import ground_of
from aircity.city.catalogue import SCENES
from aircity.city.city import City, rendered
from aircity.city.conditions import CLEAR, Conditions
from aircity.city.library import imported_names, open_scene
from aircity.city.scene import CityScene

_GENERATED = re.compile(r"[a-z][a-z-]{0,40}@\d{1,9}")
Progress = Callable[[str, float], None]


@contextmanager
def known_city(scene: str, facts: Mapping[str, object] | None = None) -> Iterator[City | str]:
    """The city of that name under the conditions that the facts tell of, or a sentence why there is none."""
    found = find_scene(scene, facts or {})
    if isinstance(found, str):
        yield found
        return
    with flown_city(found, facts or {}) as city:
        yield city


@contextmanager
def flown_city(scene: CityScene, facts: Mapping[str, object]) -> Iterator[City]:
    """The city as it was when it was flown in: with the traffic that a recording's facts tell of."""
    with rendered(scene, _conditions(facts, scene)) as city:
        yield city


def known_ground(scene: str) -> CityGround | None:
    """The ground of the city of that name, or None where this machine knows no such city."""
    found = find_scene(scene, {})
    return None if isinstance(found, str) else ground_of(found)


def find_scene(scene: str, facts: Mapping[str, object], progress: Progress | None = None) -> CityScene | str:
    """The scene of that name, or a sentence why there is none; built for the first time, it takes a while."""
    if facts.get("world", "city") != "city":
        return "flown outside the embedded cities, so there is no map of the ground"
    if not (scene in SCENES or _GENERATED.fullmatch(scene) or scene in imported_names()):
        return f"the city {scene[:80]!r} is not on this machine; give it with --scene, if you have its file"
    try:
        return open_scene(scene, progress=progress)
    except AirAnchorError as error:
        return f"the city {scene[:80]!r} cannot be opened: {error}"


def _conditions(facts: Mapping[str, object], scene: CityScene) -> Conditions:
    """Traffic alone: noise is of the sensors, and not of what one looks at."""
    level, seed = facts.get("traffic", 0), facts.get("world_seed", 0)
    if not (isinstance(level, int) and isinstance(seed, int) and scene.ways and level):
        return CLEAR
    try:
        return Conditions(traffic=level, seed=seed)
    except AirAnchorError:
        return CLEAR
