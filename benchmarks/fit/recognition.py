"""Fits what names regions and proposals, for reader and detector: python -m benchmarks.fit.recognition

Views of generated cities of every style but the two held out and of mixtures of these, with seeds from 47000
on that nothing else has: what the network makes of each proposal and each region, what is measured of it, and
what it truly is. Half of the views are looked at again with their hues turned, for what things are whatever
their paint. Of cities kept back the share that is named right is told, by the network and now.
`recognition.json` beside the weights says how each part was made.
"""

import argparse
import hashlib
import json
import math
import multiprocessing
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.reader as scene_reader
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.candidates import find_candidates
from airanchor.embedded.eyes.detector.looks import pool_proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.recognition import proposal_inputs
from airanchor.embedded.eyes.reader import SceneReader, SceneReading
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.recognition import (
    PROPOSALS,
    REGIONS,
    Recognizer,
    as_arrays,
    recognize_nothing,
    region_inputs,
)
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.learn.eyes.data.cities import TRAINING_STYLES
from airanchor.learn.eyes.data.truth import is_flat
from airanchor.learn.eyes.training.disturbance import hue_rotation
from airanchor.perception.text import load_text_encoder
from aircity.city.procedural.styles import MIXED
from benchmarks.fit.detector import overlaps_of
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader_truth import known, name_regions, trait_regions
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float32]

FIRST_SEED = 47_000
FEATURES = 64
"""Of a cell, by the network."""
_PART = 0.25
"""A candidate must hold so much of a thing that stands to learn its traits."""
_HIDDEN, _BATCH, _RATE, _DECAY, _NOISE = (256,), 512, 0.002, 0.05, 0.1
_COMMON, _COMMON_TRAIT = 20, 50
"""Names and traits are drawn by one over the root of how many there are and so many more."""
_PLAIN = 0.02
_TURNED = 0.5
"""So many views are seen a second time in other hues; names are learned from them, traits are not,"""
_LEAST_TURN = math.pi / 3
"""and so far at least their hues are turned, to either side."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """What is known of proposals, or of regions."""

    inputs: NDArray[np.float16]  # (n, inputs) of the recognition
    name: NDArray[np.int64]  # (n,) NOTHING, or -1 where it is in doubt
    traits: NDArray[np.bool_]  # (n, TRAITS)
    is_clear: NDArray[np.bool_]  # (n,) whether its traits are known
    city: NDArray[np.int64]  # (n,) which of the cities it is from

    def part(self, chosen: NDArray[np.bool_]) -> "Rows":
        """Some of them."""
        return Rows(
            self.inputs[chosen],
            self.name[chosen],
            self.traits[chosen],
            self.is_clear[chosen],
            self.city[chosen],
        )


@cache
def shared_reader() -> SceneReader:
    """One for all cities that a process looks at."""
    return SceneReader(load_text_encoder(), recognize=recognize_nothing)


def gather(city: int, options: argparse.Namespace) -> dict[str, Rows]:
    """Both kinds of rows of all views of a city, each row with the number of its city."""
    reader, rng = shared_reader(), np.random.default_rng([options.seed, city])
    found: dict[str, list[Rows]] = {PROPOSALS: [], REGIONS: []}
    for true in views_of(city, options):
        seen = _rows_of_view(reader, true, city)
        if rng.random() < _TURNED:
            again = _rows_of_view(reader, turned(true, rng), city)
            for which, rows in again.items():
                seen[which] = _together([seen[which], replace(rows, is_clear=np.zeros_like(rows.is_clear))])
        for which, rows in seen.items():
            found[which].append(rows)
    return {which: _together(parts) for which, parts in found.items()}


def turned(true: TrueView, rng: np.random.Generator) -> TrueView:
    """The view in other hues, shape and shade as before."""
    turn = hue_rotation(rng.uniform(_LEAST_TURN, 2 * math.pi - _LEAST_TURN)).astype(np.float32)
    rgb = np.clip(np.rint(true.view.rgb @ turn.T), 0, 255).astype(np.uint8)
    return replace(true, view=replace(true.view, rgb=rgb))


def _rows_of_view(reader: SceneReader, true: TrueView, city: int) -> dict[str, Rows]:
    reading, proposals = reader.read(true.view.rgb), propose(true.view)
    candidates = find_candidates(true.view, proposals, reading)
    overlap_px = overlaps_of(true, candidates).astype(np.float64)[: len(proposals.groups)]
    by_depth = proposal_inputs(proposals, reading.maps, pool_proposals(proposals, reading.maps))
    by_picture = region_inputs(reading.maps, reading.looks, reading.regions)
    return {
        PROPOSALS: _rows(true, by_depth, overlap_px, city),
        REGIONS: _rows(true, by_picture, _region_overlaps(true, reading), city),
    }


def _region_overlaps(true: TrueView, reading: SceneReading) -> NDArray[np.float64]:
    """Pixels that each region shares with each id of the view, (r, ids)."""
    rows, columns = (
        np.arange(side) * own // side for side, own in zip(true.ids.shape, reading.patches.shape, strict=True)
    )
    members = reading.regions.members
    patches = reading.patches[rows[:, None], columns] + 1
    of_patch = true.truth.overlap_of_groups(patches, [(row,) for row in range(members.shape[1])])
    return np.asarray(members.astype(np.float64) @ of_patch)


def _together(parts: Sequence[Rows]) -> Rows:
    return Rows(
        np.concatenate([one.inputs for one in parts]),
        np.concatenate([one.name for one in parts]),
        np.concatenate([one.traits for one in parts]),
        np.concatenate([one.is_clear for one in parts]),
        np.concatenate([one.city for one in parts]),
    )


def _rows(true: TrueView, inputs: Floats, overlap_px: NDArray[np.float64], city: int) -> Rows:
    traits, is_clear = trait_regions(known(true), overlap_px)
    names = name_regions(known(true), overlap_px)
    is_clear = is_clear & _is_part(true, overlap_px)
    return Rows(inputs.astype(np.float16), names, traits, is_clear, np.full(len(names), city))


def _is_part(true: TrueView, overlap_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which hold enough of the thing that they mostly lie on; of surfaces any piece is enough."""
    ids = true.truth.ids
    flat = np.array([one in true.objects and is_flat(true.objects[one]) for one in ids])
    least = np.where(flat, 0, _PART * np.array([true.truth.visible.get(one, 0) for one in ids]))
    return np.asarray(overlap_px.max(axis=1) >= least[overlap_px.argmax(axis=1)])


