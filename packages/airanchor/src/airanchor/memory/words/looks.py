"""Looks: a thing is remembered by what was seen of it, and by what was asked where sight bears that out."""

import re
from collections.abc import Sequence
from dataclasses import replace

from airanchor.anchors import ObjectAnchor
from airanchor.memory.words.heads import split_attributes
from airanchor.perception import Phrase

SURE = 0.7
"""From this confidence on, what was asked and cannot be checked by sight is believed."""

NEIGHBOURS: dict[str, tuple[str, ...]] = {
    "white": ("cream", "silver"),
    "cream": ("white", "beige", "yellow"),
    "beige": ("cream", "yellow", "brown"),
    "yellow": ("cream", "beige", "orange"),
    "orange": ("yellow", "red", "brown"),
    "red": ("orange", "pink"),
    "pink": ("red", "purple"),
    "purple": ("pink",),
    "brown": ("orange", "bronze", "beige"),
    "bronze": ("brown",),
    "green": ("teal",),
    "teal": ("green", "blue"),
    "blue": ("teal", "silver"),
    "silver": ("gray", "white", "blue"),
    "gray": ("silver",),
    "black": (),
}
"""Colours that people also call each other's paint by."""
COLOUR_WORDS = {
    **{colour: colour for colour in NEIGHBOURS},
    "grey": "gray", "charcoal": "gray", "golden": "yellow", "gold": "yellow", "tan": "beige", "sand": "beige",
    "sandy": "beige", "ivory": "cream", "crimson": "red", "scarlet": "red", "maroon": "red", "navy": "blue",
    "azure": "blue", "off-white": "white",
    "turquoise": "teal", "silvery": "silver", "reddish": "red", "violet": "purple",
}  # fmt: skip
MATERIALS = {
    "brick": "brick", "glass": "glass", "concrete": "concrete", "plaster": "plaster", "stone": "stone",
    "metal": "metal", "asphalt": "asphalt", "wooden": "wooden", "steel": "metal", "metallic": "metal",
    "wood": "wooden", "timber": "wooden", "stucco": "plaster",
    "plastered": "plaster", "glazed": "glass", "glassy": "glass", "marble": "stone",
}  # fmt: skip
_SHADES = frozenset(("light", "dark", "pale", "bright", "and"))
_ROOF = re.compile(r"(?:with )?(?:an? )?(?P<colour>\S+)(?:-roofed| roof| tiled roof)")
_COLOURED = re.compile(r"-?colou?red\b")

Look = tuple[str, str]
"""What a word is about (colour, material, roof), and what it says of it."""


def remembered(anchor: ObjectAnchor) -> ObjectAnchor:
    """The anchor in the words that it is remembered by; one whose look nobody measured stays as it is."""
    if not anchor.seen:
        return anchor
    phrase = split_attributes(Phrase(anchor.phrase.category.lower(), anchor.phrase.attributes))
    kept = [
        word for word in _single(phrase.attributes) if _is_borne_out(word, anchor.seen, anchor.confidence)
    ]
    words = dict.fromkeys((*anchor.seen, *(word for word in kept if not _is_said(word, anchor.seen))))
    return replace(anchor, phrase=Phrase(phrase.category, tuple(words)))


def _is_borne_out(asked: str, seen: Sequence[str], confidence: float) -> bool:
    """Whether sight agrees, or says nothing of the matter and the thing is surely the one asked for."""
    look = _look(asked)
    others = [other for word in seen if (other := _look(word)) and look and other[0] == look[0]]
    if look is None or not others:
        return confidence >= SURE
    return any(_agree(look[1], other[1]) for other in others)


def _is_said(asked: str, seen: Sequence[str]) -> bool:
    """Whether what was seen says it already: seen "light blue", asked "blue"."""
    look = _look(asked)
    return look is not None and look in [_look(word) for word in seen]


def _look(word: str) -> Look | None:
    text = _COLOURED.sub("", word.lower().strip())
    if roof := _ROOF.fullmatch(text):
        colour = COLOUR_WORDS.get(roof["colour"])
        return ("roof", colour) if colour else None
    last = text.split()[-1] if text.split() else ""
    if last in COLOUR_WORDS and set(text.split()[:-1]) <= _SHADES:
        return "colour", COLOUR_WORDS[last]
    return ("material", MATERIALS[text]) if text in MATERIALS else None


def _agree(asked: str, seen: str) -> bool:
    return asked == seen or seen in NEIGHBOURS.get(asked, ())


def _single(attributes: Sequence[str]) -> list[str]:
    """ "brown brick" is two attributes; "light gray" and "pointed roof" are one each."""
    known = {*COLOUR_WORDS, *MATERIALS, *_SHADES}
    single: list[str] = []
    for attribute in attributes:
        words = attribute.lower().split()
        if not words or not known.issuperset(words):
            single.append(attribute)
            continue
        shade: list[str] = []
        for word in words:
            if word in _SHADES:
                shade = [] if word == "and" else [*shade, word]
            else:
                single.append(" ".join([*shade, word]))
                shade = []
    return single
