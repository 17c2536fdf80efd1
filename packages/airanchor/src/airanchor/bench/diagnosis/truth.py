"""What is true of an episode: its legs, where they end, and the outlines of their landmarks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import DiagnosedFlight
from airanchor.bench.diagnosis.views import Views
from airanchor.bench.episodes import Episode
from airanchor.bench.episodes.telling.facts import Leg
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene, SceneObject
from aircity.geometry import Camera


@dataclass(frozen=True, slots=True, eq=False)
class TrueObject:
    """An object of the scene with its outline."""

    row: SceneObject
    outline: shapely.Geometry

    @property
    def name(self) -> str:
        """What to call it in a report."""
        return " ".join((*self.row.attributes[:2], self.row.category, f"#{self.row.id}"))

    def distance_m(self, x_m: float, y_m: float) -> float:
        """How far a point is from the outline, seen from above."""
        return float(self.outline.distance(shapely.Point(x_m, y_m)))

    def holds(self, corners: Sequence[tuple[float, float]], point: Sequence[float] | None) -> bool:
        """Whether a measured footprint lies on this object: half of it, or its middle."""
        near = self.outline.buffer(THRESHOLDS.on_object_m)
        if point is not None and near.contains(shapely.Point(point[0], point[1])):
            return True
        measured = outline_of(corners)
        if measured.area <= 0:
            return False
        share = near.intersection(measured).area / measured.area
        return bool(share >= THRESHOLDS.on_object_share)


@dataclass(frozen=True, slots=True, eq=False)
class TrueLeg:
    """One leg of the reference."""

    number: int
    """From 1."""
    leg: Leg
    phrase: str
    """What the instruction calls the landmark, or its category where nobody has noted that."""
    wording: str
    """All that the instruction may say of it: the phrase, or the whole text where nobody has noted it."""
    landmark: TrueObject
    route: NDArray[np.float64]
    """The reference positions from the leg's start to its end, (n, 3)."""

    @property
    def end(self) -> NDArray[np.float64]:
        """Where it ends, (3,)."""
        end: NDArray[np.float64] = self.route[-1]
        return end

    def off_route_m(self, position: NDArray[np.float64], begun: NDArray[np.float64]) -> float:
        """How far a position (3,) is from the reference, or from the straight way to its end.

        `begun` (3,) is where the flight began the leg; all is seen from above.
        """
        here = shapely.Point(position[:2])
        ways = (shapely.LineString(self.route[:, :2]), shapely.LineString([begun[:2], self.end[:2]]))
        return float(min(way.distance(here) for way in ways))


class SceneTruth:
    """The objects of one city by id, and what can be seen of them."""

    def __init__(self, scene: CityScene, renderer: Renderer) -> None:
        self._things = {one.id: TrueObject(one, outline_of(one.footprint)) for one in scene.objects}
        self._renderer = renderer

    def thing(self, object_id: int) -> TrueObject | None:
        """The object, or None for an unknown id."""
        return self._things.get(object_id)

    def views(self, flown: DiagnosedFlight) -> Views:
        """What the flight's decisions truly saw."""
        camera = flown.camera or Camera.from_fov()
        return Views(self._renderer, camera, {one.number: one.pose for one in flown.decisions})


def outline_of(corners: Sequence[tuple[float, float]]) -> shapely.Geometry:
    """The hull-free outline of corners; a point, a segment or a sliver where there is hardly any area."""
    shape = shapely.Polygon(corners if len(corners) > 2 else ())
    mended = shape if shape.is_valid else shape.buffer(0)
    return shapely.MultiPoint(list(corners)).convex_hull if mended.is_empty else mended


def true_legs(episode: Episode, truth: SceneTruth) -> tuple[TrueLeg, ...]:
    """The legs of an episode; none where its file has no facts or its landmarks are not in the scene."""
    rows, mentions = episode.facts.get("legs", ()), episode.facts.get("mentions", ())
    if not rows or episode.reference_path is None:
        return ()
    path, legs, at = episode.known_path(), [], 0
    for number, row in enumerate(rows, 1):
        leg = Leg.from_json(row)
        thing = truth.thing(leg.landmark)
        if thing is None:
            return ()
        phrase, at = _phrase(episode.instruction, mentions, leg.landmark, at)
        route = path[leg.first : leg.last + 1]
        wording = phrase or episode.instruction
        legs.append(TrueLeg(number, leg, phrase or thing.row.category, wording, thing, route))
    return tuple(legs)


def _phrase(text: str, mentions: Sequence[Sequence[int]], object_id: int, at: int) -> tuple[str, int]:
    """What the instruction calls a landmark, first after `at` or else anywhere, and where that ends."""
    own = [one for one in mentions if one[2] == object_id]
    later = [one for one in own if one[0] >= at]
    if not own:
        return "", at
    start, end, _ = (later or own)[0]
    return text[start:end], max(at, end)


def mentioned_in(episode: Episode) -> tuple[str, ...]:
    """All landmarks of the instruction, as it calls them."""
    return tuple(episode.instruction[start:end] for start, end, _ in episode.facts.get("mentions", ()))
