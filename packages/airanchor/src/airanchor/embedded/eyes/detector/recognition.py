"""Recognition: names and traits of proposals, by pooled features beside what is measured of them.

The network sees cells; how large, how high, how whole a proposal is and which colours it has tell a house
from a tower and paint from windows.
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

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

Floats = NDArray[np.float32]

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

    def look(self, maps: "CellMaps", features: Floats, measures: Floats) -> tuple[Floats, Floats]:
        """(shares, traits): how probably rows bear each name and have each trait.

        Rows have means and spreads of features (n, 2 F) and measures (n, m). What is no thing bears no name.
        """
        inputs = recognition_inputs(maps, features, measures)
        traits = 1 / (1 + np.exp(-np.clip(self.traits.run(inputs), -9, 9)))
        return softmax(self.names.run(inputs))[:, :NOTHING], np.asarray(traits, np.float32)


def recognition_inputs(maps: "CellMaps", features: Floats, measures: Floats) -> Floats:
    """What decides names and traits, (n, inputs): features, what the network makes of them, measures."""
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


@cache
def stored_recognizer() -> Recognizer:
    """The fit that comes with the package; `python -m benchmarks.fit.recognition` makes it."""
    with files(__package__).joinpath("recognition.npz").open("rb") as file, np.load(file) as stored:
        return recognizer_from(stored)


def recognizer_from(stored: Mapping[str, NDArray[np.generic]]) -> Recognizer:
    """What `as_arrays` gave."""
    return Recognizer(*(_perceptron_from(stored, part) for part in ("names", "traits")))


def _perceptron_from(stored: Mapping[str, NDArray[np.generic]], part: str) -> Perceptron:
    def array(name: str) -> Floats:
        return np.asarray(stored[f"{part}_{name}"], np.float32)

    layers = [(array(f"weights_{k}"), array(f"bias_{k}")) for k in range(2)]
    return Perceptron(array("mean"), array("spread"), layers)


def as_arrays(recognizer: Recognizer) -> dict[str, NDArray[np.generic]]:
    """As stored: weights in half precision."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for part, one in (("names", recognizer.names), ("traits", recognizer.traits)):
        arrays[f"{part}_mean"], arrays[f"{part}_spread"] = one.mean, one.spread
        for k, (weights, bias) in enumerate(one.layers):
            arrays[f"{part}_weights_{k}"] = weights.astype(np.float16)
            arrays[f"{part}_bias_{k}"] = bias.astype(np.float16)
    return arrays
