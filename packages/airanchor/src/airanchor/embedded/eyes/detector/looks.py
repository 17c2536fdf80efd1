"""Looks: what the network says of the proposals of a view."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.candidates import segment_members
from airanchor.embedded.eyes.detector.properties import Proposals

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps
    from airanchor.embedded.eyes.reader.pooling import RegionLooks
    from airanchor.embedded.eyes.reader.question import PhraseQuestion

Floats = NDArray[np.float32]

_STEP_PX = 4
"""Every so many pixels a segment is looked at: the network's cells are as wide."""


@dataclass(frozen=True, slots=True, eq=False)
class ProposalLooks:
    """The network's view of each proposal, the mean over its cells."""

    shares: Floats  # (n, names) how probably it bears each name
    traits: Floats  # (n, traits) how probably it has each trait

    def judge(
        self, question: "PhraseQuestion", proposals: Proposals
    ) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """(meaning, agreement): how probably each is what is asked for, and has what is asked for."""
        from airanchor.embedded.eyes.reader.traits import agree

        agrees = agree(self.traits, proposals, question.traits, question.others)
        return np.minimum(self.shares @ question.weights, 1.0), agrees.prod(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class PooledProposals:
    """What the network says of the proposals of a view."""

    looks: "RegionLooks"
    count: Floats  # (n,) how many cells that is of


def look_at_proposals(proposals: Proposals, pooled: PooledProposals) -> ProposalLooks:
    """Names and traits over the cells of each proposal; one too small to hold any bears no name."""
    # The reader is built on this package, so it cannot be imported first.
    from airanchor.embedded.eyes.reader.names_of_regions import name_shares
    from airanchor.embedded.eyes.reader.paint import repaint

    shares = name_shares(pooled.looks.log_names) * (pooled.count > 0)[:, None]
    return ProposalLooks(shares, repaint(pooled.looks.traits, proposals))


def pool_proposals(proposals: Proposals, maps: "CellMaps") -> PooledProposals:
    """The network's cells brought together for each proposal."""
    from airanchor.embedded.eyes.reader.pooling import patch_sums, pool

    labels, members, count = proposal_cells(proposals)
    sums = patch_sums(maps, labels, members.shape[1])
    return PooledProposals(pool(maps, sums, members, np.maximum(count, 1)), count)


def proposal_cells(proposals: Proposals) -> tuple[NDArray[np.int32], NDArray[np.bool_], Floats]:
    """(labels, members, count): segments as the network's cells see them, which of them each proposal holds,
    and how many cells that is, (n,)."""
    middle = _STEP_PX // 2
    labels = np.ascontiguousarray(proposals.labels[middle::_STEP_PX, middle::_STEP_PX])
    segments = len(proposals.size_px) + 1
    members = segment_members(proposals, segments)
    count = members @ np.bincount(labels.ravel(), minlength=segments).astype(np.float32)
    return labels, members > 0, count
