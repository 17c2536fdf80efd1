"""How likely a leg to a landmark ended where it should.

    P(right) = 1 / (1 + exp(-sum of c_i x_i))

with the features of `features_of`, one of which is whether the leg before it ended elsewhere: a wrong leg
leads later ones astray, and some find back. So the chance of a whole route is that of a chain of two states,

    p = p' a + (1 - p') b

where p' is the chance before the leg, a its chance after a right one and b its chance after a wrong one.
Fitted to the legs of flights over train paths (see `python -m benchmarks.fit.arrival_routes`, which writes
legs.json).
"""

import functools
import json
import math
from collections.abc import Mapping, Sequence
from importlib import resources

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.goal import TURNS, Goal, mentions_of
from airanchor.embedded.rules.notes.leg_evidence import LegEvidence
from airanchor.embedded.rules.notes.proof import proof_of
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.embedded.rules.space.expectation import usual_m
from airanchor.embedded.rules.verdicts.arrival import confidence, landmarks_to_prove
from airanchor.embedded.rules.verdicts.completion import PASSING
from airanchor.embedded.rules.verdicts.flown_skill import FlownSkill

LEAST_SCORE, MOST_SCORE, MOST_COUNTED = 0.05, 0.99, 3
"""Beyond these, scores and counts of decisions say nothing more."""
SHORT_M = 5.0
"""Legs are no shorter than one step."""
FILE = "legs.json"


def chances_of(
    legs: Sequence[LegEvidence], weights: Mapping[str, float] | None = None
) -> tuple[float, float]:
    """The chance that the last leg ended where it should, if the first began so, and if it did not."""
    weights, right, wrong = weights or fitted_weights(), 1.0, 0.0
    for leg in legs:
        kept, mended = (_chance(features_of(leg, is_astray=lost), weights) for lost in (False, True))
        right, wrong = (p * kept + (1.0 - p) * mended for p in (right, wrong))
    return right, wrong


def _chance(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return 1.0 / (1.0 + math.exp(-sum(weight * features[name] for name, weight in weights.items())))


def features_of(leg: LegEvidence, *, is_astray: bool) -> dict[str, float]:
    """All that may speak for or against a leg, by name; legs.json weighs some of them."""
    length = math.log(max(leg.flown_m, SHORT_M) / max(leg.usual_m, SHORT_M))
    return {
        "one": 1.0,
        "astray": float(is_astray),
        "logit of best": _logit(leg.best),
        "logit of best if astray": _logit(leg.best) * is_astray,
        "logit of rival": _logit(leg.rival),
        "measured": float(min(leg.measured, MOST_COUNTED)),
        "missed": float(min(leg.missed, MOST_COUNTED)),
        "is measured": float(leg.measured > 0),
        "counted": float(leg.ordinal != 0),
        "counted beyond one": float(leg.ordinal not in (0, 1)),
        "traits": float(min(leg.traits, MOST_COUNTED)),
        "turn without angle": float(leg.turn == 1),
        "turn with angle": float(leg.turn == 2),
        "is passing": float(leg.is_passing),
        "aside": min(abs(leg.aside_deg), 90.0) / 45.0,
        "looks": float(min(leg.looks, MOST_COUNTED)),
        "too long": max(length, 0.0),
        "too short": max(-length, 0.0),
    }


def _logit(score: float) -> float:
    bounded = min(max(score, LEAST_SCORE), MOST_SCORE)
    return math.log(bounded / (1.0 - bounded))


@functools.cache
def fitted_weights() -> Mapping[str, float]:
    """The weights of legs.json."""
    stored = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    weights: Mapping[str, float] = stored["coefficients"]
    return weights


def evidence_of(moment: FlownSkill, goal: Goal, senses: Senses, *, is_done: bool) -> LegEvidence | None:
    """What the active leg has shown, now that it is over; None where it leads to no landmark."""
    clause, progress, config = moment.clause, moment.progress, senses.config
    proofs = {one: proof_of(one.label, progress.proofs) for one in landmarks_to_prove(clause)}
    if not proofs:
        return None
    mention, proof = min(proofs.items(), key=lambda item: confidence(item[1], config.arrival))
    track = dict(zip(mentions_of(clause), moment.after, strict=True)).get(mention)
    return LegEvidence(
        best=proof.best,
        rival=proof.rival,
        measured=proof.measured,
        missed=proof.missed,
        is_known=senses.names.knows(phrase_of(mention)),
        ordinal=max(-99, min(mention.ordinal or 0, 99)),
        traits=len(mention.attributes),
        turn=_turn(goal),
        is_passing=clause.manoeuvre in PASSING,
        aside_deg=proof.aside_deg or 0.0,
        decisions=progress.decisions,
        looks=progress.looks,
        flown_m=progress.flown_m,
        usual_m=usual_m(clause, config),
        end_m=None if track is None else track.d_xy_m,
        is_done=is_done,
    )


def _turn(goal: Goal) -> int:
    """How the words of the subtask tell the heading of the active leg."""
    turns = [clause for clause in goal.clauses[: goal.progress.part] if clause.manoeuvre in TURNS]
    return 0 if not turns else 2 if _is_stated(turns[-1]) else 1


def _is_stated(turn: Clause) -> bool:
    return turn.degrees is not None or turn.manoeuvre is Manoeuvre.TURN_AROUND
