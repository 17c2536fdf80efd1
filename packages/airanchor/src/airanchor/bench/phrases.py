"""How people call the things of a city: one object, several names, attributes left out or said otherwise."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from airanchor.errors import InputError
from airanchor.perception import Phrase

NAMES: Mapping[str, tuple[str, ...]] = {
    "airplane": ("plane", "aircraft"),
    "apartment building": ("apartment block", "residential building", "block of flats"),
    "barn": ("farm building", "wooden barn"),
    "basketball court": ("sports court", "court"),
    "bench": ("park bench",),
    "billboard": ("advertising board", "sign board"),
    "bridge": ("river bridge", "overpass"),
    "building": ("town building", "block"),
    "bus": ("coach", "city bus"),
    "bus stop": ("bus shelter",),
    "car": ("automobile", "vehicle"),
    "carousel": ("merry-go-round",),
    "castle": ("fortress",),
    "church": ("chapel", "church building"),
    "circus tent": ("big top", "tent"),
    "clock tower": ("bell tower", "tower with a clock"),
    "construction crane": ("tower crane", "crane"),
    "construction site": ("building site",),
    "container stack": ("shipping containers", "containers"),
    "cooling tower": ("power plant tower",),
    "crosswalk": ("zebra crossing", "pedestrian crossing"),
    "excavator": ("digger", "construction machine"),
    "factory": ("industrial plant", "plant building"),
    "ferris wheel": ("big wheel",),
    "flag": ("banner", "flagpole"),
    "flower bed": ("flowers", "flower garden"),
    "fountain": ("water fountain",),
    "garden": ("flower garden",),
    "gas station": ("petrol station", "filling station"),
    "gazebo": ("pavilion",),
    "greenhouse": ("glasshouse",),
    "hall": ("brick hall", "large building"),
    "harbour crane": ("gantry crane", "port crane", "crane"),
    "hedge": ("bushes", "hedgerow"),
    "helicopter": ("chopper",),
    "hospital": ("clinic", "medical building"),
    "hotel": ("hotel building", "hotel tower"),
    "house": ("family house", "cottage", "home"),
    "lake": ("pond", "water"),
    "lighthouse": ("beacon tower",),
    "market stall": ("stall", "market booth"),
    "mosque": ("domed mosque",),
    "museum": ("gallery", "museum building"),
    "obelisk": ("stone pillar", "monument"),
    "observatory": ("domed building",),
    "office building": ("office block", "office tower"),
    "pagoda": ("temple tower",),
    "parasol": ("umbrella", "sunshade"),
    "park": ("green space", "city park"),
    "parking lot": ("car park", "parking area"),
    "pier": ("jetty",),
    "playground": ("play area",),
    "plaza": ("square", "town square"),
    "pond": ("small lake", "pool"),
    "power pylon": ("electricity pylon", "transmission tower"),
    "radio tower": ("antenna mast", "broadcast tower"),
    "rock": ("boulder", "stone"),
    "roundabout": ("traffic circle",),
    "sailboat": ("sailing boat", "boat"),
    "satellite dish": ("dish antenna",),
    "school": ("school building",),
    "ship": ("cargo ship", "vessel", "boat"),
    "shop": ("store", "shop building"),
    "silo": ("grain silo", "storage silo"),
    "skyscraper": ("high-rise", "high-rise building", "tower block"),
    "smokestack": ("chimney", "factory chimney"),
    "solar farm": ("solar panels",),
    "sports field": ("football pitch", "soccer field"),
    "stadium": ("arena",),
    "statue": ("sculpture", "monument"),
    "storage tank": ("oil tank", "tank"),
    "supermarket": ("grocery store",),
    "swimming pool": ("pool", "outdoor pool"),
    "tennis court": ("sports court", "court"),
    "traffic light": ("traffic signal",),
    "train": ("railway train", "freight train"),
    "tree": ("leafy tree", "street tree"),
    "triumphal arch": ("stone arch", "archway"),
    "truck": ("lorry",),
    "unfinished building": ("construction building", "building shell"),
    "warehouse": ("storage hall", "industrial hall"),
    "water tower": ("elevated tank", "water tank"),
    "wind turbine": ("wind wheel",),
    "windmill": ("old mill", "mill"),
}
"""Category of the ground truth to other words for it; what has no clear bounds (roads, lawns) is left out."""

_OTHERWISE: Mapping[str, tuple[str, ...]] = {
    "beige": ("tan", "cream", "light brown"),
    "black": ("dark",),
    "blue": ("bluish",),
    "bronze": ("brown",),
    "brown": ("dark brown",),
    "cream": ("beige", "off-white"),
    "dark gray": ("gray", "dark"),
    "dark grey": ("grey", "dark"),
    "glass": ("glassy",),
    "gray": ("grey", "light gray"),
    "grey": ("gray", "light gray"),
    "large": ("big",),
    "light blue": ("blue", "pale blue"),
    "light gray": ("gray", "white"),
    "light green": ("green",),
    "low": ("flat", "low-rise"),
    "orange": ("reddish",),
    "pink": ("light red",),
    "plaster": ("stucco", "rendered"),
    "red": ("reddish", "dark red"),
    "silver": ("gray", "metallic"),
    "small": ("little",),
    "tall": ("high",),
    "teal": ("turquoise", "blue-green"),
    "white": ("off-white", "light gray"),
    "yellow": ("pale yellow",),
}
"""Attributes as others would say them."""

_MOST_ATTRIBUTES = 2
_LEAVES_OUT, _SAYS_OTHERWISE = 0.6, 0.6
"""Chances at full variety; both shrink with it."""


def _invert(names: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    meanings: dict[str, set[str]] = defaultdict(set)
    for category, words in names.items():
        for word in (category, *words):
            meanings[word].add(category)
    return {word: frozenset(categories) for word, categories in meanings.items()}


_MEANINGS = _invert(NAMES)


def meanings(word: str) -> frozenset[str]:
    """The categories of the ground truth that a word may mean."""
    return _MEANINGS.get(word.strip().lower(), frozenset())


def describe(
    category: str, attributes: Sequence[str], rng: np.random.Generator, variety: float
) -> tuple[Phrase, tuple[str, ...]]:
    """A phrase for a thing, and which of its attributes the phrase tells, as the ground truth has them.

    At variety 0 it is always the category and the first two attributes; at 1 another name is as likely as
    not, and each attribute is left out or said otherwise more often than not.
    """
    if not 0.0 <= variety <= 1.0:
        raise InputError(f"variety = {variety!r} must be between 0 and 1")
    others = NAMES.get(category, ())
    word = str(rng.choice(others)) if others and rng.random() < variety / 2 else category
    told = tuple(
        attribute for attribute in attributes[:_MOST_ATTRIBUTES] if rng.random() >= _LEAVES_OUT * variety
    )
    said = tuple(_say(attribute, rng, variety) for attribute in told)
    return Phrase(word, said), told


def _say(attribute: str, rng: np.random.Generator, variety: float) -> str:
    others = _OTHERWISE.get(attribute, ())
    if others and rng.random() < _SAYS_OTHERWISE * variety:
        return str(rng.choice(others))
    return attribute
