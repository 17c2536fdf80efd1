"""Fits the scene reader's model and writes it: python benchmarks/fit_scene_reader.py

Views come from the twelve seen scenes and from nine generated ones of the same styles, with seeds that no
named scene has. The tuning scenes and the unseen ones stay out, and so do the styles that only those have.
"""

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fit_perceptron import Targets, fit_perceptron
from numpy.typing import NDArray
from scene_reader_truth import belong_together, name_regions, overlaps, trait_regions
from scene_reader_views import look_around, true_cells

import airanchor.perception.scene_reader as scene_reader
from airanchor.bench.grounding_phrases import choose_phrases
from airanchor.bench.grounding_views import TrueView
from airanchor.perception import Phrase
from airanchor.perception.embedded.attributes import split_category
from airanchor.perception.embedded.words import Vocabulary
from airanchor.perception.scene_reader.angles import HORIZONTAL_FOV_RAD
from airanchor.perception.scene_reader.cells import Cells, make_cells
from airanchor.perception.scene_reader.height import seen_height_m
from airanchor.perception.scene_reader.joining import join, pair_features
from airanchor.perception.scene_reader.layout import Kind, LayoutModel, second_features
from airanchor.perception.scene_reader.model import SceneModel
from airanchor.perception.scene_reader.names import NAMES, NOTHING
from airanchor.perception.scene_reader.naming import as_proposals, region_features
from airanchor.perception.scene_reader.perceptron import Perceptron, softmax
from airanchor.perception.scene_reader.pieces import Pieces, cut_pieces
from airanchor.perception.scene_reader.regions import Regions, measure_regions
from airanchor.perception.scene_reader.scoring import score_features
from airanchor.perception.scene_reader.traits import agree, trait_shares
from airanchor.perception.text import load_text_encoder
from airanchor.sim.city.catalogue import SCENES

Floats = NDArray[np.float32]
Numbers = NDArray[np.float64]

SEEN = tuple(name for name, spec in SCENES.items() if spec.split == "seen")
MADE = (
    "downtown@1001", "old-town@1002", "harbour@1003", "campus@1004", "suburb@1005", "industrial@1006",
    "park-city@1007", "river-town@1008", "modernist@1009",
)  # fmt: skip
_CELLS_PER_VIEW, _SKY_CHANCE = 1500, 0.25
_EXAMPLES = 15
"""With fewer examples nothing is said about the size of a thing."""
_ASKED = 6
"""So many of the likeliest regions per phrase show what a score means."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The regions of one view and what they truly are."""

    true: TrueView
    pieces: Pieces
    regions: Regions
    features: Floats
    overlap_px: NDArray[np.float64]
    height_m: float


def fit_layout(views: list[TrueView], cells: list[Cells], rng: np.random.Generator) -> LayoutModel:
    """The two looks; rare kinds are drawn more often, and few cells of the sky."""
    truth = [true_cells(view) for view in views]
    picks = []
    for one in truth:
        chance = np.where(one.kind == Kind.SKY, _SKY_CHANCE, 1.0).ravel()
        picks.append(rng.choice(one.kind.size, _CELLS_PER_VIEW, replace=False, p=chance / chance.sum()))
    kind = np.concatenate([one.kind.ravel()[pick] for one, pick in zip(truth, picks, strict=True)])
    nearness = np.concatenate([one.nearness.ravel()[pick] for one, pick in zip(truth, picks, strict=True)])
    chance = (1 / np.sqrt(np.bincount(kind, minlength=len(Kind)) / len(kind) + 1e-4))[kind].astype(np.float32)
    inputs = np.concatenate([_flat(one.features)[pick] for one, pick in zip(cells, picks, strict=True)])
    first = fit_perceptron(
        inputs, Targets(kind, chance=chance), hidden=(32,), classes=len(Kind), steps=6000, rng=rng
    )
    contexts = []
    for one, pick in zip(cells, picks, strict=True):
        seen = softmax(first.run(_flat(one.features))).reshape(*one.features.shape[:2], -1)
        contexts.append(_flat(second_features(one, seen))[pick])
    targets = Targets(kind, value=np.log(nearness), value_weight=1.0, chance=chance)
    second = fit_perceptron(
        np.concatenate(contexts), targets, hidden=(48, 24), classes=len(Kind), steps=10000, rng=rng
    )
    return LayoutModel(first, second)


def _flat(values: Floats) -> Floats:
    return values.reshape(-1, values.shape[-1])


def fit_joining(views: list[TrueView], pieces: list[Pieces], rng: np.random.Generator) -> Perceptron:
    """Whether touching patches belong together; long borders are drawn more often."""
    features, labels, chances = [], [], []
    for view, one in zip(views, pieces, strict=True):
        label, is_clear = belong_together(view, one)
        features.append(pair_features(one)[is_clear])
        labels.append(label[is_clear])
        chances.append(np.sqrt(one.borders[is_clear, 0]))
    targets = Targets(np.concatenate(labels), chance=np.concatenate(chances))
    return fit_perceptron(np.concatenate(features), targets, hidden=(32, 16), classes=2, steps=8000, rng=rng)


def fit_naming(samples: list[Sample], rng: np.random.Generator) -> Perceptron:
    """Names; rare ones and large regions are drawn more often."""
    labels = np.concatenate([name_regions(one.true, one.overlap_px) for one in samples])
    features = np.concatenate([one.features for one in samples])
    size = np.concatenate([one.regions.size for one in samples])
    kept = labels >= 0
    count = np.bincount(labels[kept], minlength=NOTHING + 1)
    chance = np.sqrt(np.minimum(size[kept], 2000)) / np.sqrt(np.maximum(count[labels[kept]], 20))
    targets = Targets(labels[kept], chance=chance.astype(np.float32))
    return fit_perceptron(
        features[kept],
        targets,
        hidden=(72,),
        classes=NOTHING + 1,
        steps=8000,
        rng=rng,
        decay=1e-2,
        noise=0.15,
    )


