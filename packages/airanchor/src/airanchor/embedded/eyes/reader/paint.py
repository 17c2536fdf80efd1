"""Paint: how probably a region has each colour, by what the network says of it and by its own pixels.

The network alone takes windows, shade and roofs for paint; the lit half of a region and the shares of plain
colours in it tell more, of buildings above all.
"""

import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, perceptron_from_json, sigmoid
from airanchor.embedded.eyes.reader.traits import COLOURS

Floats = NDArray[np.float32]

_PAINT = [Property.PAINT_L, Property.PAINT_A, Property.PAINT_B]
_LEAST = 1e-3


def paint_features(traits: Floats, proposals: Proposals) -> Floats:
    """What decides the colours of regions, (n, features): the network's odds, the lit paint, the shares."""
    told = np.clip(traits[:, : len(COLOURS)], _LEAST, 1 - _LEAST)
    odds = np.log(told / (1 - told))
    return np.concatenate([odds, proposals.values[:, _PAINT], proposals.colours], axis=1).astype(np.float32)


def repaint(traits: Floats, proposals: Proposals) -> Floats:
    """The traits (n, traits) with the colours among them, which come first, told anew."""
    if not len(traits):
        return traits
    told = sigmoid(stored_paint().run(paint_features(traits, proposals)))
    return np.concatenate([told, traits[:, len(COLOURS) :]], axis=1).astype(np.float32)


@cache
def stored_paint() -> Perceptron:
    """The fit that comes with the package; `python -m benchmarks.fit.paint` makes it."""
    text = files(__package__).joinpath("paint.json").read_text(encoding="utf-8")
    return perceptron_from_json(json.loads(text)["colours"])
