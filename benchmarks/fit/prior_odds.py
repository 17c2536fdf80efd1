"""Fits the odds that something which the memory offers for a landmark is that landmark.

    log odds = c0 + c1 n + c2 log(q / (1 - q)) + c3 log w + c4 log r + c5 d + c6 log(1 + k)

n is the agreement of the names, q its reliability, w the weight of its bearing where the words of the subtask
lead, r that of its distance, d the distance and k how many others are so called. Of a run of profile `paper`,
without d and k, the settings `rulebook.offered` and `rulebook.remembered` hold the weights to the tenth. Of a
run of profile `embedded`, which is to fly in passes, selection has a line of its own, and so has what was
chosen: n, d and k are left out of the latter. With --glances the pictures of decisions that were told of a
place in view are read too: how often they show something of the name there, of right and of wrong places.

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
from airanchor.embedded.rules.config import OfferedOdds, fitted
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from benchmarks.fit.landmark_odds import calibration, fit
from benchmarks.fit.prior_candidates import OfferedCandidate, examined_flights, offered_candidates
from benchmarks.fit.prior_glances import Glances, glances_of

NAMES = ("one", "name", "log odds of reliability", "log sector", "log reach", "far", "log rivals")
SETTINGS = ("base", "name", "slope", "sector", "reach", "far", "rivals")
PAPER = NAMES[:5]
"""The paper offers three candidates near by, of which neither distance nor number tells much."""
TOLD = (NAMES[0], *NAMES[2:5])
"""Of what was chosen: its name was weighed then."""
AGAINST = ("far", "log rivals")
"""What can only speak against a candidate; all else but the constant can only speak for it."""
Floats = NDArray[np.float64]


def features_of(candidates: Sequence[OfferedCandidate], odds: OfferedOdds, names: Sequence[str]) -> Floats:
    """One row each, in the order of the names."""
    rows = [_features(one, odds) for one in candidates]
    return np.array([[row[name] for name in names] for row in rows], float).reshape(-1, len(names))


def _features(one: OfferedCandidate, odds: OfferedOdds) -> dict[str, float]:
    kept = min(1.0 - odds.doubt, max(odds.doubt, one.reliability))
    weights = (math.log(max(weight, odds.least_weight)) for weight in (one.sector, one.reach))
    told = (1.0, one.name, math.log(kept / (1.0 - kept)), *weights)
    return dict(zip(NAMES, (*told, one.distance_m / 100.0, math.log1p(one.rivals)), strict=True))


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
        is_fit = one.name >= rules.same_name and one.reach >= rules.offered.least_reach
        if is_fit and chance > best.get(one.landmark, (0.0, one))[0]:
            best[one.landmark] = (float(chance), one)
    least = rules.offered.told / (1.0 + rules.offered.told)
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


def summarize(
    candidates: Sequence[OfferedCandidate], rules: Any, names: Sequence[str] = PAPER
) -> dict[str, Any]:
    """All figures of the fit."""
    features = features_of(candidates, rules.offered, names)
    truth = np.array([one.is_right for one in candidates], float)
    found = fit(features, truth, [one.episode for one in candidates])
    chances = left_out(features, truth, candidates)
    return {
        "n": len(candidates),
        "flights": len({one.episode for one in candidates}),
        "share_right": round(float(truth.mean()), 3),
        "coefficients": dict(zip(names, np.round(found.coefficients, 2).tolist(), strict=True)),
        "standard_errors": dict(zip(names, np.round(found.errors, 2).tolist(), strict=True)),
        "brier": round(float(np.mean((found.chances(features) - truth) ** 2)), 3),
        "brier_left_out": round(float(np.mean((chances - truth) ** 2)), 3),
        "brier_of_the_share": round(float(truth.mean() * (1.0 - truth.mean())), 3),
        "calibration_left_out": [
            [round(chance, 2), round(right, 2), n] for chance, right, n in calibration(chances, truth)
        ],
        "selection_left_out": told(candidates, chances, rules),
    }


def summarize_far(candidates: Sequence[OfferedCandidate], rules: Any) -> dict[str, Any]:
    """The same of candidates from afar, as selection weighs them; and of those that were chosen."""
    least = rules.same_name, rules.offered.least_reach
    weighed = [one for one in candidates if one.name >= least[0] and one.reach >= least[1]]
    chosen = [one for one in weighed if one.is_chosen]
    return {
        "offered_far": summarize(weighed, rules, _sensible(weighed, rules, NAMES)),
        "remembered_far": summarize(chosen, rules, _sensible(chosen, rules, TOLD)),
    }


def _sensible(candidates: Sequence[OfferedCandidate], rules: Any, names: Sequence[str]) -> Sequence[str]:
    """The names without those that turn out to speak the wrong way round: they are noise."""
    while True:
        weights = summarize(candidates, rules, names)["coefficients"]
        odd = [name for name in names[1:] if weights[name] * (-1 if name in AGAINST else 1) < 0]
        if not odd:
            return names
        names = [name for name in names if name not in odd]


def write(measured: dict[str, Any], split: str, profile: str) -> None:
    """Renew the data file: the coefficients to the tenth; what was not measured stays."""
    file = Path(fitted.__file__).with_name(fitted.PRIOR_FILE)
    stored = json.loads(file.read_text("utf-8"))
    parts = {"offered": measured, "remembered": measured} if profile == "paper" else measured
    for part, figures in parts.items():
        values = stored["values"][part]
        for name, setting in zip(NAMES, SETTINGS, strict=True):
            if setting in values:
                values[setting] = round(figures["coefficients"].get(name, 0.0), 1)
    told = measured if profile == "paper" else {"from_afar": {"profile": profile, **measured}}
    stored.update(split=split, measured={**stored["measured"], **told})
    file.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--row", default="airanchor")
    parser.add_argument("--glances", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    record = read_record(given.run)
    profile = record.order.profile
    settings = load_settings(profile)
    stack, rules = load_stack(settings), settings.rulebook
    senses = Senses(Names(stack.text, rules.naming), stack.reader, read_clauses, rules)
    candidates: list[OfferedCandidate] = []
    glances = Glances()
    for flight in examined_flights(given.run, given.row):
        candidates += offered_candidates(flight, senses)
        if given.glances:
            glances = glances_of(flight, senses, glances)
    measured = summarize(candidates, rules) if profile == "paper" else summarize_far(candidates, rules)
    if given.glances:
        measured["glances"] = glances.to_json()
    print(json.dumps(measured, indent=1))
    if given.write:
        write(measured, str(record.order.episodes), profile)


if __name__ == "__main__":
    main()
