"""Fits the odds by which the memory of our profiles merges, retrieves and believes.

Surveys cities that no result is reported on (the tuning cities and six generated ones), with oracle names and
with the names and masks of the embedded stack, and fits three logistic lines, one after the other:

match: pairs of an anchor and an instance within its gate, stored as the truth would have them; are they one?
reliability: instances of memories filled by these odds from the stack's own names; is each what it is called?
retrieval: phrases and instances within reach; is it what the phrase names?

Run: python -m benchmarks.fit.memory_odds [--cities a,b] [--json] [--write]
--write renews `memory_odds.json` of `memory`; run `benchmarks.fit.flight_reliability` after it, by whose line
flights believe. Some twenty minutes on two cores, most of it for surveys.
"""

import argparse
import json
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.bench.memory_study.calibration import Judged, calibration_of, judge_labels
from airanchor.bench.memory_study.queries import draw_queries
from airanchor.bench.memory_study.study import StudySettings, fill, run_survey
from airanchor.bench.memory_study.truth import GroundMap, assign_instances
from airanchor.bench.survey.scene_survey import Survey, stream
from airanchor.memory import MemoryConfig, ObservationTime, SeenMemory, Sokb, memory_profile, odds
from airanchor.memory.apart import retrieval_evidence
from airanchor.memory.associator import compatible_types, gate, match_evidence, score_all
from airanchor.memory.contract import AssociationDecision
from airanchor.memory.odds import MatchOdds, MemoryOdds, ReliabilityOdds, RetrievalOdds
from airanchor.memory.reliability import reliability_evidence
from airanchor.memory.words.looks import remembered
from airanchor.perception import ImageEncoder, TextEncoder
from airanchor.perception.image import load_image_encoder
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from aircity.city.scene import CityScene
from benchmarks.fit.landmark_odds import fit

STYLES = ("downtown", "old-town", "suburb", "harbour", "river-town", "campus")
CITIES = ("proving-ground", "practice-square", "trial-green", *(f"{style}@501" for style in STYLES))
QUERY_SEEDS = (11, 12, 13, 14)
"""Other questions than the study's, whose seed is 1."""

CHOSEN = {"margin": 1.5, "least_name": 0.45, "absent": -0.7}
"""Set by hand on the tuning cities and on train flights: see docs/memory.md."""

