"""Fits the odds that a remembered thing which is told as a subtask's landmark is that landmark.

    log odds = c0 + c1 log(q / (1 - q)) + c2 log w + c3 log r

q is its reliability, w the weight of its bearing where the words of the subtask lead, r that of its distance.
The settings `rulebook.remembered` hold c0 and c1; odds are multiplied by w and r, which is right where c2 and
c3 are 1. Taken of the first decision of each subtask.

Run: airanchor bench run --split dev --subset 15-paths --in-passes --out RUN
     python -m benchmarks.fit.prior_odds RUN
"""

import argparse
import json
import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from airanchor.assembly import load_stack
from airanchor.bench.diagnosis.flown import DiagnosedFlight, read_flown
from airanchor.bench.diagnosis.knowledge import glimpses
from airanchor.bench.diagnosis.truth import SceneTruth
from airanchor.bench.diagnosis.verdict import examine
from airanchor.bench.episodes import Episode
from airanchor.bench.results import RunFolder
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import scene_order
from airanchor.bench.run.record import read_record
from airanchor.config import load_settings
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.rules.goal import mentions_of, read_goal
from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.expectation import TURNING, Sector, after_turn, ahead, reach_weight
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg
from airanchor.embedded.rules.words.names import Names
from airanchor.trace import read_trace
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.geometry import relate
from benchmarks.fit.landmark_odds import fit

NAMES = ("one", "log odds of reliability", "log sector", "log reach")
LEAST = 0.01
"""No weight counts as less."""


@dataclass(frozen=True, slots=True)
class ToldPrior:
    """What the first decision of a subtask was told of its landmark."""

    episode: str
    is_right: bool
    reliability: float
    sector: float
    reach: float

    def features(self, doubt: float) -> tuple[float, float, float, float]:
        """In the order of `NAMES`."""
        kept = min(1.0 - doubt, max(doubt, self.reliability))
        weights = (math.log(max(one, LEAST)) for one in (self.sector, self.reach))
        return (1.0, math.log(kept / (1.0 - kept)), *weights)  # type: ignore[return-value]


def weights(text: str, label: str, at: tuple[float, float], senses: Senses) -> tuple[float, float] | None:
    """How a bearing and a distance agree with where a subtask leads to what it calls so; None of no such."""
    config, turned_deg, sector = senses.config, 0.0, None
    for clause in read_goal({"subtask": text}, senses).clauses:
        if clause.manoeuvre in TURNING:
            wanted_deg = wanted_turn_deg(clause, config)
            sector, turned_deg = after_turn(clause, wanted_deg, config), turned_deg + wanted_deg
        for mention in mentions_of(clause):
            if senses.names.same_thing(mention.category, mention.attributes, label) >= config.same_name:
                spread_deg = (sector or ahead(mention, config)).spread_deg
                leads = Sector(wrap_deg(turned_deg), spread_deg=spread_deg)
                return leads.weight(at[0]), reach_weight(clause, at[1], config.legs)
    return None


def told_priors(root: Path, row: str, senses: Senses) -> Iterator[ToldPrior]:
    """All of a run that was flown."""
    record, folder = read_record(root), RunFolder(root)
    episodes = RunInputs(root).episodes(record.order)
    for scene_id in dict.fromkeys(one.scene_id for one in episodes):
        with closing(Renderer(scene := open_scene(scene_id))) as renderer:
            truth = SceneTruth(scene, renderer)
            for episode in scene_order(episodes, record.order, row, scene_id):
                trace = folder.trace(row, episode.episode_id)
                if trace.is_dir():
                    yield from _of_flight(read_flown(read_trace(trace)), episode, truth, senses)


def _of_flight(
    flown: DiagnosedFlight, episode: Episode, truth: SceneTruth, senses: Senses
) -> Iterator[ToldPrior]:
    seen = examine(flown, episode, truth)
    for leg, reading in zip(seen.legs, seen.readings, strict=True):
        first = next((one for one in flown.decisions if one.subtask == reading.naming), None)
        if first is None or seen.views is None:
            continue
        look = glimpses(flown, leg, [first], truth=truth, views=seen.views)[0]
        if look.prior is None:
            continue
        cue, text = relate(first.pose, look.prior.point), flown.subtasks[first.subtask].text
        found = weights(text, look.prior.label, (cue.bearing_deg, cue.d_xy_m), senses)
        if found is not None:
            yield ToldPrior(
                episode.episode_id, not look.has_wrong_prior, look.prior.reliability, found[0], found[1]
            )


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--row", default="airanchor")
    given = parser.parse_args()
    settings = load_settings("paper")
    stack, rules = load_stack(settings), settings.rulebook
    senses = Senses(Names(stack.text, rules.naming), stack.reader, read_clauses, rules)
    priors = list(told_priors(given.run, given.row, senses))
    features = np.array([one.features(rules.remembered.doubt) for one in priors])
    truth = np.array([one.is_right for one in priors], float)
    found = fit(features, truth, [one.episode for one in priors])
    brier = float(np.mean((found.chances(features) - truth) ** 2))
    print(
        json.dumps(
            {
                "n": len(priors),
                "share_right": round(float(truth.mean()), 3),
                "coefficients": dict(zip(NAMES, np.round(found.coefficients, 2).tolist(), strict=True)),
                "standard_errors": dict(zip(NAMES, np.round(found.errors, 2).tolist(), strict=True)),
                "brier": round(brier, 3),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
