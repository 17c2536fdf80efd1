"""Fits the odds that something which answers a landmark's name is the landmark of the leg that is flown.

    log odds = c0 + c1 m + c2 s + c3 m s + c4 (off / spread)^2 + c5 log r

m is 1 for what was measured under the name and 0 for what the picture alone shows, s the score of the sight
of it, off and spread its bearing from where the words lead and how far that varies, r the weight of its
distance. The settings `rulebook.odds` hold (c0 + c1, c2 + c3) and (c0, c2) to the tenth; the weights of
bearing and distance in `expectation` that these are multiplied by are right where c4 = -1/2 and c5 = 1.

Run: python -m benchmarks.fit.landmark_odds [--episodes 102] [--json] [--write]
--write renews `landmark_odds.json` of `embedded.rules.config`: the settings, and what they were taken from.
Flies texts of the train split, spread evenly, with the embedded stack, some ten seconds each; --json tells
every candidate too. Standard errors are between flights: the decisions of one flight are alike.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import load_stack
from airanchor.bench.episodes import load_split
from airanchor.bench.run.subset import choose_episodes
from airanchor.config import load_settings
from airanchor.embedded.rules.config import LandmarkOdds, fitted
from benchmarks.fit.landmark_candidates import Candidate, fly

NAMES = ("one", "measured", "score", "measured x score", "(off / spread)^2", "log reach")
RIDGE = 1.0
STEPS = 50
_EDGES = np.linspace(0.0, 1.0, 11)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Coefficients of a logistic regression, the first of them constant, with their standard errors."""

    coefficients: Floats
    errors: Floats

    def chances(self, features: Floats) -> Floats:
        """How likely each row is true."""
        return _chances(features, self.coefficients)


def features_of(candidates: Sequence[Candidate]) -> Floats:
    """One row each, in the order of `NAMES`."""
    rows = [
        (1.0, one.is_measured, one.score, one.is_measured * one.score, one.off, np.log(one.reach))
        for one in candidates
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, len(NAMES))


def fit(features: Floats, truth: Floats, groups: Sequence[str]) -> Fit:
    """Newton's method on the log likelihood less half the squared coefficients, but for the constant.

    Rows of one group may depend on each other: errors are those of the sums over groups (the sandwich).
    """
    ridge = RIDGE * np.diag([0.0, *[1.0] * (features.shape[1] - 1)])
    coefficients = np.zeros(features.shape[1])
    for _ in range(STEPS):
        slope = features.T @ (truth - _chances(features, coefficients)) - ridge @ coefficients
        coefficients = coefficients + np.linalg.solve(_curvature(features, coefficients) + ridge, slope)
    inverse = np.linalg.inv(_curvature(features, coefficients) + ridge)
    pulls = features * (truth - _chances(features, coefficients))[:, None]
    _, group = np.unique(np.asarray(groups), return_inverse=True)
    sums = np.zeros((group.max() + 1, features.shape[1]))
    np.add.at(sums, group, pulls)
    return Fit(coefficients, np.sqrt(np.diag(inverse @ sums.T @ sums @ inverse)))


def _chances(features: Floats, coefficients: Floats) -> Floats:
    chances: Floats = 1.0 / (1.0 + np.exp(-features @ coefficients))
    return chances


def _curvature(features: Floats, coefficients: Floats) -> Floats:
    chances = _chances(features, coefficients)
    curvature: Floats = (features * (chances * (1.0 - chances))[:, None]).T @ features
    return curvature


def calibration(chances: Floats, truth: Floats) -> list[tuple[float, float, int]]:
    """Mean chance, share true and count, by tenths of the chance."""
    tenth = np.clip(np.digitize(chances, _EDGES) - 1, 0, len(_EDGES) - 2)
    return [
        (float(chances[tenth == k].mean()), float(truth[tenth == k].mean()), int((tenth == k).sum()))
        for k in range(len(_EDGES) - 1)
        if np.any(tenth == k)
    ]


def summarize(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """All figures."""
    features, truth = features_of(candidates), np.array([one.is_landmark for one in candidates], float)
    found = fit(features, truth, [one.episode for one in candidates])
    one, measured, score, both = found.coefficients[:4].tolist()
    return {
        "n": len(candidates),
        "flights": len({candidate.episode for candidate in candidates}),
        "share_right": round(float(truth.mean()), 3),
        "coefficients": dict(zip(NAMES, np.round(found.coefficients, 3).tolist(), strict=True)),
        "standard_errors": dict(zip(NAMES, np.round(found.errors, 3).tolist(), strict=True)),
        "measured_line": [round(one + measured, 2), round(score + both, 2)],
        "seen_line": [round(one, 2), round(score, 2)],
        "calibration": [
            [round(chance, 3), round(right, 3), n]
            for chance, right, n in calibration(found.chances(features), truth)
        ],
    }


def odds_of(figures: dict[str, Any]) -> LandmarkOdds:
    """The settings that the figures give, to the tenth: the errors are larger."""
    measured, seen = ([round(one, 1) for one in figures[line]] for line in ("measured_line", "seen_line"))
    return LandmarkOdds(
        measured_base=measured[0], measured_slope=measured[1], seen_base=seen[0], seen_slope=seen[1]
    )


def data_file(figures: dict[str, Any], episodes: int) -> str:
    """The data file: settings and provenance."""
    stored = {
        "measured_by": f"python -m benchmarks.fit.landmark_odds --episodes {episodes} --write",
        "split": "train",
        "chosen": "the lines that were fitted, to the tenth",
        "values": {"odds": asdict(odds_of(figures))},
        "measured": {name: value for name, value in figures.items() if name != "calibration"},
    }
    return json.dumps(stored, indent=1) + "\n"


def show(figures: dict[str, Any]) -> None:
    """The figures as tables."""
    print(f"{figures['n']} candidates of {figures['flights']} flights, {figures['share_right']:.0%} right")
    for name, value in figures["coefficients"].items():
        print(f"{name:18}{value:8.2f} +- {figures['standard_errors'][name]:.2f}")
    print(f"log odds of what is measured {figures['measured_line']}, seen alone {figures['seen_line']}")
    print("chance    right       n")
    for chance, right, n in figures["calibration"]:
        print(f"{chance:6.2f}{right:9.2f}{n:8d}")


def main() -> None:
    """Fly, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=102)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="renew the data file of the rules' settings")
    given = parser.parse_args()
    episodes = choose_episodes(load_split("train"), str(given.episodes))
    candidates = list(fly(episodes, load_stack(load_settings("paper"))))
    if not candidates:
        raise SystemExit(f"no landmark came up in {given.episodes} flights; fly more with --episodes")
    figures = summarize(candidates)
    if given.write:
        text = data_file(figures, given.episodes)
        Path(fitted.__file__).with_name(fitted.ODDS_FILE).write_text(text, "utf-8")
    if given.json:
        print(json.dumps({**figures, "candidates": [asdict(one) for one in candidates]}))
    else:
        show(figures)


if __name__ == "__main__":
    main()