def city_name(number: int, options: argparse.Namespace) -> str:
    """A generated city to learn from: styles take turns, and after them come mixtures of them."""
    style = TRAINING_STYLES[number % len(TRAINING_STYLES)] if number < options.cities else MIXED
    return f"{style}@{FIRST_SEED + number}"


def cities(options: argparse.Namespace) -> Sequence[str]:
    """All of them, those of a style first."""
    return [city_name(number, options) for number in range(options.cities + options.mixed)]


def views_of(city: int, options: argparse.Namespace) -> Iterator[TrueView]:
    """Those of a city; a seed for each turn of the styles."""
    seed = options.seed + city - city % len(TRAINING_STYLES)
    return look_around([city_name(city, options)], options.views, seed, landmarks_per_scene=options.landmarks)


def gather_all(options: argparse.Namespace) -> dict[str, Rows]:
    """The rows of all cities, as many cities at a time as there are jobs."""
    spawn, numbers = multiprocessing.get_context("spawn"), range(options.cities + options.mixed)
    found: dict[str, list[Rows]] = {PROPOSALS: [], REGIONS: []}
    with ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        for city, seen in enumerate(pool.map(partial(gather, options=options), numbers), 1):
            for which, rows in seen.items():
                found[which].append(rows)
            print(f"{city}/{len(numbers)} cities", file=sys.stderr, flush=True)
    return {which: _together(parts) for which, parts in found.items()}


def fit(rows: Rows, steps: int) -> Recognizer:
    """Names of all that is in no doubt, traits of all that clearly is one thing."""
    named, clear = rows.name >= 0, rows.is_clear
    name, traits = rows.name[named], rows.traits[clear]
    of_name = 1 / np.sqrt(np.bincount(name, minlength=NOTHING + 1)[name] + _COMMON)
    of_trait = (traits / np.sqrt(traits.sum(axis=0) + _COMMON_TRAIT)).max(axis=1) + _PLAIN
    by_name = Targets(name, chance=of_name.astype(np.float32))
    by_trait = Targets(flags=traits, chance=of_trait.astype(np.float32))
    return Recognizer(
        _perceptron(rows.inputs[named], by_name, NOTHING + 1, steps, seed=1),
        _perceptron(rows.inputs[clear], by_trait, len(TRAITS), steps, seed=2),
    )


