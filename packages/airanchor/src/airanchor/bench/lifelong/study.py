"""What the flights of the lifelong study come to: scores by pass, rises, curves and funnels of every arm."""

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from airanchor.bench.lifelong.arms import CONTROL
from airanchor.bench.lifelong.funnel import FunnelRow, LandmarkCase, count_cases, flown_legs, scene_cases
from airanchor.bench.lifelong.scores import Rise, by_pass, curve, rises
from airanchor.bench.results import EpisodeResult
from airanchor.bench.run.inputs import ordered_episodes
from airanchor.bench.run.passes import pass_numbers
from airanchor.bench.statistics import Estimate
from airanchor.bench.studies.flights import StudyPlan

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ArmFindings:
    """One arm of the study."""

    row: str
    title: str
    episodes: int
    passes: Mapping[int, Mapping[str, Estimate]]
    rises: tuple[Rise, ...]
    curve: tuple[tuple[float, int, Estimate], ...]
    """Flights in the scene so far, flights counted there, their SR."""
    funnel: Mapping[int, FunnelRow]
    """By pass; empty where there are no traces."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LifelongFindings:
    """All arms of one split."""

    split: str
    paths: int
    scenes: int
    arms: tuple[ArmFindings, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def find(
    plan: StudyPlan,
    split: str,
    results: Mapping[str, Sequence[EpisodeResult]],
    *,
    jobs: int = 1,
    told: Told = lambda _: None,
) -> LifelongFindings:
    """Count one split's arms; traces are read scene by scene, `told` hears of each."""
    passes = pass_numbers(ordered_episodes(plan.row_order(split, plan.study.rows[0])))
    scenes = tuple(dict.fromkeys(one.scene_id for flown in results.values() for one in flown))
    cases = _cases({row: plan.run_root(split, row) for row in results}, scenes, jobs, told)
    risen = rises(results, passes, CONTROL)
    control = flown_legs(cases[CONTROL]) if cases.get(CONTROL) else None
    return LifelongFindings(
        split,
        len({(one.scene_id, one.trajectory_id) for flown in results.values() for one in flown}),
        len(scenes),
        tuple(
            ArmFindings(
                row,
                plan.study.titles.get(row, row),
                len(flown),
                by_pass(flown, passes),
                tuple(risen[row]),
                tuple(curve(flown)),
                _funnel(cases[row], passes, None if row == CONTROL else control),
            )
            for row, flown in results.items()
        ),
    )


def _funnel(
    cases: Sequence[LandmarkCase],
    passes: Mapping[str, int],
    control: Mapping[tuple[str, int], bool] | None,
) -> dict[int, FunnelRow]:
    numbers = sorted({passes[one.episode_id] for one in cases})
    return {
        number: count_cases([one for one in cases if passes[one.episode_id] == number], control)
        for number in numbers
    }


def _cases(
    roots: Mapping[str, Path], scenes: Sequence[str], jobs: int, told: Told
) -> dict[str, list[LandmarkCase]]:
    """The landmarks of every row, scene after scene; more processes change nothing but the time."""
    work = [(root, row, scene) for row, root in roots.items() for scene in scenes]
    found: dict[str, list[LandmarkCase]] = {row: [] for row in roots}
    if jobs <= 1:
        for root, row, scene in work:
            found[row] += scene_cases(root, row, scene)
            told(f"{row} in {scene}")
        return found
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for (_, row, scene), cases in zip(work, pool.map(scene_cases, *zip(*work, strict=True)), strict=True):
            found[row] += cases
            told(f"{row} in {scene}")
    return found
