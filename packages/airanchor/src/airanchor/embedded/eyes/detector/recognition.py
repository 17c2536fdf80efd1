"""What the candidates of a view are recognised as: proposals here, regions as the reader has them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.looks import PooledProposals
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


def recognize(candidates: Candidates, reading: "SceneReading", pooled: PooledProposals) -> CandidateLooks:
    """Names and traits of every candidate."""
    # The reader is built on this package, so it cannot be imported first.
    from airanchor.embedded.eyes.reader.recognition import PROPOSALS, stored_recognizer

    inputs = proposal_inputs(candidates.proposals, reading.maps, pooled)
    by_depth, by_picture = stored_recognizer(PROPOSALS).look(inputs), reading.recognized
    shares = np.concatenate([by_depth.shares, by_picture.shares[candidates.region]])
    traits = np.concatenate([by_depth.traits, by_picture.traits[candidates.region]])
    return CandidateLooks(shares[:, :NOTHING], 1 - shares[:, NOTHING], traits)


def proposal_inputs(proposals: Proposals, maps: "CellMaps", pooled: PooledProposals) -> Floats:
    """What decides names and traits of proposals, (n, inputs)."""
    from airanchor.embedded.eyes.reader.recognition import inputs_of

    return inputs_of(maps, pooled.looks, proposal_measures(proposals))


def proposal_measures(proposals: Proposals) -> Floats:
    """What is measured of proposals, (n, measures): their properties, and shares of plain colours."""
    values = proposals.values.copy()
    values[:, _RATIOS] = np.log(np.maximum(values[:, _RATIOS], _LEAST))
    return np.concatenate([values, proposals.colours], axis=1, dtype=np.float32)
