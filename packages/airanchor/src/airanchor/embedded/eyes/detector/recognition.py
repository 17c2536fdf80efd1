"""What the candidates of a view are recognised as: proposals here, regions as the reader has them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.looks import proposal_cells
from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.names import NOTHING

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps
    from airanchor.embedded.eyes.reader import SceneReading
    from airanchor.embedded.eyes.reader.question import PhraseQuestion

Floats = NDArray[np.float32]

_RATIOS = [
    Property.AREA_PX, Property.DISTANCE_M, Property.TOP_M, Property.LENGTH_M, Property.BREADTH_M,
    Property.SLENDERNESS, Property.ELONGATION, Property.AREA_M2,
]  # fmt: skip
"""What counts by its logarithm."""
_LEAST = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class CandidateLooks:
    """What each candidate of a view is recognised as."""

    shares: Floats  # (n, names) how probably it bears each name
    is_thing: Floats  # (n,) how probably it bears any: a bad mask is none
    traits: Floats  # (n, traits) how probably it has each trait

    def judge(
        self, question: "PhraseQuestion", candidates: Candidates, regions: Proposals
    ) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """(meaning, agreement): how probably each is what is asked for, and has what is asked for."""
        from airanchor.embedded.eyes.reader.traits import agree

        own = len(candidates.proposals.groups)
        halves = (
            (self.traits[:own], candidates.proposals),
            (self.traits[own:], regions.rows(candidates.region)),
        )
        agrees = [
            agree(traits, things, question.traits, question.others).prod(axis=1) for traits, things in halves
        ]
        return np.minimum(self.shares @ question.weights, 1.0), np.concatenate(agrees)


def recognize(candidates: Candidates, reading: "SceneReading") -> CandidateLooks:
    """Names and traits of every candidate."""
    # The reader is built on this package, so it cannot be imported first.
    from airanchor.embedded.eyes.reader.recognition import PROPOSALS, stored_recognizer

    by_depth = stored_recognizer(PROPOSALS).look(proposal_inputs(candidates.proposals, reading.maps))
    by_picture = tuple(told[candidates.region] for told in reading.recognized)
    shares, traits = (np.concatenate(both) for both in zip(by_depth, by_picture, strict=True))
    return CandidateLooks(shares[:, :NOTHING], 1 - shares[:, NOTHING], traits)


def proposal_inputs(proposals: Proposals, maps: "CellMaps") -> Floats:
    """What decides names and traits of proposals, (n, inputs)."""
    from airanchor.embedded.eyes.reader.pooling import pool_features
    from airanchor.embedded.eyes.reader.recognition import inputs_of

    labels, members, count = proposal_cells(proposals)
    features = pool_features(maps, labels, members, np.maximum(count, 1))
    return inputs_of(maps, features, proposal_measures(proposals))


def proposal_measures(proposals: Proposals) -> Floats:
    """What is measured of proposals, (n, measures): their properties, and shares of plain colours."""
    values = proposals.values.copy()
    values[:, _RATIOS] = np.log(np.maximum(values[:, _RATIOS], _LEAST))
    return np.concatenate([values, proposals.colours], axis=1, dtype=np.float32)