Evidence = tuple[dict[str, float], bool, str]
"""What speaks for it, whether it is true, and the group of rows that depend on each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Surveyed:
    """A city and what a survey of it gave."""

    city: CityScene
    survey: Survey
    names: str


class TaughtMemory(Sokb):
    """Puts every observation where the truth has it, and notes what spoke for and against each pair."""

    def __init__(self, text_encoder: TextEncoder, config: MemoryConfig) -> None:
        super().__init__(text_encoder, config)
        self._homes: dict[int, str] = {}

    def learn(self, surveyed: Surveyed) -> Iterator[Evidence]:
        """The pairs of a survey."""
        for view, members in surveyed.survey.frames():
            for one in members:
                observed = self._read(remembered(one.anchor))
                types = compatible_types(observed.wording.category_vector, self._register, self._config)
                gated, apart_m = gate(observed.extent, self._register, self._config, types)
                scores = score_all(observed, gated, apart_m, types, self._config)
                home = self._homes.get(one.object_id)
                for score, item in zip(scores, gated, strict=True):
                    overlap_m2 = score.s_cov * observed.extent.footprint.area_m2
                    evidence = match_evidence(score, observed, item, overlap_m2, self._config)
                    yield evidence, item.id == home, f"{surveyed.city.name} {view}"
                best_type = max(types, key=lambda name: types[name], default=None)
                match = next((score for score in scores if score.instance_id == home), None)
                moment = ObservationTime("survey", view)
                if match is not None:
                    self._merge(
                        observed, AssociationDecision("merged", (), best_type, tuple(scores), match), moment
                    )
                    continue
                kind = "new_type" if best_type is None else "new_instance"
                decision = AssociationDecision(kind, (), best_type, (), None)  # type: ignore[arg-type]
                made = self._create(observed, decision, moment).instance_id
                assert made is not None
                self._homes.setdefault(one.object_id, made)


def line(
    kind: type[Any], rows: Sequence[Evidence], unfitted: Collection[str] = tuple(CHOSEN)
) -> tuple[Any, dict[str, Any]]:
    """The weights of one line, to the hundredth, with what they were taken from.

    Evidence that turns out to speak the wrong way round is left out: it is noise.
    """
    names = [one.name for one in fields(kind) if one.name not in ("base", *unfitted)]
    truth = np.array([is_true for _, is_true, _ in rows], dtype=float)
    groups = [group for _, _, group in rows]
    while True:
        table = np.array([[1.0, *(evidence[name] for name in names)] for evidence, _, _ in rows])
        found = fit(table, truth, groups)
        odd = [
            name
            for name, weight in zip(names, found.coefficients[1:], strict=True)
            if weight * SIGNS[name] < 0
        ]
        if not odd:
            break
        names = [name for name in names if name not in odd]
    weights = {name: round(float(w), 2) for name, w in zip(("base", *names), found.coefficients, strict=True)}
    errors = {name: round(float(e), 2) for name, e in zip(("base", *names), found.errors, strict=True)}
    told = {"n": len(rows), "share_true": round(float(truth.mean()), 3), "standard_errors": errors}
    return kind(**weights), told


SIGNS = {
    "covered": 1, "covering": 1, "ratio": -1, "gap": -1, "growth": -1, "apart": -1, "category": 1, "agree": 1,
    "conflict": -1, "picture": 1, "name": 1, "names": 1, "words": 1, "reliable": 1, "far": -1,
    "chance": 1, "again": 1, "wide": -1, "tall": -1, "steady": 1, "contradicted": -1,
    "absent": -1,
}  # fmt: skip
"""Which way each evidence must speak."""


def filled(surveyed: Surveyed, config: MemoryConfig, text: TextEncoder) -> tuple[Sokb, dict[str, int | None]]:
    """A memory of a survey, and which object each of its instances is."""
    memory = Sokb(text, replace(config, sightings_kept=1000))
    observed, _, _ = fill(SeenMemory(memory), surveyed.survey)
    return memory, assign_instances(memory.register.instances, observed, GroundMap(surveyed.city.objects))


def judged(surveyed: Surveyed, config: MemoryConfig, text: TextEncoder) -> Iterator[tuple[Judged, Evidence]]:
    """The instances of a memory, and whether each is what its label says."""
    memory, _ = filled(surveyed, config, text)
    for one in judge_labels(memory, surveyed.city):
        yield one, (reliability_evidence(memory.instance(one.instance_id)), one.is_right, surveyed.city.name)


def asked(surveyed: Surveyed, config: MemoryConfig, text: TextEncoder) -> Iterator[Evidence]:
    """Phrases and the instances within reach of where they are asked."""
    memory, assigned = filled(surveyed, config, text)
    seen = [one.object_id for one in surveyed.survey.seen]
    for seed in QUERY_SEEDS:
        rng = stream(surveyed.city.name, seed, "queries")
        for number, query in enumerate(draw_queries(surveyed.city.objects, seen, rng)):
            wording, pose = memory._reader.read(query.phrase), query.pose
            here = (pose.x_m, pose.y_m, pose.x_m, pose.y_m)
            for item in memory.register.near(here, config.retrieval_radius_m):
                far_m = math.hypot(item.center[0] - pose.x_m, item.center[1] - pose.y_m)
                if far_m <= config.retrieval_radius_m:
                    evidence = retrieval_evidence(item, wording, far_m, memory._reader, config)
                    is_it = query.target is not None and assigned[item.id] == query.target
                    yield evidence, is_it, f"{surveyed.city.name} {seed} {number}"


def fit_all(
    surveys: Sequence[Surveyed], text: TextEncoder, image: ImageEncoder, chosen: dict[str, Any]
) -> tuple[MemoryOdds, dict[str, Any]]:
    """The three lines, and what each was taken from."""
    config = replace(memory_profile("embedded", text, image), odds=MemoryOdds())
    pairs = [row for one in surveys for row in TaughtMemory(text, config).learn(one)]
    match, told_match = line(MatchOdds, pairs)
    config = replace(config, odds=MemoryOdds(match=match))
    own = [one for one in surveys if one.names != "oracle"]
    held = [row for one in own for _, row in judged(one, config, text)]
    reliability, told_reliability = line(ReliabilityOdds, held)
    reliability = replace(reliability, absent=chosen["absent"])
    config = replace(config, odds=MemoryOdds(match=match, reliability=reliability))
    chances = [row for one in own for row, _ in judged(one, config, text)]
    told_reliability["calibration"] = calibration_of(chances)
    questions = [row for one in surveys for row in asked(one, config, text)]
    retrieval, told_retrieval = line(RetrievalOdds, questions)
    retrieval = replace(retrieval, margin=chosen["margin"], least_name=chosen["least_name"])
    told = {"match": told_match, "reliability": told_reliability, "retrieval": told_retrieval}
    return MemoryOdds(match=match, retrieval=retrieval, reliability=reliability), told


def make_surveys(cities: Sequence[str], image: ImageEncoder) -> Iterator[Surveyed]:
    """Each city with oracle names and with the stack's."""
    for city in cities:
        scene = open_scene(city)
        for names in ("oracle", "rules"):
            yield Surveyed(scene, run_survey(scene, StudySettings(names=names), image), names)


def write(found: MemoryOdds, told: dict[str, Any], cities: Sequence[str]) -> None:
    """Renew the data file."""
    stored = {
        "measured_by": "python -m benchmarks.fit.memory_odds --write",
        "cities": list(cities),
        "values": asdict(found),
        "measured": told,
    }
    path = Path(odds.__file__).with_name(odds.ODDS_FILE)
    path.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


def main() -> None:
    """Survey, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cities", default=",".join(CITIES))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="renew the data file of the memory's odds")
    given = parser.parse_args()
    text, image, cities = load_text_encoder(), load_image_encoder(), given.cities.split(",")
    found, told = fit_all(list(make_surveys(cities, image)), text, image, CHOSEN)
    if given.write:
        write(found, told, cities)
    if given.json:
        print(json.dumps({"values": asdict(found), "measured": told}))
        return
    for name, weights in asdict(found).items():
        print(name, weights, {key: value for key, value in told[name].items() if key != "calibration"})


if __name__ == "__main__":
    main()
