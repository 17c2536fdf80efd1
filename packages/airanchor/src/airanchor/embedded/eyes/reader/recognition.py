"""Recognition: what things are, by pooled features beside what is measured of them.

The network sees cells; how large, how high, how whole a thing is and which colours it has tell a house from a
tower and paint from windows. One pair of perceptrons knows the regions of a picture, one the detector's
proposals.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.pooling import RegionLooks
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, sigmoid, softmax
from airanchor.embedded.eyes.reader.regions.regions import Regions
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.errors import InputError

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

Floats = NDArray[np.float32]

PROPOSALS, REGIONS = "proposals", "regions"
_LEAST_LOG, _MOST = -15.0, 200.0


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What things are recognised as."""

    shares: Floats  # (n, names + 1) how probably each bears each name, NOTHING included
    traits: Floats  # (n, traits) how probably it has each trait


@dataclass(frozen=True, slots=True, eq=False)
class Recognizer:
    """Two perceptrons over the same inputs."""

    names: Perceptron
    traits: Perceptron

    def look(self, inputs: Floats) -> Recognition:
        """What rows are."""
        if inputs.shape[1] != len(self.names.mean):
            raise InputError(
                f"recognition was fitted to {len(self.names.mean)} inputs and got {inputs.shape[1]}: "
                "after a network of another shape it must be fitted again"
            )
        return Recognition(softmax(self.names.run(inputs)), sigmoid(self.traits.run(inputs)))


def recognize_regions(inputs: Floats) -> Recognition:
    """What regions are, by the fit that comes with the package."""
    return stored_recognizer(REGIONS).look(inputs)


def recognize_nothing(inputs: Floats) -> Recognition:
    """What may read pictures for a fit of recognition itself, or of what comes before it: knows nothing."""
    count = len(inputs)
    shares = np.full((count, NOTHING + 1), 1 / (NOTHING + 1), np.float32)
    return Recognition(shares, np.full((count, len(TRAITS)), 0.5, np.float32))


def region_inputs(maps: "CellMaps", looks: RegionLooks, regions: Regions) -> Floats:
    """What decides names and traits of regions, (r, inputs)."""
    return inputs_of(maps, looks, region_measures(regions))


def inputs_of(maps: "CellMaps", looks: RegionLooks, measures: Floats) -> Floats:
    """Features and their spread, what the network makes of the features, and measures."""
    names = looks.log_names - looks.log_names.max(axis=1, keepdims=True)
    names -= np.log(np.exp(names).sum(axis=1, keepdims=True))
    told = (
        looks.features, looks.spreads, np.maximum(names, _LEAST_LOG), maps.trait_scores(looks.features),
        np.clip(measures, -_MOST, _MOST),
    )  # fmt: skip
    return np.concatenate(told, axis=1, dtype=np.float32)


def region_measures(regions: Regions) -> Floats:
    """What is measured of regions of a picture, (r, measures): size, shape, place, colours, surroundings."""
    columns = (
        np.log(regions.size), regions.box, regions.taper, regions.fill, regions.cut,
        np.log(regions.nearness), regions.isolation, regions.unity, regions.is_ground, np.log(regions.top),
        np.log(np.maximum(regions.length, 1e-3)), regions.means, regions.below, regions.around,
        regions.paint,
    )  # fmt: skip
    rows = [one.reshape(len(one), math.prod(one.shape[1:])) for one in columns]
    return np.concatenate(rows, axis=1, dtype=np.float32)


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
