"""Traits: which colours, materials, shapes and sizes a region has, as people say them."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.attributes import agreement, plain_attribute
from airanchor.embedded.eyes.detector.properties import Proposals

Floats = NDArray[np.float32]

COLOURS = (
    "white", "gray", "black", "red", "orange", "brown", "yellow", "beige", "cream", "green", "blue", "teal",
    "pink", "purple", "bronze", "silver", "dark green", "light green", "light blue", "light gray",
    "dark gray",
)  # fmt: skip
MATERIALS = ("brick", "glass", "concrete", "plaster", "stone", "metal", "asphalt", "wooden")
ROOFS = ("red-roofed", "orange-roofed", "brown-roofed", "green-roofed", "blue-roofed", "gray-roofed")
SIZES = ("tall", "low", "mid-rise", "small", "large", "narrow", "long")
SHAPES = (
    "round", "rectangular", "square", "octagonal", "striped", "flat-roofed", "gabled", "saw-tooth",
    "multi-coloured", "conifer", "broad-leaved",
)  # fmt: skip
TOUCHES = (
    "with white", "with gray", "with black", "with red", "with orange", "with yellow", "with green",
    "with blue", "with teal", "with purple",
)  # fmt: skip
"""Some part is of the colour, or the thing itself."""
TRAITS = (*COLOURS, *MATERIALS, *ROOFS, *SIZES, *SHAPES, *TOUCHES)
"""In the order of the model's outputs."""

_SAME = {
    "high": "tall", "high-rise": "tall", "low-rise": "low", "big": "large", "huge": "large",
    "little": "small", "tiny": "small", "slender": "narrow", "thin": "narrow", "tiled": "red-roofed",
    "steel": "metal", "eight-sided": "octagonal", "golden": "yellow", "gold": "yellow",
    "silver-roofed": "gray-roofed",
}  # fmt: skip
_LEAST = 0.02


def normal_trait(word: str) -> str:
    """The word as TRAITS has it, if it has it: "Grey" is "gray", "slender" is "narrow"."""
    plain = plain_attribute(word)
    return _SAME.get(plain, plain)


def has_trait(trait: str, attributes: Sequence[str]) -> bool:
    """Whether attributes say that something has a trait; what is "dark gray" is also "gray".

    What is "red and white" is red and is white; what has a "red roof" is red-roofed, and has a touch of red.
    """
    if trait in TOUCHES:
        tint = trait.removeprefix("with ")
        return any(tint in _words(attribute) for attribute in attributes)
    for attribute in attributes:
        if (trait in ROOFS and _roof(attribute) == trait) or normal_trait(attribute) == trait:
            return True
        if trait in COLOURS and any(trait in (part, part.split()[-1]) for part in _colours(attribute)):
            return True
    return False


def _words(attribute: str) -> list[str]:
    return plain_attribute(attribute.replace("-roofed", " roof").replace(",", " ")).split()


def _colours(attribute: str) -> list[str]:
    return [plain for part in re.split(r",\s*|\s+and\s+", attribute) if (plain := plain_attribute(part))]


def _roof(attribute: str) -> str:
    words = _words(attribute)
    return f"{words[-2]}-roofed" if len(words) > 1 and words[-1] in ("roof", "roofs") else ""


def agree(
    shares: Floats, proposals: Proposals, traits: Sequence[str], others: Sequence[str]
) -> NDArray[np.float64]:
    """How well each region agrees with each trait and other attribute, (r, words), in (0, 1]."""
    columns = [np.maximum(shares[:, TRAITS.index(trait)].astype(float), _LEAST) for trait in traits]
    columns += [agreement(proposals, (other,)) for other in others]
    return np.stack(columns, axis=1) if columns else np.ones((len(shares), 0))
