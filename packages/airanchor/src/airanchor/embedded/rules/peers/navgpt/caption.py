"""NavGPT's eyes by rule: the instruction's landmarks where pictures show them, and what else stands out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import asked_label
from airanchor.embedded.rules.peers.glance import named_landmarks
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import in_reach, phrase_of, track_of
from airanchor.embedded.rules.space.expectation import ahead
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.peers.navgpt.directions import Octant

MOST_NAMED = 5
"""Objects named in one picture."""
MOST_OTHERS = 2
"""Of those, objects that the instruction does not name."""
OFFSETS_DEG = {octant.value: octant.offset_deg for octant in Octant}

Box = tuple[int, int, int, int]


def describe_directions(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """A caption and boxes for every picture."""
    landmarks = _landmarks(prompt.values.get("instruction", ""), senses)
    directions = [text for name, text in prompt.all_values if name == "direction"]
    views = [
        (OFFSETS_DEG.get(direction, 0.0), senses.scenes.read(image))
        for direction, image in zip(directions, prompt.images, strict=False)
    ]
    found = _found(views, landmarks, senses)
    return {
        "views": [
            _described(direction, image, [(name, box) for name, at, box in found if at == place], senses)
            for place, (direction, image) in enumerate(zip(directions, prompt.images, strict=False))
        ]
    }


def _landmarks(instruction: str, senses: Senses) -> tuple[Mention, ...]:
    """What the instruction's subtasks name, each name once; read as the subtasks are when they are flown."""
    named: dict[str, Mention] = {}
    for mention in named_landmarks(instruction, senses):
        named.setdefault(asked_label(mention), mention)
    return tuple(named.values())


def _described(
    direction: str, image: NDArray[np.uint8], found: list[tuple[str, Box]], senses: Senses
) -> dict[str, Any]:
    objects = list(found)
    for name, box in _others(image, senses):
        if not any(_is_one(box, other) for _, other in found):
            objects.append((name, box))
    return {
        "direction": direction,
        "caption": senses.scenes.read(image).caption(),
        "objects": [{"name": name, "box": _corners(box)} for name, box in objects[:MOST_NAMED]],
    }


@dataclass(frozen=True, slots=True)
class _Sight:
    """Something that may be a landmark."""

    worth: float
    place: int
    """Which picture shows it."""
    box: Box


def _found(
    views: Sequence[tuple[float, Scene]], landmarks: tuple[Mention, ...], senses: Senses
) -> list[tuple[str, int, Box]]:
    """Each landmark where the pictures show it best, as name, picture and box; the clearest first.

    All pictures are seen at once, so what only resembles a thing that another shows clearly is not named.
    """
    named: list[tuple[float, str, _Sight]] = []
    for mention in landmarks:
        sights = _sights(mention, views, senses.config)
        enough = senses.config.peers.rival_share * max((sight.worth for sight in sights), default=0.0)
        named += [(sight.worth, asked_label(mention), sight) for sight in sights if sight.worth >= enough]
    named.sort(key=lambda one: -one[0])
    return [(name, sight.place, sight.box) for _, name, sight in named]


def _sights(mention: Mention, views: Sequence[tuple[float, Scene]], config: RulebookConfig) -> list[_Sight]:
    """What may be a landmark; by its category alone where nothing answers the whole name.

    Worth more is what lies ahead: people tell of what can be seen from where they send one off.
    """
    sector = ahead(mention, config)
    for asked, least in ((mention, config.seen_score), (replace(mention, attributes=()), config.bare_score)):
        sights = [
            _Sight(one.score * sector.weight(offset_deg + one.bearing_deg), place, one.box_px)
            for place, (offset_deg, scene) in enumerate(views)
            for one in scene.find(phrase_of(asked))
            if one.score >= least and in_reach(track_of(mention, one), one.score, config) is not None
        ]
        if sights:
            return sights
    return []


def _others(image: NDArray[np.uint8], senses: Senses) -> Iterator[tuple[str, Box]]:
    for named in senses.scenes.read(image).objects()[:MOST_OTHERS]:
        yield named.label, named.detection.box_px


def _is_one(box: Box, other: Box) -> bool:
    """Whether two boxes are mostly of the same thing."""
    across = min(box[2], other[2]) - max(box[0], other[0])
    down = min(box[3], other[3]) - max(box[1], other[1])
    shared = max(across, 0) * max(down, 0)
    return shared > 0.7 * max(_area(box), _area(other))


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _corners(box: Box) -> list[int]:
    """The box with its last column and row, as a reply has it."""
    return [box[0], box[1], max(box[2] - 1, box[0]), max(box[3] - 1, box[1])]
