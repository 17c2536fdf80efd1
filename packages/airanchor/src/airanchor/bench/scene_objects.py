"""What one can ask for in a city: its kinds of things, what tells them apart, and a sentence for each."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from shapely.geometry import Polygon

from airanchor.bench.episodes.paths.landmarks import kinds
from airanchor.bench.episodes.telling.names import plural
from airanchor.bench.episodes.telling.traits import is_colour, is_part, looks_like, part_phrase, sayable
from aircity.city.scene import CityScene, SceneObject

_ORDINARY = ("building", "house", "apartment building", "garage", "shed", "canopy", "hall", "shop")
_GROUND = (
    *("road", "intersection", "crosswalk", "sidewalk", "footpath", "service road", "lawn", "water", "land"),
    *("yard", "bicycle path", "railway", "tram track", "stairs", "greenery", "structure", "object", "wall"),
    *("tree", "hedge", "street lamp", "bench", "car", "field", "rock", "hills", "embankment", "courtyard"),
    *("pavement", "path", "river", "canal", "sea", "beach", "quay", "flower bed", "wood", "forest"),
)
_MANY = ("stairs", "hills")
"""Kinds whose names are plural already."""
_UNSEEN = ("ground", "horizon")
_LANDMARK, _LESSER, _GROUND_RANK, _ORDINARY_RANK = range(4)
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ObjectKind:
    """One kind of thing in a city, with an example near the place that was asked about."""

    category: str
    rank: int
    """0 landmarks, 1 lesser things, 2 ground and greenery, 3 ordinary buildings."""
    count: int
    told_apart_by: tuple[tuple[str, int], ...]
    """Words that not all of them share, with how many have each."""
    example: SceneObject
    place: Place
    """North and east of the example's middle, metres."""
    away_m: float
    sentence: str
    unique: bool
    """Whether the sentence fits no other thing of the kind."""


def list_kinds(
    scene: CityScene, near: Place | None = None, *, word: str = "", by_distance: bool = False
) -> list[ObjectKind]:
    """Every kind that `word` is said of; landmarks first, or the nearest first."""
    bounds = scene.bounds
    middle = ((bounds.x_min_m + bounds.x_max_m) / 2, (bounds.y_min_m + bounds.y_max_m) / 2)
    groups: dict[str, list[SceneObject]] = {}
    for thing in scene.objects:
        if thing.category not in _UNSEEN:
            groups.setdefault(thing.category, []).append(thing)
    found = []
    for category, things in groups.items():
        wanted = [thing for thing in things if _mentions(thing, word.lower())]
        if wanted:
            found.append(_kind(category, things, wanted, near or middle))
    if by_distance:
        return sorted(found, key=lambda kind: (kind.away_m, kind.category))
    return sorted(found, key=lambda kind: (kind.rank, kind.count, kind.category))


def _mentions(thing: SceneObject, word: str) -> bool:
    texts = (thing.category, *thing.attributes, thing.name or "")
    return any(word in text.lower() for text in texts)


def place_of(thing: SceneObject) -> Place:
    """The middle of a thing's outline, north and east."""
    outline = Polygon(thing.footprint)
    middle = outline.centroid if outline.is_valid and outline.area > 0 else outline.convex_hull.centroid
    return (middle.x, middle.y)


def _kind(category: str, things: list[SceneObject], wanted: list[SceneObject], near: Place) -> ObjectKind:
    places = {thing.id: place_of(thing) for thing in wanted}
    wanted = sorted(wanted, key=lambda thing: math.dist(places[thing.id], near))
    tallies = Counter(word for thing in things for word in thing.attributes)
    telling = tuple((word, count) for word, count in tallies.most_common() if count < len(things))
    told = [(thing, words) for thing in wanted[:40] if (words := _singles_out(thing, things)) is not None]
    example, words = told[0] if told else (wanted[0], _usual_words(wanted[0]))
    place = places[example.id]
    phrase = _phrase(example, words, is_only=bool(told))
    return ObjectKind(
        category=category,
        rank=rank_of(category),
        count=len(things),
        told_apart_by=telling,
        example=example,
        place=place,
        away_m=math.dist(place, near),
        sentence=f"Fly to {phrase}.",
        unique=bool(told),
    )


def rank_of(category: str) -> int:
    """0 landmarks, 1 lesser things, 2 ground and greenery, 3 ordinary buildings."""
    known = kinds().get(category)
    if category in _ORDINARY or (known is not None and known.building):
        return _ORDINARY_RANK
    if category in _GROUND:
        return _GROUND_RANK
    return _LANDMARK if known is not None and known.likely >= 3 else _LESSER


def _singles_out(thing: SceneObject, things: Sequence[SceneObject]) -> tuple[str, ...] | None:
    """The fewest words that only this one has; its proper name counts as one; None if there are none."""
    rivals = [other for other in things if other.id != thing.id]
    if not rivals:
        return ()
    if thing.name and not any(other.name == thing.name for other in rivals):
        return (thing.name,)
    words = _sayable(thing)
    for count in (1, 2, 3):
        for chosen in itertools.combinations(words, count):
            if not any(all(looks_like(w, other.attributes) for w in chosen) for other in rivals):
                return chosen
    return None


def _sayable(thing: SceneObject) -> list[str]:
    words = [word for word in thing.attributes if sayable(thing.category, word)]
    return sorted(words, key=lambda word: not is_colour(word))


def _usual_words(thing: SceneObject) -> tuple[str, ...]:
    return tuple(_sayable(thing)[:1])


def _phrase(thing: SceneObject, words: tuple[str, ...], *, is_only: bool) -> str:
    noun = thing.category
    if thing.name and thing.name in words:
        return f"the {noun} {_quoted(thing.name)}"
    before = sorted((w for w in words if not is_part(w) and w not in noun.split()), key=is_colour)
    after = " and ".join(part_phrase(word, "uk") for word in words if is_part(word))
    inner = " ".join(filter(None, (" ".join(before), noun, after)))
    return f"the {inner}" if is_only else f"the nearest {inner}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', "'") + '"'


def describe_count(kind: ObjectKind) -> str:
    """3 water towers, 1 castle."""
    is_as_said = kind.count == 1 or kind.category in _MANY
    return f"{kind.count} {kind.category if is_as_said else plural(kind.category)}"