def fit_traits(samples: list[Sample], rng: np.random.Generator) -> Perceptron:
    """Traits of the things that regions mostly lie on."""
    flags, clear = zip(*(trait_regions(one.true, one.overlap_px) for one in samples), strict=True)
    kept = np.concatenate(clear)
    features = np.concatenate([one.features for one in samples])[kept]
    size = np.concatenate([one.regions.size for one in samples])[kept]
    targets = Targets(flags=np.concatenate(flags)[kept], chance=np.sqrt(np.minimum(size, 2000)))
    count = targets.flags.shape[1] if targets.flags is not None else 0
    return fit_perceptron(
        features, targets, hidden=(48,), classes=count, steps=6000, rng=rng, decay=1e-2, noise=0.1
    )


def known_tops(samples: list[Sample]) -> NDArray[np.float64]:
    """Mean and spread of the logarithm of each name's height in metres; a wide spread where unknown."""
    labels = np.concatenate([name_regions(one.true, one.overlap_px) for one in samples])
    tops = np.concatenate([np.log(one.regions.top * one.height_m) for one in samples])
    rows = []
    for index, name in enumerate(NAMES):
        own = tops[labels == index]
        if name.on_ground or len(own) < _EXAMPLES:
            rows.append((0.0, 9.0))
            continue
        middle = float(np.median(own))
        rows.append((middle, max(1.48 * float(np.median(np.abs(own - middle))), 0.1)))
    return np.array(rows)


def fit_scoring(
    samples: list[Sample],
    parts: dict[str, Perceptron],
    rng: np.random.Generator,
    *,
    rates: Numbers,
    tops: Numbers,
) -> Perceptron:
    """Being right, for the likeliest regions of each phrase."""
    vocabulary = Vocabulary(load_text_encoder(), NAMES)
    rows, rights = [], []
    for one in samples:
        shares = softmax(parts["naming"].run(one.features))[:, :NOTHING]
        traits = trait_shares(parts["traits"], one.features)
        proposals = as_proposals(one.regions, one.pieces.labels, seen_height_m(one.regions, shares, tops))
        for phrase in choose_phrases(one.true, rng):
            category, attributes = split_category(phrase.category, phrase.attributes)
            weights = vocabulary.weights(category)
            weights = np.where(weights >= 0.25, weights, 0.0)
            meaning = np.minimum(shares @ weights, 1.0)
            if meaning.any():
                agrees = agree(traits, proposals, attributes)
                features = score_features(one.regions, meaning, agrees, float(rates @ weights))
                likeliest = np.argsort(-(features[:, 0] + features[:, 3]), kind="stable")[:_ASKED]
                rows.append(features[likeliest])
                rights.append(_share_right(one, phrase)[likeliest] >= 0.5)
    targets = Targets(np.concatenate(rights).astype(np.int64))
    return fit_perceptron(
        np.concatenate(rows), targets, hidden=(16,), classes=2, steps=6000, rng=rng, decay=1e-2
    )


def _share_right(one: Sample, phrase: Phrase) -> NDArray[np.float64]:
    answers = one.true.truth.answers(phrase)
    chosen = np.array([number in answers for number in one.true.truth.ids])
    return np.asarray(one.overlap_px[:, chosen].sum(axis=1) / np.maximum(one.overlap_px.sum(axis=1), 1))


def fit(views: list[TrueView], rng: np.random.Generator) -> SceneModel:
    """The whole model, each part on what the parts before it make of the views."""
    cells = [make_cells(view.view.rgb, HORIZONTAL_FOV_RAD) for view in views]
    layout = fit_layout(views, cells, rng)
    print("layout", flush=True)
    pieces = [cut_pieces(one, layout.read(one)) for one in cells]
    joining = fit_joining(views, pieces, rng)
    print("joining", flush=True)
    samples = []
    for view, one, cut in zip(views, cells, pieces, strict=True):
        members, together = join(cut, joining)
        if len(members):
            regions = measure_regions(one, cut, members, together)
            overlap_px = members.astype(np.float64) @ overlaps(view, cut)
            samples.append(
                Sample(view, cut, regions, region_features(regions), overlap_px, view.view.pose.z_m)
            )
    parts = {"naming": fit_naming(samples, rng), "traits": fit_traits(samples, rng)}
    print("names and traits", flush=True)
    shares = np.concatenate([softmax(parts["naming"].run(one.features)) for one in samples])
    rates = shares.mean(axis=0)[:NOTHING].astype(float)
    tops = known_tops(samples)
    scoring = fit_scoring(samples, parts, rng, rates=rates, tops=tops)
    return SceneModel(layout, joining, parts["naming"], parts["traits"], scoring, rates, tops)


def main() -> None:
    """Survey, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=9, help="views per scene from anywhere")
    parser.add_argument("--landmarks", type=int, default=18, help="views per scene that look at a landmark")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path(str(scene_reader.__file__)).parent / "model.json")
    options = parser.parse_args()
    views = list(
        look_around((*SEEN, *MADE), options.views, options.seed, landmarks_per_scene=options.landmarks)
    )
    print(
        f"{len(views)} views, {math.ceil(sum(view.ids.nbytes for view in views) / 1e6)} MB of ids", flush=True
    )
    model = fit(views, np.random.default_rng(options.seed))
    options.out.write_text(json.dumps(model.to_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
