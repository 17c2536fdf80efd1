"""What single studies tell beside their table: the spread over orders, the workload of methods and roles."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from airanchor.bench.charts import Bar, Bars, Chart, Strip
from airanchor.bench.metrics import workload_of
from airanchor.bench.paper_numbers import paper_shuffled_order, paper_workload
from airanchor.bench.results import EpisodeResult
from airanchor.bench.rows import find_row
from airanchor.bench.statistics import Estimate
from airanchor.errors import InputError

CANONICAL = "airanchor"


@dataclass(frozen=True, slots=True)
class OrderSpread:
    """One score in canonical order, and over the permutations."""

    canonical: float
    mean: float
    std: float
    """The sample standard deviation, ddof = 1."""
    runs: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def order_spread(rows: Mapping[str, Sequence[EpisodeResult]]) -> dict[str, OrderSpread]:
    """SR, OSR, SDTW (percent) and NE (metres) of each order of the same episodes."""
    shuffled = [results for row, results in rows.items() if row != CANONICAL]
    if CANONICAL not in rows or len(shuffled) < 2:
        raise InputError("the spread over orders needs the canonical order and at least two permutations")
    canonical, runs = _means(rows[CANONICAL]), [_means(results) for results in shuffled]
    return {
        key: OrderSpread(
            canonical[key],
            float(np.mean([run[key] for run in runs])),
            float(np.std([run[key] for run in runs], ddof=1)),
            tuple(run[key] for run in runs),
        )
        for key in canonical
    }


def _means(results: Sequence[EpisodeResult]) -> dict[str, float]:
    scores = [one.scores.paper for one in results]
    return {
        "SR": 100 * float(np.mean([one.is_success for one in scores])),
        "OSR": 100 * float(np.mean([one.is_oracle_success for one in scores])),
        "NE": float(np.mean([one.navigation_error_m for one in scores])),
        "SDTW": 100 * float(np.mean([one.sdtw for one in scores])),
    }


def order_lines(spread: Mapping[str, OrderSpread]) -> list[str]:
    """The spread as a Markdown table."""
    mean, std = paper_shuffled_order()
    lines = [
        "| score | canonical | each permutation | mean ± std (ddof 1) | paper's mean ± std (AerialVLN) |",
        "|---|---|---|---|---|",
    ]
    for key, one in spread.items():
        runs = ", ".join(f"{value:.1f}" for value in one.runs)
        told = f"{mean[key]:.1f} ± {std[key]:.1f}" if key in mean and key in std else ""
        lines.append(f"| {key} | {one.canonical:.1f} | {runs} | {one.mean:.1f} ± {one.std:.1f} | {told} |")
    return [*lines, ""]


@dataclass(frozen=True, slots=True)
class RoleWork:
    """What one role asks of the model in an episode, on average; per call are ratios of sums."""

    role: str
    calls: float
    input_per_call: float
    output_per_call: float
    tokens: float
    source: str
    """Who counted the tokens."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def roles_of(results: Sequence[EpisodeResult]) -> list[RoleWork]:
    """One row per role in the order of first use, and all of them together."""
    roles = list(dict.fromkeys(use.role for one in results for use in one.usage))
    return [*(_role(role, results, {role}) for role in roles), _role("all roles", results, set(roles))]


def methods_of(results: Mapping[str, Sequence[EpisodeResult]]) -> list[RoleWork]:
    """One row per method, all its roles together."""
    return [replace(roles_of(flown)[-1], role=find_row(row).title) for row, flown in results.items()]


def _role(name: str, results: Sequence[EpisodeResult], roles: set[str]) -> RoleWork:
    uses = [[use for use in one.usage if use.role in roles] for one in results]
    work = workload_of(
        [sum(use.calls for use in of) for of in uses],
        [sum(use.input_tokens for use in of) for of in uses],
        [sum(use.output_tokens for use in of) for of in uses],
    )
    sources = sorted({use.token_source for of in uses for use in of if use.calls})
    return RoleWork(
        name,
        work.calls_per_episode,
        work.input_tokens_per_call,
        work.output_tokens_per_call,
        work.tokens_per_episode,
        ", ".join(sources) or "none",
    )


def method_lines(methods: Sequence[RoleWork]) -> list[str]:
    """The workload of whole methods, the paper's own rows below and marked."""
    return [*_work_lines("method", methods), *_paper_lines(), ""]


def role_lines(roles: Sequence[RoleWork]) -> list[str]:
    """The workload of AirAnchor's roles as a Markdown table."""
    return [*_work_lines("role of AirAnchor", roles), ""]


def _work_lines(what: str, roles: Sequence[RoleWork]) -> list[str]:
    head = (
        f"| {what} | calls per episode | input per call | output per call | tokens per episode | counted by |"
    )
    lines = [head, "|---|---|---|---|---|---|"]
    for one in roles:
        lines.append(
            f"| {one.role} | {one.calls:.2f} | {one.input_per_call:.0f} | {one.output_per_call:.0f} "
            f"| {one.tokens:.0f} | {one.source} |"
        )
    return lines


def _paper_lines() -> list[str]:
    return [
        f"| paper's {paper.title} (AerialVLN, Qwen3.6-Plus) | {paper.calls:.1f} | {paper.input_per_call} "
        f"| {paper.output_per_call} | {paper.total_tokens} | billed |"
        for paper in paper_workload()
    ]


def role_chart(roles: Sequence[RoleWork], heading: str) -> Chart:
    """Tokens per episode of each role."""
    bars = tuple(
        Bar(one.role, Estimate(one.tokens, one.tokens, one.tokens, 0.95, "mean"), "main") for one in roles
    )
    return Chart((Strip((Bars("tokens per episode, mean", bars, 0),), heading),))
