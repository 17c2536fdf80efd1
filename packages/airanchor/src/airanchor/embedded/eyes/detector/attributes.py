"""Attributes: how well a proposal agrees with words of colour, size, shape and material."""

import re

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import COLOUR_EXAMPLES, COLOUR_NAMES, lab_from_rgb
from airanchor.embedded.eyes.detector.properties import Property, Proposals

Floats = NDArray[np.float64]

_COLOUR_WORDS: dict[str, dict[str, float]] = {
    "black": {"black": 1, "dark gray": 0.6},
    "gray": {"gray": 1, "dark gray": 0.9, "light gray": 0.9, "white": 0.2},
    "silver": {"light gray": 1, "gray": 0.8, "light blue": 0.6, "white": 0.3},
    "white": {"white": 1, "light gray": 0.8, "beige": 0.2},
    "red": {"red": 1, "orange": 0.4, "brown": 0.3, "pink": 0.2},
    "orange": {"orange": 1, "red": 0.4, "yellow": 0.3, "brown": 0.3},
    "brown": {"brown": 1, "orange": 0.3, "red": 0.3, "beige": 0.3},
    "bronze": {"brown": 1, "beige": 0.4, "dark gray": 0.3},
    "yellow": {"yellow": 1, "beige": 0.5, "orange": 0.3},
    "beige": {"beige": 1, "yellow": 0.3, "white": 0.3, "light gray": 0.3, "brown": 0.3},
    "cream": {"beige": 1, "white": 0.6, "yellow": 0.4, "light gray": 0.4},
    "green": {"green": 1, "dark green": 1, "teal": 0.4},
    "teal": {"teal": 1, "blue": 0.5, "green": 0.4, "dark green": 0.3},
    "blue": {"blue": 1, "light blue": 0.9, "teal": 0.5},
    "purple": {"purple": 1, "pink": 0.3, "blue": 0.2},
    "pink": {"pink": 1, "red": 0.3, "beige": 0.2, "orange": 0.3},
}
_ALIASES = {
    "grey": "gray", "golden": "yellow", "gold": "yellow", "tan": "beige", "sandy": "beige",
    "sand": "beige", "crimson": "red", "scarlet": "red", "navy": "blue", "azure": "blue",
    "turquoise": "teal", "silvery": "silver", "charcoal": "dark gray", "blue-green": "teal",
    "pale": "light", "lofty": "tall", "towering": "tall", "squat": "low", "slim": "slender",
    "medium-height": "mid-rise", "circular": "round", "glazed": "glass", "glass-clad": "glass",
    "glassy": "glass", "brick-built": "brick", "plastered": "plaster", "stuccoed": "plaster",
    "stucco": "plaster", "rendered": "plaster", "timber": "wooden", "wood": "wooden",
    "saw-tooth-roofed": "saw-tooth", "sawtooth": "saw-tooth", "multicoloured": "multi-coloured",
    "colourful": "multi-coloured", "reddish": "red", "metallic": "silver",
}  # fmt: skip
"""Other words for an attribute, to the word the tables have."""
_UNMEASURED = frozenset(
    (
        "square",
        "octagonal",
        "plaster",
        "saw-tooth",
        "gabled",
        "flat-roofed",
        "domed",
        "multi-coloured",
        "striped",
    )
)
"""Attributes that this file has no measure for, so that they are passed over."""
_PAINTS = {
    **{word: (word,) for word in COLOUR_NAMES},
    "gray": ("gray", "dark gray", "light gray"),
    "green": ("green", "dark green"),
    "blue": ("blue", "light blue"),
    "cream": ("beige", "white"),
    "silver": ("light gray", "light blue"),
    "bronze": ("brown",),
}
"""Colour word to the names whose examples its paint may look like."""

_WHOLE_SHARE, _PART_SHARE = 0.45, 0.15
"""The share of its colour from which a thing, or a thing with such a part, agrees fully."""
_FACADE = 0.3
"""From this share of walls on, windows and shade hide the paint, and the lit paint is looked at instead."""
_FADED = (1.0, 0.7, 0.5)
"""Colours outdoors are up to this much less saturated than paint: sky light, haze, glass."""
_DARKENED = 0.8
"""And about this much darker."""
_SATURATION_STEP, _LIGHTNESS_STEP = 0.10, 20.0
"""Differences from an example that count as one standard deviation."""

_MEASURED: dict[str, tuple[Property, float, float]] = {
    "tall": (Property.TOP_M, 12, 45),
    "high-rise": (Property.TOP_M, 25, 60),
    "slender": (Property.SLENDERNESS, 0.8, 3.5),
    "thin": (Property.SLENDERNESS, 0.8, 4),
    "narrow": (Property.SLENDERNESS, 0.4, 1.5),
    "low": (Property.TOP_M, 16, 6),
    "low-rise": (Property.TOP_M, 20, 9),
    "short": (Property.TOP_M, 15, 5),
    "mid-rise": (Property.TOP_M, 8, 15),
    "large": (Property.LENGTH_M, 12, 45),
    "big": (Property.LENGTH_M, 12, 45),
    "huge": (Property.LENGTH_M, 25, 70),
    "long": (Property.LENGTH_M, 15, 50),
    "wide": (Property.LENGTH_M, 12, 40),
    "small": (Property.LENGTH_M, 20, 5),
    "little": (Property.LENGTH_M, 20, 5),
    "tiny": (Property.LENGTH_M, 10, 2.5),
    "flat": (Property.LEVEL, 0.1, 0.5),
    "pointed": (Property.TAPER, 1.0, 0.4),
    "round": (Property.ROUGH, 0.02, 0.06),
    "rectangular": (Property.FILL, 0.5, 0.8),
    "brick": (Property.WARMTH, 0.1, 0.5),
    "wooden": (Property.WARMTH, 0.1, 0.5),
    "concrete": (Property.CHROMA, 22, 10),
    "stone": (Property.CHROMA, 25, 12),
    "metal": (Property.CHROMA, 25, 12),
    "steel": (Property.CHROMA, 25, 12),
    "glass": (Property.WALL, 0.4, 0.8),
    "leafy": (Property.GREENERY, 0.2, 0.7),
    "grassy": (Property.GREENERY, 0.2, 0.7),
    "paved": (Property.CHROMA, 25, 12),
    "asphalt": (Property.GRAYNESS, 0.2, 0.6),
}
"""Word to property, the value at which it hardly holds, and the value at which it holds fully."""

