"""How sure a thing is that somebody points at: fitted on train scenes, checked on dev scenes.

Every thing of a view that is large enough is pointed at near its middle and asked for by its name, by a
broader word or with its colour. The mask is right if it covers the thing or lies on it for the most part.

Run: python -m benchmarks.fit.pointing [--views 10] [--seed 16] [--write]
"""

import argparse
import json
import math
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.mask import centroid, nearest
from airanchor.bench.grounding.phrases import asked_words, colour_of
from airanchor.bench.grounding.views import TrueView, survey_views
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.pointing import pointing_features
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.city.catalogue import SCENES

SMALLEST_PX = 300
OFF = 0.12
"""How far off the middle people point, in sides of a square as large as the thing."""
BROADER, COLOURED = 0.4, 0.7
"""How often a thing is asked for by a broader word, and with its colour."""
RIGHT_IOU, RIGHT_SHARE = 0.5, 0.7
Floats = NDArray[np.float64]


def samples(
    detector: EmbeddedDetector, scenes: Sequence[str], views: int, seed: int
) -> tuple[Floats, Floats]:
    """(features, whether the mask is right) of everything that is pointed at."""
    rows, right = [], []
    for true in survey_views(tuple(scenes), views, seed):
        rng = np.random.default_rng([seed, true.number])
        for number, size_px in true.truth.visible.items():
            if size_px >= SMALLEST_PX:
                found = _point(detector, true, number, rng)
                if found is not None:
                    rows.append(found[0])
                    right.append(found[1])
    return np.array(rows), np.array(right, float)


def _point(
    detector: EmbeddedDetector, true: TrueView, number: int, rng: np.random.Generator
) -> tuple[tuple[float, ...], bool] | None:
    thing, own = true.objects[number], true.ids == number
    words, colour = asked_words(thing), colour_of(thing)
    category = words[-1] if rng.random() < BROADER else words[0]
    phrase = Phrase(category, (colour,) if colour and rng.random() < COLOURED else ())
    height_px, width_px = own.shape
    u, v = np.array(centroid(own)) + rng.normal(0, OFF * math.sqrt(own.sum()), 2)
    pixel = nearest(own, (int(np.clip(u, 0, width_px - 1)), int(np.clip(v, 0, height_px - 1))))
    found = detector.detect_at(phrase, true.view, pixel)
    if found is None:
        return None
    shared = float((found.mask & own).sum())
    is_right = shared >= RIGHT_IOU * (found.mask | own).sum() or shared >= RIGHT_SHARE * found.mask.sum()
    return pointing_features(found.confidence, found.mask, pixel), bool(is_right)


def fit_logistic(features: Floats, right: Floats, steps: int = 50) -> Floats:
    """Weights, the constant first, by Newton's method with a little ridge."""
    rows = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (right - chance) - 1e-3 * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def report(name: str, features: Floats, right: Floats, weights: Floats) -> None:
    chance = 1 / (1 + np.exp(-np.column_stack([np.ones(len(features)), features]) @ weights))
    print(f"{name}: {len(right)} pointed at, {right.mean():.3f} right")
    for low, high in ((0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 1.01)):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            share = right[inside].mean()
            mean = chance[inside].mean()
            told = f"told {low:.2f} to {min(high, 1):.2f}: n {inside.sum()}, mean {mean:.2f}"
            print(f"  {told}, right {share:.2f}")
    sure = chance >= 0.5
    print(f"  told 0.5 or more: {sure.mean():.2f} of all, {right[sure].mean():.3f} right")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--views", type=int, default=10)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    detector = EmbeddedDetector(load_text_encoder())
    train = [name for name, spec in SCENES.items() if spec.split == "seen"]
    dev = [name for name, spec in SCENES.items() if spec.split == "dev"]
    features, right = samples(detector, train, given.views, given.seed)
    weights = fit_logistic(features, right)
    report("train", features, right, weights)
    report("dev", *samples(detector, dev, given.views, given.seed), weights)
    print(json.dumps([round(float(one), 4) for one in weights]))
    if given.write:
        stored = {
            "provenance": {
                "command": f"python -m benchmarks.fit.pointing --views {given.views} --seed {given.seed}",
                "scenes": train,
                "n": len(right),
            },
            "weights": [round(float(one), 4) for one in weights],
        }
        file = Path(str(files("airanchor.embedded.eyes.detector").joinpath("pointing.json")))
        file.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
