"""The row of a results table: scores of one reading averaged over all episodes, failures included."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from airanchor.bench.metrics.scores import Profile, ProfileScores, Scores
from airanchor.bench.statistics import Estimate, bootstrap_mean, wilson
from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class Averages:
    """Rates are shares of all episodes with Wilson intervals; means have bootstrap intervals."""

    profile: Profile
    episodes: int
    successes: int
    oracle_successes: int
    success_rate: Estimate
    oracle_success_rate: Estimate
    navigation_error_m: Estimate
    ndtw: Estimate
    sdtw: Estimate
    spl: Estimate
    path_length_m: float
    steps: float
    collisions: float

    def to_json(self) -> dict[str, Any]:
        """Plain numbers, the reading by its name."""
        return asdict(self) | {"profile": self.profile.value}


def average(scores: Sequence[Scores], profile: Profile, rng: np.random.Generator) -> Averages:
    """Average the scores of a run under one reading; `rng` draws the bootstrap samples."""
    if not scores:
        raise InputError("no scores to average; give those of at least one episode")
    readings = [one.of(profile) for one in scores]
    count = len(scores)
    successes = sum(one.is_success for one in readings)
    oracle_successes = sum(one.is_oracle_success for one in readings)

    def mean(value: Callable[[ProfileScores], float]) -> Estimate:
        return bootstrap_mean([value(one) for one in readings], rng)

    return Averages(
        profile=profile,
        episodes=count,
        successes=successes,
        oracle_successes=oracle_successes,
        success_rate=wilson(successes, count),
        oracle_success_rate=wilson(oracle_successes, count),
        navigation_error_m=mean(lambda one: one.navigation_error_m),
        ndtw=bootstrap_mean([one.ndtw for one in scores], rng),
        sdtw=mean(lambda one: one.sdtw),
        spl=mean(lambda one: one.spl),
        path_length_m=sum(one.path_length_m for one in scores) / count,
        steps=sum(one.steps for one in scores) / count,
        collisions=sum(one.collisions for one in scores) / count,
    )