def _perceptron(
    inputs: NDArray[np.float16], targets: Targets, outputs: int, steps: int, *, seed: int
) -> Perceptron:
    return fit_perceptron(
        inputs,
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


def shares_right(rows: Rows, recognizer: Recognizer) -> tuple[float, float]:
    """How often the likeliest name is the true one, by the network alone and by the recognition."""
    is_thing = (rows.name >= 0) & (rows.name < NOTHING)
    inputs, name = rows.inputs[is_thing].astype(np.float32), rows.name[is_thing]
    alone = inputs[:, 2 * FEATURES : 2 * FEATURES + NOTHING].argmax(axis=1) == name
    now = recognizer.names.run(inputs)[:, :NOTHING].argmax(axis=1) == name
    return round(float(alone.mean()), 3), round(float(now.mean()), 3)


def temporary_rows(options: argparse.Namespace) -> Path:
    """Where rows are kept that no file is named for; other views go elsewhere."""
    seen = (options.cities, options.mixed, options.views, options.landmarks, options.seed)
    return Path(tempfile.gettempdir()) / f"recognition-rows-{'-'.join(map(str, seen))}.npz"


def keep_rows(options: argparse.Namespace) -> None:
    """What all views show, in the file, unless it is there."""
    if options.rows.exists():
        return
    rows = gather_all(options)
    parts = {f"{which}_{one.name}": getattr(rows[which], one.name) for which in rows for one in fields(Rows)}
    part = options.rows.with_suffix(".part.npz")
    np.savez(part, **parts)
    part.replace(options.rows)


def kept_rows(file: Path, which: str) -> Rows:
    """Those of one kind; both at once, of some hundred cities, are more than a laptop holds."""
    with np.load(file) as stored:
        return Rows(*(stored[f"{which}_{one.name}"] for one in fields(Rows)))


def fit_part(which: str, rows: Rows, options: argparse.Namespace) -> tuple[Recognizer, dict[str, Any]]:
    """What knows the rows of all cities but those kept back, and how it was made."""
    names = cities(options)
    count = len(names) - options.kept_back
    learned = rows.part(rows.city < count) if options.kept_back else rows
    recognizer = fit(learned, options.steps)
    sizes = ("cities", "mixed", "views", "landmarks", "kept_back", "steps", "seed")
    told = " ".join(f"--{one.replace('_', '-')} {getattr(options, one)}" for one in sizes)
    made: dict[str, Any] = {
        "command": f"python -m benchmarks.fit.recognition --part {which} {told}",
        "learned_from": names[:count],
        "rows": len(learned.name),
    }
    if options.kept_back:
        right = shares_right(rows.part(rows.city >= count), recognizer)
        made |= {"checked_on": names[count:], "named_right_by_network_and_now": right}
    return recognizer, made


def main() -> None:
    """Look, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=(PROPOSALS, REGIONS), action="append", help="fit this alone")
    parser.add_argument("--cities", type=int, default=135)
    parser.add_argument("--mixed", type=int, default=165, help="so many more, each of a mixture of styles")
    parser.add_argument("--views", type=int, default=6, help="views per city from anywhere,")
    parser.add_argument("--landmarks", type=int, default=30, help="and at landmarks")
    parser.add_argument("--kept-back", type=int, default=0, help="of the cities the last, to check on")
    parser.add_argument("--steps", type=int, default=24_000)
    parser.add_argument(
        "--jobs", type=int, default=1, help="cities looked at at a time; changes nothing else"
    )
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument(
        "--rows", type=Path, help="where what is seen is kept, 17 MB a city, and taken from; a temporary file"
    )
    out = Path(str(scene_reader.__file__)).parent / "recognition.npz"
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args()
    options.rows = options.rows or temporary_rows(options)
    keep_rows(options)
    for which in options.part or (PROPOSALS, REGIONS):
        recognizer, made = fit_part(which, kept_rows(options.rows, which), options)
        print(f"{which}: {json.dumps(made)}", flush=True)
        write_part(which, recognizer, made, options.out)


def write_part(which: str, recognizer: Recognizer, made: dict[str, Any], out: Path) -> None:
    """Put one part into the file, and how it was made into the one beside it; the other part stays."""
    told = out.with_suffix(".json")
    arrays = dict(np.load(out)) if out.exists() else {}
    story = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
    with out.open("wb") as file:
        np.savez_compressed(file, **(arrays | as_arrays(which, recognizer)))
    story |= {which: made, "sha256": hashlib.sha256(out.read_bytes()).hexdigest()}
    told.write_text(json.dumps(story, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
