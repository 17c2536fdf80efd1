"""Whether the landmarks that a part of a subtask led to were recognised there, or were only guessed.

    P(right) = 1 / (1 + exp(-(c0 + c1 logit(best) + c2 min(measured, 3) + c3 min(missed, 3))))

where best is the score of the picture that shows the landmark best where it was taken to be, measured how
often something was measured there under its name, and missed how many decisions did not know where it is.
Fitted to flights in train scenes, some of them to things that are not there (see
`python -m benchmarks.fit.arrival`, which writes arrival.json). What was never measured, and what has a name
that the eyes do not know, is at best guessed.
"""

import functools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import ArrivalRules
from airanchor.embedded.rules.goal import CLIMBS, is_between, mentions_of
from airanchor.embedded.rules.moves.altitude import is_to_the_ground
from airanchor.embedded.rules.notes.proof import Proof, proof_of
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import phrase_of

FEATURES = ("one", "logit of best", "measured", "missed")
Pair = tuple[LandmarkTrack | None, LandmarkTrack | None]

_UNPROVEN = (
    Manoeuvre.TURN_LEFT,
    Manoeuvre.TURN_RIGHT,
    Manoeuvre.TURN_AROUND,
    Manoeuvre.AWAY,
    Manoeuvre.TELL,
    *CLIMBS,
)
"""Parts that are done by their angle, height, way or answer, wherever their landmarks are."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What a part that is done has shown of one of its landmarks."""

    label: str
    confidence: float
    """How likely the drone is, or was, at the thing that was meant."""
    is_measured: bool
    is_known: bool
    """Whether the eyes know things of that name."""
    taken_for_it: str | None = None
    """What a thing of an unknown name was taken to be, if that can be told."""

    def is_confirmed(self, least: float) -> bool:
        """Whether it may be said to be the landmark."""
        return self.is_known and self.is_measured and self.confidence >= least

    @property
    def doubt(self) -> str:
        """Why it is only guessed, in a few words."""
        if self.is_known:
            why = "not clearly recognised" if self.is_measured else "never measured"
            return f"came to what may be the {self.label}, {why}"
        taken = f"a {self.taken_for_it}" if self.taken_for_it else "something"
        return f"came to {taken}, taken for the {self.label}"


def landmarks_to_prove(clause: Clause) -> tuple[Mention, ...]:
    """The landmarks without which a part is not done."""
    if clause.manoeuvre in CLIMBS and clause.relation is None and not is_to_the_ground(clause):
        return mentions_of(clause)[:1]  # a height that names a thing without a relation to it is hardly meant
    if clause.manoeuvre in _UNPROVEN:
        return ()
    if clause.manoeuvre in (Manoeuvre.ALONG, Manoeuvre.FORWARD):
        return clause.until
    return mentions_of(clause)[: 2 if is_between(clause) else 1]


def support(mention: Mention, track: LandmarkTrack | None, scene: Scene, rules: ArrivalRules) -> float:
    """The best score of a sight of a landmark where it is taken to be."""
    if track is None:
        return 0.0
    near = (one.score for one in scene.find(phrase_of(mention)) if is_at(one.bearing_deg, track, rules))
    return max(near, default=0.0)


def rival(mention: Mention, track: LandmarkTrack | None, scene: Scene, rules: ArrivalRules) -> float:
    """The best score of a sight of its name that is elsewhere."""
    if track is None:
        return 0.0
    sights = scene.find(phrase_of(mention))
    return max((one.score for one in sights if not is_at(one.bearing_deg, track, rules)), default=0.0)


def is_at(bearing_deg: float, track: LandmarkTrack, rules: ArrivalRules) -> bool:
    """Whether a sight at a bearing is where a landmark is taken to be."""
    wide_deg = 0.0 if track.d_xy_m is None else math.degrees(math.atan2(rules.half_wide_m, track.d_xy_m))
    return abs(bearing_deg - track.bearing_deg) <= min(max(rules.same_deg, wide_deg), rules.most_deg)


def confidence(proof: Proof, rules: ArrivalRules) -> float:
    """How likely a landmark of a known name is right."""
    log_odds = sum(map(math.prod, zip(_coefficients(), features_of(proof, rules), strict=True)))
    return 1.0 / (1.0 + math.exp(-log_odds))


def features_of(proof: Proof, rules: ArrivalRules) -> tuple[float, ...]:
    """In the order of `FEATURES`."""
    counts = (float(min(count, rules.most_counted)) for count in (proof.measured, proof.missed))
    return 1.0, _logit(proof.best, rules), *counts


def _logit(score: float, rules: ArrivalRules) -> float:
    bounded = min(max(score, rules.least_score), rules.most_score)
    return math.log(bounded / (1.0 - bounded))


@functools.cache
def _coefficients() -> tuple[float, ...]:
    stored: Mapping[str, Mapping[str, float]] = json.loads(
        resources.files(__package__).joinpath("arrival.json").read_text("utf-8")
    )
    return tuple(stored["coefficients"][name] for name in FEATURES)


def gathered(
    proofs: Sequence[Proof], mention: Mention, pair: Pair, scenes: Sequence[Scene], rules: ArrivalRules
) -> tuple[Proof, ...]:
    """The proofs with one more decision for a landmark: its places and pictures, before and after."""
    old = proof_of(mention.label, proofs)
    seen = list(zip(pair, scenes, strict=False))
    best = max((support(mention, track, scene, rules) for track, scene in seen), default=0.0)
    other = max((rival(mention, track, scene, rules) for track, scene in seen), default=0.0)
    new = old.with_decision(pair[0], best, other)
    return (*(proof for proof in proofs if proof.label != new.label), new)


def arrivals(
    clause: Clause,
    pairs: Mapping[str, Pair],
    proofs: Sequence[Proof],
    scenes: Sequence[Scene],
    senses: Senses,
) -> Iterator[Arrival]:
    """What is to be said of each landmark of a part that is done."""
    for mention in landmarks_to_prove(clause):
        proof = proof_of(mention.label, proofs)
        is_known = senses.names.knows(phrase_of(mention))
        pair = pairs.get(mention.label, (None, None))
        taken = None if is_known else _taken_for(mention, pair, scenes, senses)
        chance = confidence(proof, senses.config.arrival)
        yield Arrival(mention.label, chance, proof.measured > 0, is_known, taken)


def _taken_for(mention: Mention, pair: Pair, scenes: Sequence[Scene], senses: Senses) -> str | None:
    """The known thing, near in meaning, that the pictures show most clearly at the place."""
    rated = (
        (support(Mention(kind), track, scene, senses.config.arrival), kind)
        for kind in senses.names.near_kinds(phrase_of(mention))
        for track, scene in zip(pair, scenes, strict=False)
    )
    score, kind = max(rated, default=(0.0, None))
    return kind if score > 0.0 else None
