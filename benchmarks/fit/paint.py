"""Fits the colours of regions and proposals and writes them: python -m benchmarks.fit.paint

Regions of the reader and proposals of the detector that lie on one thing and hold a good part of it, in views
of the twelve seen scenes and of generated ones of the same styles. Tuning scenes, unseen ones and the styles
that only those have stay out; what is told of the tuning scenes is the share whose likeliest colour is one
of the thing's, by the network alone and now.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.reader as scene_reader
from airanchor.bench.grounding.evaluation import DEV_SCENES
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.candidates import find_candidates
from airanchor.embedded.eyes.detector.looks import pool_proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.paint import paint_features
from airanchor.embedded.eyes.reader.recognition import recognize_nothing
from airanchor.embedded.eyes.reader.traits import COLOURS
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.detector import overlaps_of
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader import MADE, SEEN
from benchmarks.fit.scene_reader_truth import is_flat, known, trait_regions
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

_PART = 0.25
"""Of a thing that stands a region must hold so much."""
_UNKNOWN = -5.0, -1.5
"""The odds of a network that does not know."""
_HIDDEN, _STEPS, _DECAY = (48,), 5000, 3e-2


class PaintSurveyor:
    """Looks at views and takes down what decides colours beside the true ones."""

    def __init__(self) -> None:
        self._reader = SceneReader(load_text_encoder(), recognize=recognize_nothing)

    def rows(self, scenes: Sequence[str], per_scene: int, seed: int) -> tuple[Floats, Flags]:
        """(features, colours) of everything that is clearly a coloured thing."""
        found = [
            self._of(true) for true in look_around(scenes, per_scene, seed, landmarks_per_scene=per_scene)
        ]
        return np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])

    def _of(self, true: TrueView) -> tuple[Floats, Flags]:
        reading, proposals = self._reader.read(true.view.rgb), propose(true.view)
        candidates = find_candidates(true.view, proposals, reading)
        by_picture = paint_features(reading.looks.traits, reading.proposals)[candidates.region]
        by_depth = paint_features(pool_proposals(proposals, reading.maps).looks.traits, proposals)
        overlap_px = overlaps_of(true, candidates).astype(float)
        traits, is_clear = trait_regions(known(true), overlap_px)
        colours = traits[:, : len(COLOURS)]
        kept = is_clear & colours.any(axis=1) & _is_part(true, overlap_px)
        return np.concatenate([by_depth, by_picture])[kept], colours[kept]


def _is_part(true: TrueView, overlap_px: NDArray[np.float64]) -> Flags:
    """Which hold enough of the thing that they mostly lie on; of surfaces any piece is enough."""
    ids = true.truth.ids
    flat = np.array([one in true.objects and is_flat(true.objects[one]) for one in ids])
    least = np.where(flat, 0, _PART * np.array([true.truth.visible.get(one, 0) for one in ids]))
    return np.asarray(overlap_px.max(axis=1) >= least[overlap_px.argmax(axis=1)])


def blinded(features: Floats, rng: np.random.Generator) -> Floats:
    """The same where the network does not know: all its odds alike, so that pixels alone say something."""
    blind = features.copy()
    blind[:, : len(COLOURS)] = rng.uniform(*_UNKNOWN, (len(blind), 1))
    return blind


def share_right(colours: Flags, scores: Floats) -> float:
    """How often the likeliest colour is one of the true ones."""
    return float(colours[np.arange(len(colours)), scores[:, : len(COLOURS)].argmax(axis=1)].mean())


def main() -> None:
    """Look, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--views", type=int, default=2, help="views per scene from anywhere, and at landmarks"
    )
    parser.add_argument("--seed", type=int, default=311)
    parser.add_argument("--out", type=Path, default=Path(str(scene_reader.__file__)).parent / "paint.json")
    options = parser.parse_args()
    surveyor = PaintSurveyor()
    features, colours = surveyor.rows((*SEEN, *MADE), options.views, options.seed)
    rng = np.random.default_rng(options.seed)
    model = fit_perceptron(
        np.concatenate([features, blinded(features, rng)]),
        Targets(flags=np.concatenate([colours, colours])),
        hidden=_HIDDEN,
        classes=len(COLOURS),
        steps=_STEPS,
        rng=rng,
        batch=512,
        decay=_DECAY,
    )
    asked, truth = surveyor.rows(DEV_SCENES, options.views, options.seed)
    before, now = share_right(truth, asked), share_right(truth, model.run(asked))
    told = f"tuning scenes: likeliest colour right of {len(truth)}, network {before:.3f}, now {now:.3f}"
    print(f"{len(colours)} regions and proposals; {told}")
    provenance = {
        "command": f"python -m benchmarks.fit.paint --views {options.views} --seed {options.seed}",
        "scenes": [*SEEN, *MADE],
        "n": len(colours),
    }
    document = {"provenance": provenance, "colours": model.to_json()}
    options.out.write_text(json.dumps(document) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
