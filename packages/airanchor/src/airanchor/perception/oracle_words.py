"""Which ground-truth objects answer a phrase: synonyms, broader words and colours, written down once."""

from airanchor.perception.contracts import Phrase

_SAME: dict[str, tuple[str, ...]] = {
    "apartment building": ("apartment block", "block of flats", "residential building", "apartments"),
    "basketball court": ("sports court",),
    "bus stop": ("bus shelter",),
    "church": ("cathedral", "chapel"),
    "clock tower": ("bell tower",),
    "construction crane": ("tower crane", "crane"),
    "container stack": ("container", "shipping container", "containers"),
    "crosswalk": ("zebra crossing", "pedestrian crossing"),
    "gas station": ("petrol station", "filling station"),
    "harbour crane": ("crane", "gantry crane"),
    "intersection": ("crossroads", "junction"),
    "lawn": ("grass", "grass area"),
    "office building": ("office block", "office tower"),
    "parasol": ("umbrella",),
    "pavement": ("sidewalk",),
    "plaza": ("square", "town square"),
    "power pylon": ("electricity pylon", "pylon"),
    "radio tower": ("antenna", "mast", "broadcast tower"),
    "railway": ("railway track", "train track", "tracks"),
    "sailboat": ("boat", "sailing boat"),
    "ship": ("boat", "vessel"),
    "skyscraper": ("high-rise", "high-rise building", "tower block"),
    "smokestack": ("chimney",),
    "sports field": ("football pitch", "soccer field", "pitch"),
    "storage tank": ("tank", "oil tank"),
    "street lamp": ("lamp post", "streetlight", "lamp"),
    "swimming pool": ("pool",),
    "traffic light": ("traffic signal",),
    "triumphal arch": ("arch", "archway"),
    "wind turbine": ("windmill",),
}
"""Category of the city to other words for the very thing."""

_BUILDINGS = (
    "apartment building", "barn", "building", "castle", "church", "factory", "gas station", "greenhouse",
    "hall", "hospital", "hotel", "house", "mosque", "museum", "observatory", "office building", "pagoda",
    "school", "shop", "skyscraper", "stadium", "supermarket", "unfinished building", "warehouse",
)  # fmt: skip

_BROADER: dict[str, tuple[str, ...]] = {
    "building": _BUILDINGS,
    "tower": (
        "clock tower", "water tower", "radio tower", "skyscraper", "lighthouse", "cooling tower",
        "smokestack", "power pylon", "wind turbine",
    ),
    "vehicle": ("car", "bus", "truck", "train", "tram", "ship", "sailboat", "excavator"),
    "water": ("river", "canal", "lake", "sea", "swimming pool", "pond"),
    "vegetation": ("tree", "hedge", "forest", "lawn", "park", "garden", "flower bed"),
    "road": ("road", "intersection", "roundabout", "crosswalk"),
    "street": ("road", "intersection", "roundabout", "crosswalk"),
    "grass": ("lawn", "park", "garden", "field", "sports field"),
    "park": ("park", "garden", "lawn"),
    "forest": ("forest", "tree"),
    "plaza": ("plaza", "courtyard", "yard"),
    "monument": ("statue", "obelisk", "triumphal arch", "fountain"),
    "boat": ("ship", "sailboat"),
    "lake": ("lake", "pond"),
    "river": ("river", "canal"),
}  # fmt: skip
"""A broader word to the categories it covers."""

_COLOURS = frozenset({
    "black", "gray", "white", "red", "orange", "brown", "yellow", "beige", "cream", "green", "teal", "blue",
    "purple", "pink", "silver", "bronze",
})  # fmt: skip


def is_named(phrase: Phrase, category: str, name: str | None = None) -> bool:
    """Whether the phrase's category names this very kind of thing, or it by its proper name."""
    word = _normal(phrase.category)
    if name and word == _normal(name):
        return True
    return word == category or word in _SAME.get(category, ())


def is_covered(phrase: Phrase, category: str) -> bool:
    """Whether the phrase's category is a broader word for this kind of thing."""
    return category in _BROADER.get(_normal(phrase.category), ())


def has_attributes(phrase: Phrase, attributes: tuple[str, ...]) -> bool:
    """Whether every attribute asked for is among the object's; "gray" is also "light gray".

    "with red roof" asks for "red roof".
    """
    own = [_normal(attribute) for attribute in attributes]
    asked = [_normal(attribute).removeprefix("with ") for attribute in phrase.attributes]
    return all(any(_is_said(one, other) for other in own) for one in asked)


def _is_said(asked: str, own: str) -> bool:
    if asked == own:
        return True
    words = own.split()
    return asked in _COLOURS and asked in words and words[-1] in _COLOURS


def _normal(text: str) -> str:
    words = text.strip().lower().replace("grey", "gray").split()
    return " ".join(words)
