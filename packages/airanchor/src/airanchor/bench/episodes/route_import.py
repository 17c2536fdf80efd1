"""Human route instructions over a real street network, turned into episodes of an imported city."""

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from airanchor.bench.episodes.episode import Episode, replay
from airanchor.bench.episodes.paths.airways import Place
from airanchor.bench.episodes.paths.pilot import Pilot
from airanchor.errors import InputError, UnfitFile
from aircity.city.imports.documents import read_source
from aircity.city.imports.geojson.document import place_degrees
from aircity.city.imports.report import Tally
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Pose
from aircity.machine.untrusted import read_text
from aircity.world.action import Action

MOST_BYTES = 200_000_000
MOST_ROUTES = 100_000
_FARTHEST_M = 6.0
"""How far the flown path may leave the given one."""

_Pair = Annotated[list[Annotated[float, Field(allow_inf_nan=False)]], Field(min_length=2, max_length=2)]


class _Route(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: int | str
    text: str = Field(min_length=1, max_length=8000)
    start_heading: float | None = Field(default=None, allow_inf_nan=False)
    latlon: list[_Pair] = Field(default_factory=list, max_length=5000)


@dataclass(frozen=True, slots=True)
class ImportedRoutes:
    """The usable routes, and why the others are not."""

    episodes: tuple[Episode, ...]
    read: int
    dropped: dict[str, int]


def import_routes(
    path: str | Path,
    scene: CityScene,
    map_file: str | Path,
    *,
    height_m: float = 10.0,
    on_progress: Callable[[str], None] = lambda _name: None,
) -> ImportedRoutes:
    """Fly each route `height_m` above the street by legal primitives; what cannot be flown is dropped.

    `map_file` is the GeoJSON that the scene was made from: it says where degrees lie in the scene's frame.
    """
    rows = _read(Path(path))
    renderer = Renderer(scene)
    dropped: Counter[str] = Counter()
    found: list[Episode] = []
    try:
        for route, places in _placed(rows, Path(map_file)):
            on_progress(scene.name)
            made = "not a route" if route is None else _fly(route, scene, renderer, places, height_m)
            if isinstance(made, str):
                dropped[made] += 1
            else:
                found.append(made)
    finally:
        renderer.close()
    return ImportedRoutes(tuple(found), len(rows), dict(sorted(dropped.items())))


def _placed(rows: list[Any], map_file: Path) -> list[tuple[_Route | None, list[Place]]]:
    """Every row with its points in the scene's frame; None for what is not a route."""
    routes = [_parsed(row) for row in rows]
    degrees = [(lon, lat) for route in routes if route is not None for lat, lon in route.latlon]
    frame = read_source(map_file, Tally()).documents[0]
    local = iter(place_degrees(frame, np.array(degrees, dtype=np.float64).reshape(-1, 2)).tolist())
    placed: list[tuple[_Route | None, list[Place]]] = []
    for route in routes:
        points = [(x, y) for _, (x, y) in zip(route.latlon if route else (), local, strict=False)]
        placed.append((route, [p for index, p in enumerate(points) if index == 0 or p != points[index - 1]]))
    return placed


def _parsed(row: Any) -> _Route | None:
    try:
        return _Route.model_validate(row)
    except ValidationError:
        return None


def _read(path: Path) -> list[Any]:
    if not path.is_file():
        raise InputError(f"no route file at {str(path)!r}; give a .jsonl with one route per line")
    try:
        lines = read_text(path, MOST_BYTES).splitlines()[:MOST_ROUTES]
        return [json.loads(line) for line in lines if line.strip()]
    except UnfitFile as error:
        raise InputError(f"{error}; split it") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON lines ({error}); one JSON object per line is read") from error


def _fly(
    route: _Route, scene: CityScene, renderer: Renderer, places: list[Place], height_m: float
) -> Episode | str:
    if len(places) < 2:
        return "fewer than two points"
    bounds = scene.bounds
    if not all(
        bounds.x_min_m <= x <= bounds.x_max_m and bounds.y_min_m <= y <= bounds.y_max_m for x, y in places
    ):
        return "leaves the city"
    z_m = _ground_m(renderer, places[0]) + height_m
    first, second = places[0], places[1]
    heading = math.atan2(second[1] - first[1], second[0] - first[0])
    if route.start_heading is not None:
        heading = math.radians((route.start_heading + 180.0) % 360.0 - 180.0)
    start = Pose(*first, z_m, heading)
    if not renderer.is_free(start.position, 0.5):
        return "starts inside something"
    pilot = Pilot(start, renderer, bounds, margin_m=0.0)
    corners = simplified(places)
    if not pilot.follow(corners, most_actions=1000):
        return "cuts a building"
    actions = (*pilot.actions, Action.STOP)
    rows = np.array([pose.position for pose in replay(start, actions)])
    if distance_to_line_m(rows[:, :2], np.array(places)).max() > _FARTHEST_M:
        return "cannot be followed by 5 m steps"
    return Episode(
        episode_id=f"route-{route.id}",
        trajectory_id=f"route-{route.id}",
        scene_id=scene.name,
        split="routes",
        instruction=" ".join(route.text.split()),
        start=start,
        goal=rows[-1],
        reference_path=rows,
        actions=actions,
        facts={"source": "human route", "height_m": height_m},
    )


def _ground_m(renderer: Renderer, place: tuple[float, float]) -> float:
    """The height of the street: the lowest surface on the way down, seen from just above it."""
    hits = renderer.raycast([[place[0], place[1], 3.0]], [[0.0, 0.0, -1.0]], 50.0)
    distance = float(hits.distance_m[0])
    return 3.0 - distance if math.isfinite(distance) else 0.0


def simplified(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Corners at least 12 m apart, the last point always kept: steps of 5 m cannot follow finer ones."""
    kept = [places[0]]
    for place in places[1:-1]:
        if math.dist(place, kept[-1]) >= 12.0:
            kept.append(place)
    return [*kept[1:], places[-1]]


def distance_to_line_m(points: Any, line: Any) -> Any:
    """The distance of points (n, 2) to a polyline (m, 2)."""
    starts, along = line[:-1], np.diff(line, axis=0)
    lengths = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(((points[:, None] - starts) * along).sum(axis=2) / lengths, 0.0, 1.0)
    nearest = starts + share[..., None] * along
    return np.linalg.norm(points[:, None] - nearest, axis=2).min(axis=1)
