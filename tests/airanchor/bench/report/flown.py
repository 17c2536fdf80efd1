"""Results with real scores: straight flights that end a given distance beside their goal."""

from collections.abc import Sequence

from airanchor.bench.metrics import score
from airanchor.bench.results import EpisodeResult

LENGTH_M = 100.0


def result(
    number: int,
    miss_m: float,
    *,
    row: str = "airanchor",
    split: str = "val_seen",
    scene: str = "bay",
    share: int = 1,
    collisions: int = 0,
) -> EpisodeResult:
    """A flight that ends `miss_m` east of its goal; `share` episodes have a path together."""
    reference = [[0.0, 0.0, 30.0], [LENGTH_M / 2, 0.0, 30.0], [LENGTH_M, 0.0, 30.0]]
    flown = [[0.0, 0.0, 30.0], [LENGTH_M / 2, miss_m / 2, 30.0], [LENGTH_M, miss_m, 30.0]]
    return EpisodeResult(
        row=row,
        episode_id=f"e{number}",
        trajectory_id=f"p{number // share}",
        scene_id=scene,
        split=split,
        ordinal=number,
        scores=score(flown, reference=reference, goal=reference[-1], steps=2, collisions=collisions),
        start_goal_m=LENGTH_M,
        ending="completed",
        iterations=3,
        subtasks=2,
        subtasks_completed=1,
        refusals=0,
        instances=5,
    )


def results(misses_m: Sequence[float], **options: object) -> list[EpisodeResult]:
    """One flight per distance."""
    return [result(number, miss_m, **options) for number, miss_m in enumerate(misses_m)]  # type: ignore[arg-type]
