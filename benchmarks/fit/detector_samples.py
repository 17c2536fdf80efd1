"""Samples to fit the embedded detector to: what was measured of each proposal, and what it really is."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.concepts import CONCEPTS
from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.words import singular

NOTHING = len(CONCEPTS)
"""The label of a proposal that is none of the concepts, or only a part of something."""
DOUBTFUL = -1

_IOU, _DOUBTFUL_IOU, _SHARE = 0.5, 0.35, 0.7
_OWNER = {singular(word): index for index, one in enumerate(CONCEPTS) for word in reversed(one.all_words)}
_ALSO = {"building": "apartment building", "unfinished building": "apartment building"}
_ROADS = ("road", "intersection", "crosswalk", "roundabout")


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One view's proposals, their overlaps with the truth, and the concept each is."""

    true: TrueView
    proposals: Proposals
    overlap_px: NDArray[np.int64]
    concept: NDArray[np.int64]  # (n,), NOTHING or DOUBTFUL included


def take_samples(views: Iterable[TrueView]) -> list[Sample]:
    """A sample of each view that has proposals."""
    samples = []
    for true in views:
        proposals = propose(true.view)
        if proposals.groups:
            overlap_px = true.truth.overlap_of_groups(proposals.labels, proposals.groups)
            samples.append(Sample(true, proposals, overlap_px, _label(true, proposals, overlap_px)))
    return samples


def _label(true: TrueView, proposals: Proposals, overlap_px: NDArray[np.int64]) -> NDArray[np.int64]:
    concepts = np.array([_concept_of(true, one) for one in true.truth.ids])
    sizes = np.array([true.truth.visible.get(one, 0) for one in true.truth.ids])
    area = np.maximum(overlap_px.sum(axis=1), 1)
    labels = np.full(len(proposals.groups), NOTHING, np.int64)
    iou = overlap_px / (area[:, None] + np.maximum(sizes, 1) - overlap_px)
    iou[:, sizes == 0] = 0
    best, at = iou.max(axis=1), iou.argmax(axis=1)
    standing = proposals.column(Property.GROUND) < 0.5
    labels[standing & (best >= _DOUBTFUL_IOU)] = DOUBTFUL
    is_thing = standing & (best >= _IOU)
    labels[is_thing] = concepts[at[is_thing]]
    shares = np.zeros((len(labels), NOTHING + 1))
    np.add.at(shares.T, concepts, (overlap_px / area[:, None]).T)
    roads = [_OWNER[word] for word in _ROADS if word in _OWNER]
    is_road = shares[:, roads].sum(axis=1) >= _SHARE
    labels[~standing & is_road] = _OWNER["road"]
    is_one = ~standing & (shares[:, :NOTHING].max(axis=1) >= _SHARE)
    labels[is_one] = shares[is_one, :NOTHING].argmax(axis=1)
    return labels


def _concept_of(true: TrueView, object_id: int) -> int:
    one = true.objects.get(object_id)
    if one is None:
        return NOTHING
    return _OWNER.get(singular(_ALSO.get(one.category, one.category)), NOTHING)
