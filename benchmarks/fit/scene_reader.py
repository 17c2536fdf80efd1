"""Fits the scene reader's model and writes it: python -m benchmarks.fit.scene_reader

Layout and joining are fitted to views of the twelve seen scenes and of nine generated ones of the same
styles, with seeds that no named scene has; scores to views along the paths of the train split and to views of
more generated scenes (see `scene_scores`). Names and traits are the network's, which is trained apart. The
tuning scenes and the unseen ones stay out, and so do the styles that only those have.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.reader as scene_reader
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.net import shared_net
from airanchor.embedded.eyes.reader.angles import HORIZONTAL_FOV_RAD
from airanchor.embedded.eyes.reader.model import SceneModel, parts_from_json
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.pooling import patch_sums, pool
from airanchor.embedded.eyes.reader.recognition import recognize_regions, region_inputs
from airanchor.embedded.eyes.reader.regions.cells import Cells, make_cells
from airanchor.embedded.eyes.reader.regions.joints import join, pair_features
from airanchor.embedded.eyes.reader.regions.layout import LayoutModel, SurfaceKind, second_features
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax
from airanchor.embedded.eyes.reader.regions.pieces import Pieces, cut_pieces
from airanchor.embedded.eyes.reader.regions.regions import measure_regions
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.city.catalogue import SCENES
from benchmarks.fit.landmark_views import see, stands
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader_truth import belong_together, known, overlaps
from benchmarks.fit.scene_reader_views import look_around, true_cells
from benchmarks.fit.scene_scores import Asked, Sample, fit_scores

Floats = NDArray[np.float32]

SEEN = tuple(name for name, spec in SCENES.items() if spec.split == "seen")
MADE = (
    "downtown@1001", "old-town@1002", "harbour@1003", "campus@1004", "suburb@1005", "industrial@1006",
    "park-city@1007", "river-town@1008", "modernist@1009",
)  # fmt: skip
MADE_FOR_SCORES = ("downtown@1001", "harbour@1003", "park-city@1007", "old-town@1012", "campus@1014")
_CELLS_PER_VIEW, _SKY_CHANCE = 1500, 0.25
_PLACES_AROUND = 1
"""So many of the eight views of a turn on the spot are looked at."""
_ELSEWHERE = 1
"""So many phrases that are told elsewhere in the scene are asked beside the one that is told here,"""
_PLAIN = 2
"""and so many categories of what is in view."""
_PLAIN_PX = 200
_ABSENT = 1
"""So many categories are asked that are in the scene but not in view."""


def fit_layout(views: list[TrueView], cells: list[Cells], rng: np.random.Generator) -> LayoutModel:
    """The two looks; rare kinds are drawn more often, and few cells of the sky."""
    truth = [true_cells(view) for view in views]
    picks = []
    for one in truth:
        chance = np.where(one.kind == SurfaceKind.SKY, _SKY_CHANCE, 1.0).ravel()
        picks.append(rng.choice(one.kind.size, _CELLS_PER_VIEW, replace=False, p=chance / chance.sum()))
    kind = np.concatenate([one.kind.ravel()[pick] for one, pick in zip(truth, picks, strict=True)])
    nearness = np.concatenate([one.nearness.ravel()[pick] for one, pick in zip(truth, picks, strict=True)])
    chance = (1 / np.sqrt(np.bincount(kind, minlength=len(SurfaceKind)) / len(kind) + 1e-4))[kind].astype(
        np.float32
    )
    inputs = np.concatenate([_flat(one.features)[pick] for one, pick in zip(cells, picks, strict=True)])
    first = fit_perceptron(
        inputs, Targets(kind, chance=chance), hidden=(32,), classes=len(SurfaceKind), steps=6000, rng=rng
    )
    contexts = []
    for one, pick in zip(cells, picks, strict=True):
        seen = softmax(first.run(_flat(one.features))).reshape(*one.features.shape[:2], -1)
        contexts.append(_flat(second_features(one, seen))[pick])
    targets = Targets(kind, value=np.log(nearness), value_weight=1.0, chance=chance)
    second = fit_perceptron(
        np.concatenate(contexts), targets, hidden=(48, 24), classes=len(SurfaceKind), steps=10000, rng=rng
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


def flight_samples(
    parts: tuple[LayoutModel, Perceptron], every: int, rng: np.random.Generator
) -> Iterator[Sample]:
    """Views along the paths of the train split, with the landmark that is told there."""
    wanted = [
        one
        for one in stands("train", every=every)
        if one.place != "around" or rng.random() < _PLACES_AROUND / 8
    ]
    told: dict[str, list[Asked]] = {}
    for one in wanted:
        told.setdefault(one.scene, []).append(Asked(one.phrase, one.landmark))
    for stand, true in see(wanted):
        others = told[stand.scene]
        asked = [Asked(stand.phrase, stand.landmark)]
        asked += [others[k] for k in rng.integers(len(others), size=_ELSEWHERE).tolist()]
        if sample := take(true, parts, (*asked, *plain_questions(true, rng))):
            yield sample


def plain_questions(true: TrueView, rng: np.random.Generator) -> tuple[Asked, ...]:
    """Some categories of what is in view, and of what is elsewhere."""
    shown = {true.objects[one].category for one in true.truth.visible}
    large = [one for one, size_px in true.truth.visible.items() if size_px >= _PLAIN_PX]
    away = [one for one, thing in true.objects.items() if thing.category not in shown]
    return (*_some_categories(true, large, _PLAIN, rng), *_some_categories(true, away, _ABSENT, rng))


def _some_categories(
    true: TrueView, things: Sequence[int], count: int, rng: np.random.Generator
) -> tuple[Asked, ...]:
    """So many categories of these things, each said of the first that bears it."""
    first: dict[str, int] = {}
    for one in things:
        first.setdefault(true.objects[one].category, one)
    names = sorted(first)
    chosen = rng.permutation(len(names))[:count].tolist()
    return tuple(Asked(Phrase(names[k]), first[names[k]]) for k in chosen)


def take(
    true: TrueView, parts: tuple[LayoutModel, Perceptron], asked: tuple[Asked, ...] = ()
) -> Sample | None:
    """The regions of a view; None where there are none."""
    layout, joining = parts
    cells = make_cells(true.view.rgb, HORIZONTAL_FOV_RAD)
    pieces = cut_pieces(cells, layout.read(cells))
    members, together = join(pieces, joining)
    if not len(members):
        return None
    regions, maps = measure_regions(cells, pieces, members, together), shared_net().look(true.view.rgb)
    looks = pool(maps, patch_sums(maps, pieces.labels, pieces.count), members, regions.size)
    return Sample(
        scene=true.scene,
        known=known(true),
        labels=pieces.labels,
        regions=regions,
        looks=looks,
        recognized=recognize_regions(region_inputs(maps, looks, regions)),
        overlap_px=members.astype(np.float64) @ overlaps(true, pieces),
        height_m=true.view.pose.z_m,
        asked=asked,
    )


def first_parts(views: list[TrueView], rng: np.random.Generator) -> tuple[LayoutModel, Perceptron]:
    """Layout and joining."""
    cells = [make_cells(view.view.rgb, HORIZONTAL_FOV_RAD) for view in views]
    layout = fit_layout(views, cells, rng)
    return layout, fit_joining(views, [cut_pieces(one, layout.read(one)) for one in cells], rng)


def main() -> None:
    """Survey, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=9, help="views per scene from anywhere, for the layout")
    parser.add_argument("--landmarks", type=int, default=18, help="views per scene that look at a landmark")
    parser.add_argument(
        "--every", type=int, default=24, help="scores from every n-th path of each train scene"
    )
    parser.add_argument("--keep-layout", action="store_true", help="keep the stored layout and joining")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path(str(scene_reader.__file__)).parent / "model.json")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    if options.keep_layout:
        stored = parts_from_json(
            json.loads(options.out.read_text(encoding="utf-8")), ("first", "second", "joining")
        )
        parts = LayoutModel(stored["first"], stored["second"]), stored["joining"]
    else:
        parts = first_parts(
            list(
                look_around(
                    (*SEEN, *MADE), options.views, options.seed, landmarks_per_scene=options.landmarks
                )
            ),
            rng,
        )
    samples = list(flight_samples(parts, options.every, rng))
    made = look_around(MADE_FOR_SCORES, 2, 501, landmarks_per_scene=12)
    samples += [one for one in (take(true, parts, plain_questions(true, rng)) for true in made) if one]
    print(f"{len(samples)} views for scores", flush=True)
    scores = fit_scores(samples, Vocabulary(load_text_encoder(), NAMES), rng)
    model = SceneModel(
        layout=parts[0],
        joining=parts[1],
        scoring=scores.scoring,
        rates=scores.rates,
        tops=scores.tops,
    )
    options.out.write_text(json.dumps(model.to_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
