"""Joint confidence: how often a candidate is right, by what the network and the picture say of it."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.properties import Property
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, perceptron_from_json, softmax

if TYPE_CHECKING:
    from airanchor.embedded.eyes.reader.regions.regions import Regions
    from airanchor.embedded.eyes.reader.scores import Judgement

Floats = NDArray[np.float64]

_ODDS = (12, 15, 21)
"""The columns with the odds by the network on a proposal, by the picture, recognised."""
LEAST_ODDS = -5.0
"""What none of them gives better odds is no candidate at all."""
_LEAST = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """What the network says of each proposal of a view, pooled over its cells, (n,) each."""

    meaning: NDArray[np.floating]
    """How probably it is what the category means,"""
    agreement: NDArray[np.floating]
    """and how well it agrees with the attributes."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognized:
    """What each candidate of a view is recognised as, beside what a phrase names, (n,) each."""

    meaning: NDArray[np.floating]
    """How probably it is what the category means,"""
    agreement: NDArray[np.floating]
    """how well it agrees with the attributes,"""
    is_thing: NDArray[np.floating]
    """and how probably it is a thing at all, not a piece of one or two in one."""


def best_odds(features: Floats) -> Floats:
    """The best that anything says of each candidate."""
    return np.asarray(features[:, list(_ODDS)].max(axis=1))


def is_meant(features: Floats) -> NDArray[np.bool_]:
    """Which candidates anything speaks for."""
    return best_odds(features) > LEAST_ODDS


def joint_features(
    candidates: Candidates,
    told: Pooled,
    recognized: Recognized,
    *,
    regions: "Regions",
    judgement: "Judgement",
) -> Floats:
    """What decides a joint confidence, (n, features).

    A proposal borrows what the picture says from the region that overlaps it most, a region what is told of
    proposals from the one that overlaps it most; how much they overlap is a feature too.
    """
    of_proposals = _proposal_columns(candidates, told)
    by_picture = _picture_columns(candidates, regions, judgement)
    own, other = candidates.overlap.shape
    to_region, to_proposal = _partners(candidates.overlap)
    scores = judgement.scores[candidates.region]
    met = candidates.overlap.max(axis=1, initial=0), candidates.overlap.max(axis=0, initial=0)
    backing = (candidates.overlap * scores).max(axis=1, initial=0)
    shared = np.stack(
        [
            np.concatenate([np.zeros(own), np.ones(other)]),
            np.concatenate(met),
            np.concatenate([backing, np.zeros(other)]),
            np.log(np.maximum(candidates.size_px, 1)) / 5,
            np.log(np.maximum(candidates.depth_m, 1)) / 5,
            candidates.is_ground,
            np.full(own + other, _odds(np.asarray(np.max(scores, initial=0)))),
            np.full(own + other, np.log(judgement.rate + _LEAST)),
        ],
        axis=1,
    )
    depth = np.concatenate([of_proposals, _borrowed(of_proposals, to_proposal, other, [4, 5, 6])])
    picture = np.concatenate([_borrowed(by_picture, to_region, own, [0, 1]), by_picture])
    return np.concatenate([shared, depth, picture, _recognized_columns(candidates, recognized)], axis=1)


def _borrowed(columns: Floats, partner: NDArray[np.intp], count: int, odds: list[int]) -> Floats:
    """The partners' rows; where there are none, odds that say no, and nothing else known."""
    if len(columns):
        return columns[partner]
    nothing = np.zeros((count, columns.shape[1]))
    nothing[:, odds] = _odds(np.zeros(()))
    return nothing


def _partners(overlap: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    own, other = overlap.shape
    none = np.zeros(0, np.intp)
    return overlap.argmax(axis=1) if other else none, overlap.argmax(axis=0) if own else none


def _proposal_columns(candidates: Candidates, told: Pooled) -> Floats:
    proposals = candidates.proposals
    seen = told.meaning * told.agreement
    cut = np.maximum(proposals.column(Property.CUT_TOP), proposals.column(Property.CUT_SIDE))
    columns = (
        proposals.column(Property.ISOLATION),
        cut,
        np.log(np.maximum(proposals.column(Property.TOP_M), 0.1)),
        np.log(np.maximum(proposals.column(Property.LENGTH_M), 0.1)),
        _odds(seen),
        _odds(told.meaning),
        np.full(len(seen), _odds(np.asarray(np.max(seen, initial=0)))),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _picture_columns(candidates: Candidates, regions: "Regions", judgement: "Judgement") -> Floats:
    columns = (
        _odds(judgement.scores),
        _odds(judgement.meaning),
        np.log(np.maximum(judgement.agreement, 0.01)),
        regions.isolation,
        regions.unity,
        regions.cut.max(axis=1),
    )
    return np.stack(columns, axis=1).astype(np.float64)[candidates.region]


def _recognized_columns(candidates: Candidates, recognized: Recognized) -> Floats:
    """Own odds, those of the partner as far as it overlaps, and those of the likeliest candidate."""
    seen = recognized.meaning * recognized.agreement
    own, other = candidates.overlap.shape
    to_region, to_proposal = _partners(candidates.overlap)
    of_partner = np.zeros(own + other)
    if own and other:
        of_partner[:own] = seen[own:][to_region] * candidates.overlap.max(axis=1)
        of_partner[own:] = seen[:own][to_proposal] * candidates.overlap.max(axis=0)
    columns = (
        _odds(seen),
        _odds(recognized.meaning),
        np.log(np.maximum(recognized.agreement, _LEAST)),
        _odds(recognized.is_thing),
        _odds(of_partner),
        np.full(own + other, _odds(np.asarray(np.max(seen, initial=0)))),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _odds(chance: NDArray[np.floating]) -> Floats:
    return np.asarray(np.log((chance + _LEAST) / (1 - chance + _LEAST)), np.float64)


def rate_jointly(model: Perceptron, features: Floats) -> Floats:
    """The confidence of each row of features."""
    return softmax(model.run(features.astype(np.float32)))[:, 1].astype(np.float64)


@cache
def stored_joint() -> Perceptron:
    """The fit that comes with the package; `python -m benchmarks.fit.detector` makes it."""
    return perceptron_from_json(
        json.loads(files(__package__).joinpath("joint.json").read_text(encoding="utf-8"))
    )
