"""The same flights by two profiles, with one model behind both: success, calls, tokens and judged anchors.

Every folder below PAPER and PLUS is a run of one flight; JUDGED holds lines that say of an object marker
whether it lay on what it was called, as whoever answered saw it.

Run: python -m benchmarks.measure.model_flights PAPER PLUS [--judged FILE] [--json]
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.bench.statistics import Estimate, bootstrap_mean, mcnemar, ratio_of_sums, wilson

SEED = 16
SURE = 0.5
"""Anchors told with this confidence or more count as told surely."""


@dataclass(frozen=True, slots=True)
class ModelFlight:
    """One flight as the tables tell it."""

    result: EpisodeResult

    @property
    def is_success(self) -> bool:
        return self.result.scores.paper.is_success

    @property
    def is_near_once(self) -> bool:
        return self.result.scores.paper.is_oracle_success

    @property
    def miss_m(self) -> float:
        return self.result.scores.paper.navigation_error_m

    @property
    def calls(self) -> int:
        return sum(role.calls for role in self.result.usage)

    @property
    def tokens(self) -> int:
        return sum(role.input_tokens + role.output_tokens for role in self.result.usage)


Flights = dict[str, ModelFlight]


def read_flights(folder: Path) -> Flights:
    """By episode, from every run below a folder."""
    found = {}
    for order in sorted(folder.glob("*/run.json")):
        run = RunFolder(order.parent)
        for row in run.rows():
            for result in run.results(row):
                found[result.episode_id] = ModelFlight(result)
    return found


def summarise(flights: Flights) -> dict[str, Any]:
    """One profile's figures."""
    every = list(flights.values())
    return {
        "flights": len(every),
        "SR": _percent(wilson(sum(one.is_success for one in every), len(every))),
        "OSR": _percent(wilson(sum(one.is_near_once for one in every), len(every))),
        "NE m": _plain(bootstrap_mean([one.miss_m for one in every], np.random.default_rng(SEED))),
        "decisions": sum(one.result.iterations for one in every) / len(every),
        "calls": sum(one.calls for one in every) / len(every),
        "tokens": sum(one.tokens for one in every) / len(every),
        "collisions": sum(one.result.scores.collisions for one in every),
    }


def compare(paper: Flights, plus: Flights) -> dict[str, Any]:
    """The pairs: who succeeds where, and the work over the pairs where both do."""
    shared = sorted(paper.keys() & plus.keys())
    both = [name for name in shared if paper[name].is_success and plus[name].is_success]
    test = mcnemar([plus[name].is_success for name in shared], [paper[name].is_success for name in shared])
    return {
        "pairs": len(shared),
        "both succeed": len(both),
        "only plus": sum(plus[name].is_success and not paper[name].is_success for name in shared),
        "only paper": sum(paper[name].is_success and not plus[name].is_success for name in shared),
        "McNemar p": test.p_value,
        "calls, plus over paper": _ratio(
            [plus[one].calls for one in both], [paper[one].calls for one in both]
        ),
        "tokens, plus over paper": _ratio(
            [plus[one].tokens for one in both], [paper[one].tokens for one in both]
        ),
    }


def judge(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many object markers lay on the right thing, by profile, and of those told surely."""
    found: dict[str, Any] = {}
    for profile in sorted({one["profile"] for one in lines}):
        mine = [one for one in lines if one["profile"] == profile]
        sure = [one for one in mine if (one["confidence"] or 0.0) >= SURE]
        found[profile] = {
            "judged": _share(mine),
            f"confidence {SURE:g} or more": _share(sure) if sure else None,
        }
    return found


def _share(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Right ones among all judged; an unsure one is not right."""
    counts = {word: sum(one["verdict"] == word for one in lines) for word in ("right", "wrong", "unsure")}
    return {**counts, "right %": _percent(wilson(counts["right"], len(lines)))}


def _ratio(above: list[int], below: list[int]) -> float | None:
    found = ratio_of_sums(above, below) if below else None
    return None if found is None else round(found, 3)


def _percent(estimate: Estimate) -> list[float]:
    return [round(100 * value, 1) for value in (estimate.value, estimate.low, estimate.high)]


def _plain(estimate: Estimate) -> list[float]:
    return [round(value, 1) for value in (estimate.value, estimate.low, estimate.high)]


def flight_table(paper: Flights, plus: Flights) -> str:
    """One line per path, as a table in Markdown."""
    lines = [
        "| path | paper: NE m, decisions, calls, tokens | plus: NE m, decisions, calls, tokens |",
        "|---|---|---|",
    ]
    for name in sorted(paper.keys() | plus.keys()):
        cells = [flight_cell(flights.get(name)) for flights in (paper, plus)]
        lines.append(f"| {name.removesuffix('-v')} | {' | '.join(cells)} |")
    return "\n".join(lines)


def flight_cell(flight: ModelFlight | None) -> str:
    """One flight in a table: whether it arrived, NE in metres, decisions, calls, tokens."""
    if flight is None:
        return "not flown"
    mark = "**reached**" if flight.is_success else "missed"
    return f"{mark} {flight.miss_m:.1f}, {flight.result.iterations}, {flight.calls}, {flight.tokens:,}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paper", type=Path)
    parser.add_argument("plus", type=Path)
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    paper, plus = read_flights(given.paper), read_flights(given.plus)
    found: dict[str, Any] = {
        "paper": summarise(paper),
        "plus": summarise(plus),
        "pairs": compare(paper, plus),
    }
    if given.judged is not None:
        lines = [json.loads(line) for line in given.judged.read_text(encoding="utf-8").splitlines()]
        found["anchors"] = judge(lines)
    if not given.json:
        print(flight_table(paper, plus))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
