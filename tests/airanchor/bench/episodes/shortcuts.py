"""How far simple agents get, computed on geometry alone: a benchmark that they solve measures nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.quality import straight_end_m
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.telling.distinction import NAME
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.bench.episodes.telling.traits import looks_like
from aircity.geometry import Pose
from aircity.world.action import Action, advance

SUCCESS_M = 20.0
_NEAR_M = 10.0
_RANDOM_STEPS = 115


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Success rates of agents that ignore most of the text; one path counts once."""

    paths: int
    stay: float
    """Never leaves the start."""
    random: float
    """Draws actions for as long as a path takes, through walls."""
    first_clause: float
    """Flies the first leg perfectly and stops."""
    seen_goal: float
    """Looks around at the start, flies straight to the nearest thing that fits the last landmark's words."""
    seen_goal_kind: float
    """The same, for any thing of its category."""
    goal_visible: float
    """The share of paths whose last landmark is visible from the start."""
    told_direction: float
    """An oracle told the last landmark's place flies straight there and stops at what it hits."""


def measure_shortcuts(episodes: Sequence[Episode], scouts: dict[str, Scout], seed: int = 0) -> Shortcuts:
    """Measure all of them over the paths of some of our own episodes."""
    paths = list({one.trajectory_id: one for one in episodes}.values())
    rng = np.random.default_rng(seed)
    rows = [_outcomes(one, scouts[one.scene_id], rng) for one in paths]
    means = np.array(rows, dtype=np.float64).mean(axis=0).tolist()
    return Shortcuts(len(paths), *means)


def _outcomes(one: Episode, scout: Scout, rng: np.random.Generator) -> list[bool]:
    goal, start = one.known_goal(), one.start
    legs = [Leg.from_json(row) for row in one.facts["legs"]]
    last, mark = legs[-1], scout.landmarks[legs[-1].landmark]
    sight = scout.look(start)
    visible = [
        other
        for other in scout.landmarks.values()
        if other.thing.category == mark.thing.category and sight.shows(other.id, 4)
    ]
    fitting = [other for other in visible if _fits(other, mark, last.traits)]
    return [
        _hit(start.position, goal),
        _hit(_wandered(start, rng), goal),
        _hit(one.known_path()[legs[0].last], goal),
        _reaches(start, fitting, goal),
        _reaches(start, visible, goal),
        sight.shows(mark.id, 2),
        straight_end_m(scout, start, mark, Pose(*goal.tolist())) <= SUCCESS_M,
    ]


def _fits(other: NameableObject, mark: NameableObject, traits: Sequence[str]) -> bool:
    return all(
        other.thing.name == mark.thing.name if word == NAME else looks_like(word, other.thing.attributes)
        for word in traits
    )


def _hit(end: NDArray[np.float64], goal: NDArray[np.float64]) -> bool:
    return float(np.linalg.norm(end - goal)) <= SUCCESS_M


def _wandered(start: Pose, rng: np.random.Generator) -> NDArray[np.float64]:
    pose = start
    for number in rng.integers(1, 8, size=_RANDOM_STEPS).tolist():
        pose = advance(pose, Action(number))
    return pose.position


def _reaches(start: Pose, options: Sequence[NameableObject], goal: NDArray[np.float64]) -> bool:
    """Flying to the nearest option, at the start's altitude, to ten metres before it."""
    if not options:
        return False
    nearest = min(options, key=lambda one: math.hypot(one.x_m - start.x_m, one.y_m - start.y_m))
    return _hit(_before(start, nearest), goal)


def _before(start: Pose, one: NameableObject) -> NDArray[np.float64]:
    ahead = math.atan2(one.y_m - start.y_m, one.x_m - start.x_m)
    back = one.reach_m(ahead + math.pi) + _NEAR_M
    return np.array([one.x_m - back * math.cos(ahead), one.y_m - back * math.sin(ahead), start.z_m])
