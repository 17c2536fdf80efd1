"""Making the paths and instructions of a scene: the same seed gives the same episodes on every machine."""

import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from airanchor.bench.episodes.paths.quality import USUAL, Route, RouteRange, is_rich
from airanchor.bench.episodes.paths.route import make_route
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.telling.teller import VOICES, ToldInstruction, tell
from airanchor.errors import SimulatorError
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer

TELLINGS = 3
_ATTEMPTS = 500
_VOICE_CHANCES = (0.28, 0.18, 0.18, 0.18, 0.18)


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """One path with its instructions."""

    scene: str
    index: int
    route: Route
    tellings: tuple[ToldInstruction, ...]


def make_paths(
    scene: str,
    count: int,
    *,
    seed: int,
    purpose: str,
    wanted: RouteRange = USUAL,
    tellings: int = TELLINGS,
    on_progress: Callable[[str], None] = lambda _name: None,
) -> list[Made]:
    """`count` paths in a scene; those of one purpose never meet those of another except by chance."""
    city = open_scene(scene)
    renderer = Renderer(city)
    try:
        scout = Scout(city, renderer)
        made: list[Made] = []
        for index in range(count):
            route = _fresh_route(scout, made, _numbers(scene, purpose, seed, index, 0), wanted)
            rng = _numbers(scene, purpose, seed, index, 1)
            made.append(Made(city.name, index, route, _tellings(scout, route, rng, tellings)))
            on_progress(city.name)
        return made
    finally:
        renderer.close()


def _numbers(scene: str, purpose: str, seed: int, index: int, which: int) -> np.random.Generator:
    return np.random.default_rng(
        [seed, zlib.crc32(scene.encode()), zlib.crc32(purpose.encode()), index, which]
    )


def _fresh_route(scout: Scout, made: list[Made], rng: np.random.Generator, wanted: RouteRange) -> Route:
    """A route unlike those made before: another start, and no landmark as the goal too often."""
    goals = Counter(one.route.legs[-1].landmark for one in made)
    starts = [one.route.poses[0].position for one in made]
    for _ in range(_ATTEMPTS):
        route = make_route(scout, rng, wanted)
        if route is None or goals[route.legs[-1].landmark] >= wanted.paths_per_goal:
            continue
        if not is_rich(scout, route, wanted):
            continue
        here = route.poses[0].position
        if all(np.linalg.norm(here - other) >= wanted.starts_apart_m for other in starts):
            return route
    raise SimulatorError(
        f"found no new path in {scout.scene.name} after {_ATTEMPTS} attempts ({len(made)} made); "
        "ask for fewer paths or a larger scene"
    )


def _tellings(
    scout: Scout, route: Route, rng: np.random.Generator, count: int
) -> tuple[ToldInstruction, ...]:
    voices = rng.choice(len(VOICES), size=count, replace=False, p=_VOICE_CHANCES)
    areas = {object_id: category for object_id, (category, _) in scout.crossed.items()}
    heights = [route.poses[leg.last].z_m for leg in route.legs]
    return tuple(
        tell(route.legs, scout.landmarks, areas, heights, voice=VOICES[index], rng=rng)
        for index in voices.tolist()
    )
