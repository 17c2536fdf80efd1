"""Fits names and traits of the detector's proposals and writes them: python -m benchmarks.fit.recognition

Views of generated cities of every style but the two held out, with seeds from 47000 on that nothing else has:
what the network makes of each proposal, what is measured of it, and what it truly is. What is told of the
tuning scenes is the share of proposals that are named right, by the network alone and now.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.detector as embedded
from airanchor.bench.grounding.evaluation import DEV_SCENES
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.looks import proposal_cells
from airanchor.embedded.eyes.detector.recognition import (
    Recognizer,
    as_arrays,
    proposal_measures,
    recognition_inputs,
)
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.pooling import pool_features
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.learn.eyes.data.cities import TRAINING_STYLES
from airanchor.learn.eyes.data.truth import is_flat
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.detector import overlaps_of
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader_truth import known, name_regions, trait_regions
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float32]

FIRST_SEED = 47_000
FEATURES = 64
"""Of a cell, by the network."""
_PART = 0.25
"""A region must hold so much of a thing that stands to learn its traits."""
_HIDDEN, _BATCH, _RATE, _DECAY, _NOISE = (128,), 512, 0.002, 0.05, 0.1
_COMMON, _COMMON_TRAIT = 20, 50
"""Names and traits are drawn by one over the root of how many there are and so many more."""
_PLAIN = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """What is known of proposals."""

    inputs: NDArray[np.float16]  # (n, inputs) of the recognition
    name: NDArray[np.int64]  # (n,) NOTHING, or -1 where it is in doubt
    traits: NDArray[np.bool_]  # (n, TRAITS)
    is_clear: NDArray[np.bool_]  # (n,) whether its traits are known


class Gatherer:
    """Looks at views and takes down proposals beside the truth."""

    def __init__(self) -> None:
        encoder = load_text_encoder()
        self._reader = SceneReader(encoder)
        self._detector = EmbeddedDetector(encoder, self._reader)

    def rows(self, views: Iterator[TrueView]) -> Rows:
        """Those of all views."""
        found = [self._of(true) for true in views]
        return Rows(
            np.concatenate([one.inputs for one in found]),
            np.concatenate([one.name for one in found]),
            np.concatenate([one.traits for one in found]),
            np.concatenate([one.is_clear for one in found]),
        )

    def _of(self, true: TrueView) -> Rows:
        candidates, maps = self._detector.candidates(true.view), self._reader.read(true.view.rgb).maps
        proposals = candidates.proposals
        labels, members, count = proposal_cells(proposals)
        features = pool_features(maps, labels, members, np.maximum(count, 1))
        inputs = recognition_inputs(maps, features, proposal_measures(proposals))
        return _rows(true, inputs, overlaps_of(true, candidates)[: len(inputs)].astype(np.float64))


def _rows(true: TrueView, inputs: Floats, overlap_px: NDArray[np.float64]) -> Rows:
    traits, is_clear = trait_regions(known(true), overlap_px)
    names = name_regions(known(true), overlap_px)
    return Rows(inputs.astype(np.float16), names, traits, is_clear & _is_part(true, overlap_px))


def _is_part(true: TrueView, overlap_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which hold enough of the thing that they mostly lie on; of surfaces any piece is enough."""
    ids = true.truth.ids
    flat = np.array([one in true.objects and is_flat(true.objects[one]) for one in ids])
    least = np.where(flat, 0, _PART * np.array([true.truth.visible.get(one, 0) for one in ids]))
    return np.asarray(overlap_px.max(axis=1) >= least[overlap_px.argmax(axis=1)])


def cities(count: int) -> Sequence[str]:
    """Generated cities to learn from; styles take turns."""
    return [f"{TRAINING_STYLES[k % len(TRAINING_STYLES)]}@{FIRST_SEED + k}" for k in range(count)]


def views_to_learn_from(options: argparse.Namespace) -> Iterator[TrueView]:
    """Those of all cities, a seed for each turn of the styles."""
    names, turn = cities(options.cities), len(TRAINING_STYLES)
    for first in range(0, len(names), turn):
        yield from look_around(
            names[first : first + turn],
            options.views,
            options.seed + first,
            landmarks_per_scene=options.landmarks,
        )


def fit(rows: Rows, steps: int) -> Recognizer:
    """Names of all that is in no doubt, traits of all that clearly is one thing."""
    named, clear = rows.name >= 0, rows.is_clear
    name, traits = rows.name[named], rows.traits[clear]
    of_name = 1 / np.sqrt(np.bincount(name, minlength=NOTHING + 1)[name] + _COMMON)
    of_trait = (traits / np.sqrt(traits.sum(axis=0) + _COMMON_TRAIT)).max(axis=1) + _PLAIN
    return Recognizer(
        _perceptron(
            rows.inputs[named], Targets(name, chance=of_name.astype(np.float32)), NOTHING + 1, steps, seed=1
        ),
        _perceptron(
            rows.inputs[clear],
            Targets(flags=traits, chance=of_trait.astype(np.float32)),
            len(TRAITS),
            steps,
            seed=2,
        ),
    )


def _perceptron(
    inputs: NDArray[np.float16], targets: Targets, outputs: int, steps: int, *, seed: int
) -> Perceptron:
    return fit_perceptron(
        inputs.astype(np.float32),
        targets,
        hidden=_HIDDEN,
        classes=outputs,
        steps=steps,
        rng=np.random.default_rng(seed),
        batch=_BATCH,
        rate=_RATE,
        decay=_DECAY,
        noise=_NOISE,
    )


def shares_right(rows: Rows, recognizer: Recognizer, features: int) -> tuple[float, float]:
    """How often the likeliest name is the true one, by the network alone and by the recognition."""
    is_thing = (rows.name >= 0) & (rows.name < NOTHING)
    inputs, name = rows.inputs[is_thing].astype(np.float32), rows.name[is_thing]
    alone = inputs[:, features : features + NOTHING].argmax(axis=1) == name
    now = recognizer.names.run(inputs)[:, :NOTHING].argmax(axis=1) == name
    return float(alone.mean()), float(now.mean())


def main() -> None:
    """Look, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cities", type=int, default=27)
    parser.add_argument("--views", type=int, default=6, help="views per city from anywhere,")
    parser.add_argument("--landmarks", type=int, default=30, help="and at landmarks")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=900)
    out = Path(str(embedded.__file__)).parent / "recognition.npz"
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args()
    gatherer = Gatherer()
    learned = gatherer.rows(views_to_learn_from(options))
    asked = gatherer.rows(look_around(DEV_SCENES, 8, 5, landmarks_per_scene=16))
    recognizer = fit(learned, options.steps)
    before, now = shares_right(asked, recognizer, 2 * FEATURES)
    told = f"tuning scenes: named right, network {before:.3f}, now {now:.3f}"
    print(f"{len(learned.name)} proposals; {told}")
    command = f"python -m benchmarks.fit.recognition --cities {options.cities} --steps {options.steps}"
    provenance = {"command": command, "rows": len(learned.name)}
    arrays = {"provenance": np.array(json.dumps(provenance)), **as_arrays(recognizer)}
    with options.out.open("wb") as file:
        np.savez_compressed(file, **arrays)


if __name__ == "__main__":
    main()
