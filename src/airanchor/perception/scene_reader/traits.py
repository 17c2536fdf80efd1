"""Traits: which colours, materials, shapes and sizes a region has, as people say them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.embedded.attributes import agreement
from airanchor.perception.embedded.properties import Proposals
from airanchor.perception.scene_reader.perceptron import Perceptron

Floats = NDArray[np.float32]

COLOURS = (
    "white", "gray", "black", "red", "orange", "brown", "yellow", "beige", "cream", "green", "blue", "teal",
    "pink", "silver", "dark green", "light green", "light blue", "light gray", "dark gray",
)  # fmt: skip
MATERIALS = ("brick", "glass", "concrete", "plaster", "stone", "metal", "asphalt")
ROOFS = ("red-roofed", "orange-roofed", "brown-roofed", "green-roofed", "gray-roofed")
SIZES = ("tall", "low", "mid-rise", "small", "large", "narrow", "long")
SHAPES = ("round", "rectangular", "striped", "conifer", "broad-leaved")
TRAITS = (*COLOURS, *MATERIALS, *ROOFS, *SIZES, *SHAPES)
"""In the order of the model's outputs."""

_SAME = {
    "tan": "beige", "golden": "yellow", "crimson": "red", "navy": "blue", "turquoise": "teal",
    "reddish": "red", "glassy": "glass", "stucco": "plaster", "high": "tall", "high-rise": "tall",
    "low-rise": "low", "big": "large", "little": "small", "slender": "narrow", "thin": "narrow",
    "tiled": "red-roofed", "circular": "round", "metallic": "silver", "steel": "metal",
}  # fmt: skip
_LEAST = 0.02


def normal_trait(word: str) -> str:
    """The word as TRAITS has it, if it has it: "Grey" is "gray", "slender" is "narrow"."""
    plain = " ".join(word.lower().replace("grey", "gray").split())
    return _SAME.get(plain, plain)


def has_trait(trait: str, attributes: Sequence[str]) -> bool:
    """Whether attributes say that something has a trait; what is "dark gray" is also "gray"."""
    for attribute in map(normal_trait, attributes):
        if attribute == trait or (trait in (*COLOURS, *ROOFS) and attribute.split()[-1:] == [trait]):
            return True
    return False


def trait_shares(model: Perceptron, features: Floats) -> Floats:
    """How probably each region has each trait, (r, traits)."""
    return np.asarray(1 / (1 + np.exp(-np.clip(model.run(features), -30, 30))), np.float32)


def agree(shares: Floats, proposals: Proposals, attributes: tuple[str, ...]) -> NDArray[np.float64]:
    """How well each region agrees with all attributes, (r,), in (0, 1]; unknown words are passed over."""
    total = np.ones(len(shares))
    for attribute in attributes:
        word = normal_trait(attribute)
        if word in TRAITS:
            total = total * np.maximum(shares[:, TRAITS.index(word)], _LEAST)
        else:
            total = total * agreement(proposals, (attribute,))
    return total
