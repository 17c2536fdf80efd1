"""Fits how likely a leg of a route is right, and shows from which chance on to say "completed".

Run: airanchor bench run --split train --subset 96 --jobs 2 --out out/train
     airanchor bench run --split dev --subset paths --jobs 2 --out out/dev
     python -m benchmarks.fit.arrival_routes out/train [MORE RUNS] [--check out/dev] [--write]
The formula is that of `airanchor.embedded.rules.verdicts.legs`; --write renews its legs.json. The figures of
the runs that are fitted to are by fits to all other scenes; those of --check by the fit to all.
"""

import argparse
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import airanchor.embedded.rules.verdicts.legs as legs
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.leg_evidence import LegEvidence
from airanchor.flight.report import SURE
from benchmarks.fit.arrival import wilson
from benchmarks.fit.landmark_odds import Fit, Floats, fit
from benchmarks.fit.route_legs import FlownLeg, FlownRoute, routes

WEIGHED = (
    "one",
    "astray",
    "logit of best",
    "measured",
    "missed",
    "counted beyond one",
    "turn without angle",
    "too long",
)
"""The features that are weighed."""
BARS = (0.0, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8)
EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_FILE = Path(legs.__file__).with_name(legs.FILE)


def deciding(flown: Sequence[FlownRoute]) -> list[tuple[FlownRoute, FlownLeg]]:
    """Legs that were flown to their end."""
    return [(route, leg) for route in flown for leg in route.legs if leg.evidence.is_done]


def features(some: Sequence[LegEvidence], astray: Sequence[bool], names: Sequence[str] = WEIGHED) -> Floats:
    """One row each."""
    told = (legs.features_of(one, is_astray=lost) for one, lost in zip(some, astray, strict=True))
    return np.array([[one[name] for name in names] for one in told], np.float64).reshape(-1, len(names))


def fitted(flown: Sequence[FlownRoute], names: Sequence[str] = WEIGHED) -> Fit:
    """To all legs that decide."""
    found = deciding(flown)
    rows = features([leg.evidence for _, leg in found], [leg.is_astray for _, leg in found], names)
    truth = np.array([leg.is_right for _, leg in found], np.float64)
    return fit(rows, truth, [one.episode for one, _ in found])


def route_chance(route: FlownRoute, found: Fit, names: Sequence[str] = WEIGHED) -> float:
    """As a chain over its legs."""
    some = [leg.evidence for leg in route.legs]
    after_right, after_wrong = (
        found.chances(features(some, [lost] * len(some), names)).tolist() for lost in (False, True)
    )
    right = 1.0
    for a, b in zip(after_right, after_wrong, strict=True):
        right = right * a + (1.0 - right) * b
    return float(right)


def left_out(flown: Sequence[FlownRoute], names: Sequence[str] = WEIGHED) -> list[float]:
    """The chance of each route by a fit to all other scenes."""
    fits = {
        scene: fitted([one for one in flown if one.scene != scene], names)
        for scene in {one.scene for one in flown}
    }
    return [route_chance(one, fits[one.scene], names) for one in flown]


def said(flown: Sequence[FlownRoute], chances: Sequence[float], bar: float, least: float) -> list[FlownRoute]:
    """Flights that say "completed"."""
    return [
        one
        for one, chance in zip(flown, chances, strict=True)
        if chance >= bar and one.may_be_completed(least)
    ]


def shares(some: Sequence[FlownRoute]) -> dict[str, Any]:
    """How many of them are at the goal, with the interval."""
    right = sum(one.is_success for one in some)
    return {"right": right, "of": len(some), "interval": [round(x, 3) for x in wilson(right, len(some))]}


def calibration(flown: Sequence[FlownRoute], chances: Sequence[float]) -> list[dict[str, Any]]:
    """Of flights that flew all their legs: the mean chance beside the share that are at the goal."""
    rows = []
    whole = [
        (chance, one)
        for chance, one in zip(chances, flown, strict=True)
        if one.legs and all(leg.evidence.is_done for leg in one.legs) and "ONGOING" not in one.statuses
    ]
    for low, high in itertools.pairwise(EDGES):
        some = [(chance, one) for chance, one in whole if low <= chance < high or chance == high == 1.0]
        if some:
            mean = sum(chance for chance, _ in some) / len(some)
            rows.append({"from": low, "to": high, "mean": round(mean, 2), **shares([one for _, one in some])})
    return rows


def show(title: str, flown: Sequence[FlownRoute], chances: Sequence[float], least: float) -> dict[str, Any]:
    """Tables of one sample; returns what is stored of it."""
    at_sure = shares(said(flown, chances, SURE, least))
    print(f"{title}: {len(flown)} flights, {sum(one.is_success for one in flown)} at the goal")
    for bar in BARS:
        row = shares(said(flown, chances, bar, least))
        print(f"  completed from {bar:.2f}: {row['right']:3d} right of {row['of']:3d}  {row['interval']}")
    rows = calibration(flown, chances)
    for row in rows:
        where = f"chance {row['from']}-{row['to']}, mean {row['mean']}"
        print(f"  {where}: {row['right']} of {row['of']} at the goal")
    return {"flights": len(flown), f"completed from {SURE}": at_sure, "calibration": rows}


def main() -> None:
    """Fit, show, check, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--check", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    flown = [route for run in given.runs for route in routes(run)]
    found, least = fitted(flown), RulebookConfig().confirmed
    for name, value, error in zip(WEIGHED, found.coefficients, found.errors, strict=True):
        print(f"{name:22s}{value:8.2f} +- {error:.2f}")
    stored: dict[str, Any] = {
        "made_by": "python -m benchmarks.fit.arrival_routes RUN --check RUN --write",
        "scenes": sorted({one.scene for one in flown}),
        "legs": len(deciding(flown)),
        "right": sum(leg.is_right for _, leg in deciding(flown)),
        "left_out_in_turn": show("each scene left out in turn", flown, left_out(flown), least),
        "coefficients": dict(zip(WEIGHED, np.round(found.coefficients, 3).tolist(), strict=True)),
    }
    if given.check:
        others = list(routes(given.check))
        chances = [route_chance(one, found) for one in others]
        stored["checked_on"] = show(f"{given.check.name}, not fitted to", others, chances, least)
    if given.write:
        _FILE.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