_LEAST = 0.12
"""How much a thing that does not agree at all still counts: words are used loosely."""


def plain_attribute(text: str) -> str:
    """An attribute in the words of the tables: "Sand-coloured" is "beige", "pale grey" is "light gray"."""
    text = re.sub(r"-?\bcolou?red\b", "", " ".join(text.lower().split()).replace("multi-col", "multicol"))
    words = [_ALIASES.get(word, word) for word in text.split()]
    return " ".join(words)


def agreement(proposals: Proposals, attributes: tuple[str, ...]) -> Floats:
    """How well each proposal agrees with all attributes, (n,), in (0, 1]; unknown words are passed over."""
    total = np.ones(len(proposals.groups))
    for attribute in attributes:
        total = total * _agree(proposals, attribute)
    return total


def _agree(proposals: Proposals, attribute: str) -> Floats:
    words = re.findall(r"[a-z]+(?:-[a-z]+)*", plain_attribute(attribute))
    words = [part for word in words for part in _unhyphenated(word)]
    tints = [word for word in words if word in _COLOUR_WORDS]
    total = np.ones(len(proposals.groups))
    others = [
        word for word in words if word not in _COLOUR_WORDS and word not in ("light", "dark", "and", "pale")
    ]
    is_part = bool(others) or len(tints) > 1
    for tint in tints:
        shade = next((word for word in words if word in ("light", "dark")), "")
        total = total * _coloured(proposals, tint, f"{shade} {tint}".strip(), is_part)
    for word in words:
        if word in _MEASURED and not tints:
            total = total * _measured(proposals, *_MEASURED[word])
    return total


def _coloured(proposals: Proposals, tint: str, shade: str, is_part: bool) -> Floats:
    if is_part:
        return np.clip(_share(proposals, tint) / _PART_SHARE, _LEAST, 1)
    by_share = np.clip(_share(proposals, tint, shade) / _WHOLE_SHARE, _LEAST, 1)
    by_paint = np.clip(_painted(proposals, shade if shade in _PAINTS else tint), _LEAST / 2, 1)
    return np.where(proposals.column(Property.WALL) > _FACADE, by_paint, by_share)


def _painted(proposals: Proposals, word: str) -> Floats:
    """How near the lit paint is to the examples of a colour: by saturation, which shade leaves alone."""
    light = proposals.column(Property.PAINT_L)
    red, yellow = (proposals.column(which) / (light + 10) for which in (Property.PAINT_A, Property.PAINT_B))
    best = np.zeros(len(proposals.groups))
    for name in _PAINTS[word]:
        for l_star, a_star, b_star in lab_from_rgb(np.array(COLOUR_EXAMPLES[name], np.float32)):
            for faded in _FADED:
                away = ((red - faded * a_star / (l_star + 10)) / _SATURATION_STEP) ** 2
                away += ((yellow - faded * b_star / (l_star + 10)) / _SATURATION_STEP) ** 2
                away += ((light - _DARKENED * l_star) / _LIGHTNESS_STEP) ** 2
                best = np.maximum(best, np.exp(-away / 2))
    return best


def _share(proposals: Proposals, tint: str, shade: str = "") -> Floats:
    """The share of a colour; asked for light or dark, the other names of the colour count half."""
    weights = np.array([_COLOUR_WORDS[tint].get(name, 0.0) for name in COLOUR_NAMES])
    if shade and shade != tint:
        meant = shade if shade in COLOUR_NAMES else tint
        weights *= [1.0 if name == meant else 0.5 for name in COLOUR_NAMES]
    return np.asarray(proposals.colours.astype(np.float64) @ weights)


def _measured(proposals: Proposals, which: Property, hardly: float, fully: float) -> Floats:
    values = proposals.column(which).astype(np.float64)
    return np.clip((values - hardly) / (fully - hardly), 0, 1) * 0.6 + 0.4


def _unhyphenated(word: str) -> list[str]:
    """ "red-roofed" is red and a part; "high-rise" is itself."""
    return [word] if word in _MEASURED else word.split("-")


def is_attribute(word: str) -> bool:
    """Whether a word before a noun says how a thing looks."""
    plain = plain_attribute(word)
    return (
        plain.rpartition(" ")[2] in _COLOUR_WORDS
        or plain in _MEASURED
        or plain in _UNMEASURED
        or plain in ("light", "dark", "and")
        or plain.endswith("-roofed")
    )
