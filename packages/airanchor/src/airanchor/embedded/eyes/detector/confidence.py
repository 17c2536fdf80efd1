"""Confidence: how often a proposal like this one is right."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals

Floats = NDArray[np.float64]

FEATURES = (
    "meaning", "rarity", "agreement", "isolation", "size", "cut", "distance", "constant",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ProposalEvidence:
    """What speaks for each proposal of a view being what a phrase names."""

    meaning: Floats  # (n,) how probably it is what the category means
    agreement: Floats  # (n,) how well it agrees with the attributes
    rate: float
    """How often any proposal is what the category means."""


@dataclass(frozen=True, slots=True, eq=False)
class Confidence:
    """p = 1 / (1 + exp(-w · features)), with one w for things that stand and one for pieces of ground."""

    standing: Floats  # (features,)
    on_ground: Floats  # (features,)

    def rate(self, proposals: Proposals, features: Floats) -> Floats:
        """The confidence of each row of features (n, features)."""
        is_ground = (proposals.column(Property.GROUND) > 0.5)[:, None]
        weights = np.where(is_ground, self.on_ground, self.standing)
        return np.asarray(1 / (1 + np.exp(-(features * weights).sum(axis=1))))


def features_of(proposals: Proposals, evidence: ProposalEvidence) -> Floats:
    """What decides a confidence, (n, features): how surely it is what is meant, and how whole it is.

    `rarity` is how uncommon the thing is at all.
    """
    meaning, agreement = evidence.meaning, evidence.agreement
    odds = np.clip(np.log((meaning + 1e-4) / (1 - meaning + 1e-4)), -7, 7)
    cut = np.maximum(proposals.column(Property.CUT_TOP), proposals.column(Property.CUT_SIDE))
    columns = (
        odds,
        np.full(len(meaning), np.log(max(evidence.rate, 1e-4))),
        np.log(agreement),
        proposals.column(Property.ISOLATION),
        np.log(np.maximum(proposals.column(Property.AREA_PX), 1)) / 5,
        cut,
        np.log(np.maximum(proposals.column(Property.DISTANCE_M), 1)) / 5,
        np.ones(len(meaning)),
    )
    return np.stack(columns, axis=1).astype(np.float64)
