"""Fits the odds that something which the memory offers for a landmark is that landmark.

    log odds = c0 + c1 n + c2 log(q / (1 - q)) + c3 log w + c4 log r

n is the agreement of the names, q its reliability, w the weight of its bearing where the words of the subtask
lead, r that of its distance. The settings `rulebook.remembered` hold c0 to c4 to the tenth; selection and
decisions both go by them. With --glances the pictures of decisions that were told of a place in view are read
too: how often they show something of the name there, of right and of wrong places.

Run: airanchor bench run --split train --subset ... --calls --images colour --out RUN
     python -m benchmarks.fit.prior_odds RUN [--glances] [--write]
--write renews `prior_odds.json` of `embedded.rules.config`. Brier scores and the calibration are of scenes
left out in turn; standard errors are between flights.
"""

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import load_stack
from airanchor.bench.run.record import read_record
from airanchor.config import load_settings
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.rules.config import PriorOdds, fitted
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from benchmarks.fit.landmark_odds import calibration, fit
from benchmarks.fit.prior_candidates import OfferedCandidate, examined_flights, offered_candidates
from benchmarks.fit.prior_glances import Glances, glances_of

NAMES = ("one", "name", "log odds of reliability", "log sector", "log reach")
SETTINGS = ("base", "name", "slope", "sector", "reach")
Floats = NDArray[np.float64]


def features_of(candidates: Sequence[OfferedCandidate], odds: PriorOdds) -> Floats:
    """One row each, in the order of `NAMES`."""
    return np.array([_features(one, odds) for one in candidates], float).reshape(-1, len(NAMES))


def _features(one: OfferedCandidate, odds: PriorOdds) -> tuple[float, ...]:
    kept = min(1.0 - odds.doubt, max(odds.doubt, one.reliability))
    weights = (math.log(max(weight, odds.least_weight)) for weight in (one.sector, one.reach))
    return (1.0, one.name, math.log(kept / (1.0 - kept)), *weights)


def left_out(features: Floats, truth: Floats, candidates: Sequence[OfferedCandidate]) -> Floats:
    """The chance of each candidate by a fit to the other scenes."""
    scenes = np.array([one.scene for one in candidates])
    episodes = np.array([one.episode for one in candidates])
    chances = np.zeros(len(candidates))
    for scene in np.unique(scenes):
        own = scenes == scene
        chances[own] = fit(features[~own], truth[~own], episodes[~own].tolist()).chances(features[own])
    return chances


def told(candidates: Sequence[OfferedCandidate], chances: Floats, rules: Any) -> dict[str, int]:
    """What a selection by these chances would tell, and what the flights were told."""
    best: dict[str, tuple[float, OfferedCandidate]] = {}
    for one, chance in zip(candidates, chances, strict=True):
        is_fit = one.name >= rules.same_name and one.reach >= rules.remembered.least_reach
        if is_fit and chance > best.get(one.landmark, (0.0, one))[0]:
            best[one.landmark] = (float(chance), one)
    least = rules.remembered.told / (1.0 + rules.remembered.told)
    chosen = [one for chance, one in best.values() if chance >= least]
    was = [one for one in candidates if one.is_chosen]
    return {
        "landmarks_offered_something": len({one.landmark for one in candidates}),
        "landmarks_offered_the_right_one": len({one.landmark for one in candidates if one.is_right}),
        "told_right": sum(one.is_right for one in chosen),
        "told_wrong": sum(not one.is_right for one in chosen),
        "flights_told_right": sum(one.is_right for one in was),
        "flights_told_wrong": sum(not one.is_right for one in was),
    }


def summarize(candidates: Sequence[OfferedCandidate], rules: Any) -> dict[str, Any]:
    """All figures of the fit."""
    features = features_of(candidates, rules.remembered)
    truth = np.array([one.is_right for one in candidates], float)
    found = fit(features, truth, [one.episode for one in candidates])
    chances = left_out(features, truth, candidates)
    return {
        "n": len(candidates),
        "flights": len({one.episode for one in candidates}),
        "share_right": round(float(truth.mean()), 3),
        "coefficients": dict(zip(NAMES, np.round(found.coefficients, 2).tolist(), strict=True)),
        "standard_errors": dict(zip(NAMES, np.round(found.errors, 2).tolist(), strict=True)),
        "brier": round(float(np.mean((found.chances(features) - truth) ** 2)), 3),
        "brier_left_out": round(float(np.mean((chances - truth) ** 2)), 3),
        "brier_of_the_share": round(float(truth.mean() * (1.0 - truth.mean())), 3),
        "calibration_left_out": [
            [round(chance, 2), round(right, 2), n] for chance, right, n in calibration(chances, truth)
        ],
        "selection_left_out": told(candidates, chances, rules),
    }


def write(measured: dict[str, Any], split: str) -> None:
    """Renew the data file: the coefficients to the tenth; what was not measured stays."""
    file = Path(fitted.__file__).with_name(fitted.PRIOR_FILE)
    stored = json.loads(file.read_text("utf-8"))
    values = stored["values"]["remembered"]
    for name, value in zip(SETTINGS, measured["coefficients"].values(), strict=True):
        values[name] = round(value, 1)
    stored.update(split=split, measured={**stored["measured"], **measured})
    file.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--row", default="airanchor")
    parser.add_argument("--glances", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    settings = load_settings("paper")
    stack, rules = load_stack(settings), settings.rulebook
    senses = Senses(Names(stack.text, rules.naming), stack.reader, read_clauses, rules)
    candidates: list[OfferedCandidate] = []
    glances = Glances()
    for flight in examined_flights(given.run, given.row):
        candidates += offered_candidates(flight, senses)
        if given.glances:
            glances = glances_of(flight, senses, glances)
    measured = summarize(candidates, rules)
    if given.glances:
        measured["glances"] = glances.to_json()
    print(json.dumps(measured, indent=1))
    if given.write:
        write(measured, str(read_record(given.run).order.episodes))


if __name__ == "__main__":
    main()
