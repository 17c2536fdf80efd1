"""Naming: how probable each concept is, given what was measured of a proposal."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.concepts import CONCEPTS, Range
from airanchor.embedded.eyes.detector.properties import Property, Proposals

Floats = NDArray[np.float64]

_SHARE_SPANS: dict[Property, Range] = {
    Property.WALL: (0, 1),
    Property.LEVEL: (0, 1),
    Property.FILL: (0.1, 1),
    Property.EDGES: (0, 0.6),
    Property.ROUGH: (0, 0.4),
    Property.CONTACT: (0, 1),
    Property.GREENERY: (0, 1),
    Property.BLUENESS: (0, 1),
    Property.GRAYNESS: (0, 1),
    Property.PALENESS: (0, 1),
    Property.WARMTH: (0, 1),
}
"""Properties compared by difference, and what values things in general have."""

_RATIO_SPANS: dict[Property, Range] = {
    Property.TOP_M: (0.5, 200),
    Property.LOW_M: (0.1, 60),
    Property.LENGTH_M: (0.3, 200),
    Property.BREADTH_M: (0.2, 60),
    Property.SLENDERNESS: (0.05, 20),
    Property.ELONGATION: (1, 40),
    Property.AREA_M2: (10, 1e5),
    Property.TAPER: (0.1, 8),
    Property.MOTTLE: (0.5, 20),
    Property.CHROMA: (2, 60),
    Property.LIGHTNESS: (20, 95),
}
"""Properties compared by ratio, likewise."""

_SHARE_SOFTNESS, _RATIO_SOFTNESS = 0.12, 0.25
"""How far outside its range a value fades: as a share of the span, and as a logarithm."""
_FLOOR = math.log(0.01)
"""No single property rules a concept out."""
_CUT_FLOOR = math.log(0.6)
"""A value that the border of the image may have cut short counts at least this much."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """One entry per concept and property that the table gives a range for, concept by concept."""

    concept: NDArray[np.int64]
    which: NDArray[np.int64]
    is_ratio: NDArray[np.bool_]
    low: Floats
    high: Floats
    softness: Floats
    gain: Floats
    """log(span / range): a narrow range says more where it fits."""


def _make_pairs() -> _Pairs:
    rows = []
    for index, concept in enumerate(CONCEPTS):
        for which, (low, high) in concept.ranges.items():
            is_ratio = which in _RATIO_SPANS
            span = _RATIO_SPANS[which] if is_ratio else _SHARE_SPANS[which]
            scale = (lambda value: math.log(max(value, 1e-3))) if is_ratio else float
            least, most, start, stop = (scale(bound) for bound in (*span, low, high))
            softness = _RATIO_SOFTNESS if is_ratio else _SHARE_SOFTNESS * (most - least)
            width = min(stop, most) - max(start, least) + softness
            gain = math.log(max((most - least) / width, 1.0))
            rows.append((index, int(which), is_ratio, start, stop, softness, gain))
    columns = list(zip(*rows, strict=True))
    return _Pairs(*(np.array(column) for column in columns))


PAIRS = _make_pairs()
FIRST = np.searchsorted(PAIRS.concept, np.arange(len(CONCEPTS)))


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """How much each property tells of each concept, how common each is, and how much is none of them."""

    weights: Floats  # (pairs,)
    commonness: Floats  # (concepts,) logarithms
    unknown: Floats  # (2, 2): standing, on ground; constant and slope over 1 - isolation
    rates: Floats  # (concepts,)
    """The mean share of each concept among all proposals."""

    def shares(self, proposals: Proposals) -> Floats:
        """P(concept | proposal), (n, concepts).

        log P = commonness + Σ_k w_k log(p_k(value | concept) / p_k(value)) + const, with p_k flat over the
        concept's range and over the span of all things, fading outside the range.
        """
        likelihoods = log_likelihoods(proposals) * self.weights
        scores = np.add.reduceat(likelihoods, FIRST, axis=1) + self.commonness
        scores = np.where(is_possible(proposals), scores, -np.inf)
        unknown = (unknown_terms(proposals) * self.unknown.ravel()).sum(axis=1)
        most = np.maximum(scores.max(axis=1, initial=-np.inf), unknown)[:, None]
        weights = np.exp(scores - most)
        shares: Floats = weights / (weights.sum(axis=1, keepdims=True) + np.exp(unknown[:, None] - most))
        return shares


def unknown_terms(proposals: Proposals) -> Floats:
    """What decides how probably a proposal is no thing at all, (n, 4): a cut-out piece often is none."""
    is_ground = (proposals.column(Property.GROUND) > 0.5).astype(np.float64)
    cut_out = 1 - proposals.column(Property.ISOLATION).astype(np.float64)
    return np.stack([1 - is_ground, (1 - is_ground) * cut_out, is_ground, is_ground * cut_out], axis=1)


def log_likelihoods(proposals: Proposals) -> Floats:
    """log(p(value | concept) / p(value)) of each proposal for each of PAIRS, (n, pairs)."""
    values = proposals.values[:, PAIRS.which].astype(np.float64)
    values = np.where(PAIRS.is_ratio, np.log(np.maximum(values, 1e-3)), values)
    outside = np.maximum(np.maximum(PAIRS.low - values, values - PAIRS.high), 0) / PAIRS.softness
    member = np.maximum(-(outside**2), _FLOOR)
    cut = (values < PAIRS.low) & _may_be_cut(proposals)
    return np.asarray(np.where(cut, np.maximum(member, _CUT_FLOOR), member) + PAIRS.gain)


def is_possible(proposals: Proposals) -> NDArray[np.bool_]:
    """Pieces of ground are only compared with concepts on the ground, and the rest with the rest."""
    on_ground = np.array([concept.on_ground for concept in CONCEPTS])
    return np.asarray((proposals.column(Property.GROUND) > 0.5)[:, None] == on_ground)


def _may_be_cut(proposals: Proposals) -> NDArray[np.bool_]:
    """Where the image's border may have made a property smaller than it is, (n, pairs)."""
    at_top = proposals.column(Property.CUT_TOP) > 0.3
    at_side = proposals.column(Property.CUT_SIDE) > 0.5
    of_side = np.isin(
        PAIRS.which, [Property.LENGTH_M, Property.BREADTH_M, Property.AREA_M2, Property.ELONGATION]
    )
    return np.asarray((at_top[:, None] & (PAIRS.which == Property.TOP_M)) | (at_side[:, None] & of_side))
