"""Recognition: names and traits of candidates, by pooled features beside what is measured of them.

The network sees cells; how large, how high, how whole a candidate is and which colours it has tell a house
from a tower and paint from windows. One pair of perceptrons knows proposals, one regions of the picture. The
reader has no part in it: its names stay pooled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.looks import proposal_cells
from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps
    from airanchor.embedded.eyes.reader import SceneReading
    from airanchor.embedded.eyes.reader.question import PhraseQuestion
    from airanchor.embedded.eyes.reader.regions.regions import Regions

Floats = NDArray[np.float32]

PROPOSALS, REGIONS = "proposals", "regions"
_MOST = 200.0
_RATIOS = [
    Property.AREA_PX, Property.DISTANCE_M, Property.TOP_M, Property.LENGTH_M, Property.BREADTH_M,
    Property.SLENDERNESS, Property.ELONGATION, Property.AREA_M2,
]  # fmt: skip
"""What counts by its logarithm."""
_LEAST, _LEAST_LOG = 0.05, -15.0


@dataclass(frozen=True, slots=True, eq=False)
class Recognizer:
    """Two perceptrons over the same inputs."""

    names: Perceptron
    traits: Perceptron

    def look(self, inputs: Floats) -> tuple[Floats, Floats]:
        """(shares, traits): how probably rows bear each name, NOTHING included, and have each trait."""
        traits = 1 / (1 + np.exp(-np.clip(self.traits.run(inputs), -9, 9)))
        return softmax(self.names.run(inputs)), np.asarray(traits, np.float32)


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
    by_depth = stored_recognizer(PROPOSALS).look(proposal_inputs(candidates.proposals, reading.maps))
    by_picture = stored_recognizer(REGIONS).look(region_inputs(reading, candidates.region))
    shares, traits = (np.concatenate(both) for both in zip(by_depth, by_picture, strict=True))
    return CandidateLooks(shares[:, :NOTHING], 1 - shares[:, NOTHING], traits)


def proposal_inputs(proposals: Proposals, maps: "CellMaps") -> Floats:
    """What decides names and traits of proposals, (n1, inputs)."""
    # The reader is built on this package, so it cannot be imported first.
    from airanchor.embedded.eyes.reader.pooling import pool_features

    labels, members, count = proposal_cells(proposals)
    features = pool_features(maps, labels, members, np.maximum(count, 1))
    return _inputs(maps, features, proposal_measures(proposals))


def region_inputs(reading: "SceneReading", chosen: NDArray[np.int64]) -> Floats:
    """What decides names and traits of some regions of the picture, (n2, inputs)."""
    from airanchor.embedded.eyes.reader.pooling import pool_features

    regions, labels = reading.regions, np.ascontiguousarray(reading.patches)
    features = pool_features(reading.maps, labels, regions.members[chosen], regions.size[chosen])
    return _inputs(reading.maps, features, region_measures(regions)[chosen])


def _inputs(maps: "CellMaps", features: Floats, measures: Floats) -> Floats:
    """Features (n, 2 F), what the network makes of their means, and measures."""
    means = features[:, : maps.features.shape[-1]]
    names = maps.name_scores(means)
    names = names - names.max(axis=1, keepdims=True)
    names -= np.log(np.exp(names).sum(axis=1, keepdims=True))
    told = [features, np.maximum(names, _LEAST_LOG), maps.trait_scores(means), measures]
    return np.concatenate(told, axis=1, dtype=np.float32)


def proposal_measures(proposals: Proposals) -> Floats:
    """What is measured of proposals, (n, measures): their properties, and shares of plain colours."""
    values = proposals.values.copy()
    values[:, _RATIOS] = np.log(np.maximum(values[:, _RATIOS], _LEAST))
    return np.clip(np.concatenate([values, proposals.colours], axis=1, dtype=np.float32), -_MOST, _MOST)


def region_measures(regions: "Regions") -> Floats:
    """What is measured of regions of a picture, (r, measures): size, shape, place, colours, surroundings."""
    columns = (
        np.log(regions.size), regions.box, regions.taper, regions.fill, regions.cut,
        np.log(regions.nearness), regions.isolation, regions.unity, regions.is_ground, np.log(regions.top),
        np.log(np.maximum(regions.length, 1e-3)), regions.means, regions.below, regions.around,
        regions.paint,
    )  # fmt: skip
    told = np.concatenate([one.reshape(len(regions.size), -1) for one in columns], axis=1, dtype=np.float32)
    return np.clip(told, -_MOST, _MOST)


@cache
def stored_recognizer(which: str) -> Recognizer:
    """That of PROPOSALS or of REGIONS; `python -m benchmarks.fit.recognition` makes both."""
    with files(__package__).joinpath("recognition.npz").open("rb") as file, np.load(file) as stored:
        return recognizer_from(which, stored)


def recognizer_from(which: str, stored: Mapping[str, NDArray[np.generic]]) -> Recognizer:
    """What `as_arrays` gave."""
    return Recognizer(*(_perceptron_from(stored, f"{which}_{part}") for part in ("names", "traits")))


def _perceptron_from(stored: Mapping[str, NDArray[np.generic]], part: str) -> Perceptron:
    def array(name: str) -> Floats:
        return np.asarray(stored[f"{part}_{name}"], np.float32)

    layers = [(array(f"weights_{k}"), array(f"bias_{k}")) for k in range(2)]
    return Perceptron(array("mean"), array("spread"), layers)


def as_arrays(which: str, recognizer: Recognizer) -> dict[str, NDArray[np.generic]]:
    """As stored: weights in half precision."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for part, one in (("names", recognizer.names), ("traits", recognizer.traits)):
        key = f"{which}_{part}"
        arrays[f"{key}_mean"], arrays[f"{key}_spread"] = one.mean, one.spread
        for k, (weights, bias) in enumerate(one.layers):
            arrays[f"{key}_weights_{k}"] = weights.astype(np.float16)
            arrays[f"{key}_bias_{k}"] = bias.astype(np.float16)
    return arrays
