"""Describing: the words a person would use for what a picture shows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.apartness import MOST_DETECTIONS, apart
from airanchor.embedded.eyes.detector.properties import Proposals
from airanchor.embedded.eyes.reader.detections import NamedDetection
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.regions.layout import Layout, SurfaceKind
from airanchor.embedded.eyes.reader.regions.regions import Regions
from airanchor.embedded.eyes.reader.traits import COLOURS, TRAITS

Floats = NDArray[np.floating]

_PASSING = frozenset(("vehicle", "boat", "aircraft"))
_DULL = frozenset(
    ("hills", "wall", "roof", "bench", "field", "lawn", "pavement", "bare ground", "path", "bush")
)
"""Nothing to steer by: everywhere, or everywhere alike."""
_LEAST_SURETY = 0.3
_SURE = 0.75
"""Below this a special name becomes the general one."""
_GENERAL = ("building", "tower", "water")
_LASTING = np.array([not _PASSING & {one.name, *one.kinds} and one.name not in _DULL for one in NAMES])
_KINDS = {word: np.array([word in one.kinds for one in NAMES]) for word in _GENERAL}
_SPOKEN = {"open water": "water"}
_MATERIALS = ("brick", "glass", "concrete", "stone", "metal")
"""Those that people mention."""
_CLEAR = 0.4
"""From this probability on an attribute is said."""
_SAID = frozenset(
    (("skyscraper", "tall"), ("tree", "tall"), ("road", "asphalt"), ("tree", "green"), ("road", "gray"))
)


@dataclass(frozen=True, slots=True)
class Named:
    """A region with words for it."""

    index: int
    category: str
    attributes: tuple[str, ...]
    surety: float


def salient(
    regions: Regions,
    shares: NDArray[np.float32],
    traits: NDArray[np.float32],
    proposals: Proposals,
    *,
    rates: NDArray[np.float64],
    limit: int = MOST_DETECTIONS,
) -> list[Named]:
    """The lasting things of a picture, the most salient first, no two of them the same."""
    if not len(shares):
        return []
    kept = shares * _LASTING
    general = {word: holds @ kept.T for word, holds in _KINDS.items()}
    surety = np.maximum(kept.max(axis=1), np.max(list(general.values()), axis=0))
    rarity = -np.log(rates[kept.argmax(axis=1)] + 1e-4)
    size = np.sqrt(np.minimum(regions.size, 4000.0))
    worth = surety * size * (0.3 + rarity / 8) * (0.4 + regions.isolation)
    order = np.argsort(-worth, kind="stable")
    chosen = apart(proposals, order[surety[order] >= _LEAST_SURETY], limit)
    return [_describe(index, kept, general, traits[index]) for index in chosen]


def _describe(
    index: int, shares: NDArray[np.float32], general: dict[str, Floats], traits: NDArray[np.float32]
) -> Named:
    best = int(shares[index].argmax())
    category, surety = NAMES[best].name, float(shares[index, best])
    if surety < _SURE:
        word = max(general, key=lambda one: float(general[one][index]))
        if general[word][index] > surety + 0.1:
            category, surety = word, float(general[word][index])
    spoken = _SPOKEN.get(category, category)
    return Named(index, spoken, _attributes(spoken, traits), min(surety, 1.0))


def _attributes(category: str, traits: NDArray[np.float32]) -> tuple[str, ...]:
    """Height, colour and material where they are clear and the category does not say them already."""
    words = []
    for group in (("tall", "low"), COLOURS, _MATERIALS):
        word = max(group, key=lambda one: float(traits[TRAITS.index(one)]))
        is_said = (category, word) in _SAID or word in category
        if traits[TRAITS.index(word)] >= _CLEAR and not is_said:
            words.append(word)
    return tuple(words)


_SETTINGS = {
    SurfaceKind.ROAD: "a street", SurfaceKind.GRASS: "green open ground", SurfaceKind.PAVING: "paved ground",
    SurfaceKind.WATER: "water", SurfaceKind.BARE: "bare ground",
}  # fmt: skip
_MUCH = 0.25


def caption(layout: Layout, openness: NDArray[np.float64], things: Sequence[NamedDetection]) -> str:
    """One plain sentence without a full stop."""
    lower = layout.kinds[layout.kinds.shape[0] // 2 :].mean(axis=(0, 1))
    ground = {kind: float(lower[kind]) for kind in _SETTINGS}
    if ground[SurfaceKind.ROAD] > 0.12:
        ground[SurfaceKind.ROAD] = 1.0
    setting = _SETTINGS[max(ground, key=lambda kind: ground[kind])]
    built = float(lower[SurfaceKind.WALL] + lower[SurfaceKind.ROOF])
    if built > _MUCH:
        setting += " between buildings" if openness.mean() < 0.7 else " among buildings"
    if built > 2 * _MUCH:
        setting = "buildings close by" if openness.mean() < 0.5 else "roofs below"
    elif lower[SurfaceKind.TREE] > 0.15:
        setting += " with trees"
    seen = [f"{_article(one.label)} {_where(one.detection.bearing_deg)}" for one in things]
    return ", ".join([setting, *seen])


def _where(bearing_deg: float) -> str:
    if abs(bearing_deg) < 8:
        return "straight ahead"
    side = "right" if bearing_deg > 0 else "left"
    return f"ahead {side}" if abs(bearing_deg) < 28 else f"on the {side}"


def _article(label: str) -> str:
    if label.split()[-1] == "water":
        return label
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"
