"""Scores by pass, the rise from the first to the last, and the curve over the flights in a scene."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from airanchor.bench.report.estimates import SEED, Paths, bootstrap_means
from airanchor.bench.results import EpisodeResult
from airanchor.bench.statistics import Estimate, bootstrap_mean, holm, paired_permutation, wilson

MOST_POINTS = 6
"""Of the curve: two to a pass."""


@dataclass(frozen=True, slots=True)
class FlightScore:
    """Something that every flight has; values are as printed."""

    key: str
    unit: str
    value: Callable[[EpisodeResult], float]
    is_rate: bool = False


QUANTITIES = (
    FlightScore("SR", "%", lambda one: 100.0 * one.scores.paper.is_success, is_rate=True),
    FlightScore("OSR", "%", lambda one: 100.0 * one.scores.paper.is_oracle_success, is_rate=True),
    FlightScore("NE", "m", lambda one: one.scores.paper.navigation_error_m),
    FlightScore("decisions", "", lambda one: float(one.iterations)),
)


@dataclass(frozen=True, slots=True)
class Rise:
    """How much one quantity of an arm changed from the first pass to the last, path by path."""

    key: str
    change: Estimate
    """Last minus first, over paths."""
    against: Estimate | None
    """The same minus that of the arm without priors over the same paths; None of that arm itself."""
    low_by_scene: float | None
    high_by_scene: float | None
    """The interval of `against` where scenes are redrawn, since flights of a scene share their memory."""
    p_value: float | None
    p_holm: float | None
    """Two-sided, signs of whole paths changed; then corrected for all tests of the table."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def estimate(values: Sequence[float], quantity: FlightScore) -> Estimate:
    """Wilson's interval of a rate, else the mean with its bootstrap interval."""
    if quantity.is_rate:
        found = wilson(sum(value > 0 for value in values), len(values))
        return Estimate(100 * found.value, 100 * found.low, 100 * found.high, found.confidence, found.method)
    return bootstrap_mean(values, np.random.default_rng(SEED))


def by_pass(results: Sequence[EpisodeResult], passes: Mapping[str, int]) -> dict[int, dict[str, Estimate]]:
    """Every quantity of every pass that was flown."""
    found: dict[int, dict[str, Estimate]] = {}
    for number in sorted({passes[one.episode_id] for one in results}):
        flown = [one for one in results if passes[one.episode_id] == number]
        found[number] = {one.key: estimate([one.value(each) for each in flown], one) for one in QUANTITIES}
    return found


def curve(results: Sequence[EpisodeResult]) -> list[tuple[float, int, Estimate]]:
    """SR over the flights in a scene: the middle of each stretch, its flights over all scenes, its SR."""
    length = max((one.ordinal for one in results), default=0) + 1
    edges = np.linspace(0, length, min(MOST_POINTS, length) + 1)
    points = []
    for low, high in pairwise(edges):
        flown = [QUANTITIES[0].value(one) for one in results if low <= one.ordinal < high]
        if flown:
            points.append((float(low + high) / 2, len(flown), estimate(flown, QUANTITIES[0])))
    return points


def rises(
    arms: Mapping[str, Sequence[EpisodeResult]], passes: Mapping[str, int], control: str
) -> dict[str, list[Rise]]:
    """Per arm the rise of each quantity, against that of the control over the same paths."""
    raw = {
        arm: [_rise(one, results, arms.get(control, ()), passes, arm == control) for one in QUANTITIES]
        for arm, results in arms.items()
    }
    raised = iter(holm([one.p_value for rows in raw.values() for one in rows if one.p_value is not None]))
    return {
        arm: [one if one.p_value is None else replace(one, p_holm=next(raised)) for one in rows]
        for arm, rows in raw.items()
    }


def _rise(
    quantity: FlightScore,
    results: Sequence[EpisodeResult],
    control: Sequence[EpisodeResult],
    passes: Mapping[str, int],
    is_control: bool,
) -> Rise:
    own, others = _changes(results, passes, quantity), _changes(control, passes, quantity)
    rng = np.random.default_rng(SEED)
    change = bootstrap_mean(list(own.values()), rng)
    shared = [path for path in own if path in others]
    if is_control or not shared:
        return Rise(quantity.key, change, None, None, None, None, None)
    first, second = (np.array([of[path] for path in shared]) for of in (own, others))
    low, high = _over_scenes(first - second, [scene for scene, _ in shared])
    return Rise(
        quantity.key,
        change,
        bootstrap_mean(first - second, np.random.default_rng(SEED)),
        low,
        high,
        paired_permutation(first, second, np.random.default_rng(SEED)).p_value,
        None,
    )


def _changes(
    results: Sequence[EpisodeResult], passes: Mapping[str, int], quantity: FlightScore
) -> dict[tuple[str, str], float]:
    """By scene and path, the last pass minus the first, of paths that were flown more than once."""
    flown: dict[tuple[str, str], dict[int, float]] = {}
    for one in results:
        of_path = flown.setdefault((one.scene_id, one.trajectory_id), {})
        of_path[passes[one.episode_id]] = quantity.value(one)
    return {path: of[max(of)] - of[min(of)] for path, of in flown.items() if len(of) > 1}


def _over_scenes(values: np.ndarray, scenes: Sequence[str]) -> tuple[float | None, float | None]:
    """The interval of a mean where whole scenes are redrawn; none of a single scene."""
    names = list(dict.fromkeys(scenes))
    if len(names) < 2:
        return None, None
    numbers = np.array([names.index(one) for one in scenes], dtype=np.int64)
    found = bootstrap_means(values[:, np.newaxis], Paths(numbers, len(names)))[0]
    return found.low, found.high
