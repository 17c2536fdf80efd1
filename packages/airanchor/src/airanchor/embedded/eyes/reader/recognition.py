"""Recognition: names and traits of regions and proposals, by pooled features beside what is measured of them.

The network sees cells; how large, how high, how whole a region is and which colours it has tell a house from
a tower and paint from windows. One pair of perceptrons knows regions of a picture, one proposals with depth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax
from airanchor.embedded.eyes.reader.regions.regions import Regions

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

Floats = NDArray[np.float32]

REGIONS, PROPOSALS = "regions", "proposals"
_MOST = 200.0
_RATIOS = [
    Property.AREA_PX, Property.DISTANCE_M, Property.TOP_M, Property.LENGTH_M, Property.BREADTH_M,
    Property.SLENDERNESS, Property.ELONGATION, Property.AREA_M2,
]  # fmt: skip
"""What counts by its logarithm."""
_LEAST_LOG = -15.0


@dataclass(frozen=True, slots=True, eq=False)
class RegionLooks:
    """How probably each region or proposal bears each name and has each trait."""

    shares: Floats  # (r, names)
    traits: Floats  # (r, traits)


@dataclass(frozen=True, slots=True, eq=False)
class Recognizer:
    """Two perceptrons over the same inputs."""

    names: Perceptron
    traits: Perceptron

    def look(self, maps: "CellMaps", features: Floats, measures: Floats) -> RegionLooks:
        """What rows are that have these means and spreads of features (r, 2 F) and measures (r, m)."""
        if not len(features):
            return RegionLooks(
                np.zeros((0, NOTHING), np.float32),
                np.zeros((0, len(self.traits.layers[-1][1])), np.float32),
            )
        inputs = recognition_inputs(maps, features, measures)
        traits = 1 / (1 + np.exp(-np.clip(self.traits.run(inputs), -9, 9)))
        return RegionLooks(softmax(self.names.run(inputs))[:, :NOTHING], np.asarray(traits, np.float32))


def recognition_inputs(maps: "CellMaps", features: Floats, measures: Floats) -> Floats:
    """What decides names and traits, (r, inputs): features, what the network makes of them, measures."""
    scores = maps.scores(features[:, : maps.features.shape[-1]])
    names = scores[:, : NOTHING + 2]
    names = names - names.max(axis=1, keepdims=True)
    names -= np.log(np.exp(names).sum(axis=1, keepdims=True))
    told = [features, np.maximum(names, _LEAST_LOG), scores[:, NOTHING + 2 : -3], measures]
    return np.concatenate(told, axis=1, dtype=np.float32)


def region_measures(regions: Regions) -> Floats:
    """What is measured of regions of a picture, (r, measures): size, shape, place, colours, surroundings."""
    columns = (
        np.log(regions.size), regions.box, regions.taper, regions.fill, regions.cut,
        np.log(regions.nearness), regions.isolation, regions.unity, regions.is_ground, np.log(regions.top),
        np.log(np.maximum(regions.length, 1e-3)), regions.means, regions.below, regions.around,
        regions.paint,
    )  # fmt: skip
    told = np.concatenate([one.reshape(len(regions.size), -1) for one in columns], axis=1, dtype=np.float32)
    return np.clip(told, -_MOST, _MOST)


def proposal_measures(proposals: Proposals) -> Floats:
    """What is measured of proposals, (n, measures): their properties, and shares of plain colours."""
    values = proposals.values.copy()
    values[:, _RATIOS] = np.log(np.maximum(values[:, _RATIOS], 0.05))
    return np.clip(np.concatenate([values, proposals.colours], axis=1, dtype=np.float32), -_MOST, _MOST)


@cache
def stored_recognizer(which: str) -> Recognizer:
    """The fit that comes with the package; `python -m benchmarks.fit.recognition` makes it."""
    with files(__package__).joinpath("recognition.npz").open("rb") as file, np.load(file) as stored:
        return recognizer_from(which, stored)


def recognizer_from(which: str, stored: Mapping[str, NDArray[np.generic]]) -> Recognizer:
    """The one of REGIONS or of PROPOSALS, as `as_arrays` gave it."""
    return Recognizer(
        *(
            Perceptron(
                np.asarray(stored[f"{which}_{part}_mean"], np.float32),
                np.asarray(stored[f"{which}_{part}_spread"], np.float32),
                [
                    (
                        np.asarray(stored[f"{which}_{part}_weights_{k}"], np.float32),
                        np.asarray(stored[f"{which}_{part}_bias_{k}"], np.float32),
                    )
                    for k in range(2)
                ],
            )
            for part in ("names", "traits")
        )
    )


def as_arrays(which: str, recognizer: Recognizer) -> dict[str, NDArray[np.generic]]:
    """As stored: weights in half precision."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for part, one in (("names", recognizer.names), ("traits", recognizer.traits)):
        arrays[f"{which}_{part}_mean"], arrays[f"{which}_{part}_spread"] = one.mean, one.spread
        for k, (weights, bias) in enumerate(one.layers):
            arrays[f"{which}_{part}_weights_{k}"] = weights.astype(np.float16)
            arrays[f"{which}_{part}_bias_{k}"] = bias.astype(np.float16)
    return arrays
