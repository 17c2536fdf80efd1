"""Where to fly by one picture and the whole text, remembering nothing: what methods without memory need.

Nothing tells how much of the text is flown already. So of the landmarks that are clear to see and not near
the one named first is flown to, which passes them in order. Where none is in view, a building that looks as
the text says is flown to, the one named last first; else the drone turns on, to the side of the text's first
turn, and so looks all around. The flight is over where the last landmark seems near.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.eyes.reader import PictureDetection, pixel_of_bearing
from airanchor.embedded.rules.config import PeerRules
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.peers.mind import read_subtasks
from airanchor.embedded.rules.peers.nearness import begins_m, is_near
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.perception import Phrase

_BUILDING = "building"


@dataclass(frozen=True, slots=True)
class Wish:
    """A point of the picture to fly to."""

    pixel: tuple[int, int]
    ahead_m: float
    """How far to fly, counted straight ahead."""
    label: str
    is_near: bool = False
    is_last: bool = False
    """Whether it leads to the landmark that the text names last."""
    is_seen: bool = True
    """Whether it leads to a landmark, and not merely on."""

    @property
    def is_arrived(self) -> bool:
        """Whether the flight should end here."""
        return self.is_near and self.is_last


def glance(
    instruction: str,
    image: NDArray[np.uint8],
    senses: Senses,
    *,
    kept_px: tuple[float, float] | None = None,
) -> Wish:
    """The wish that one picture allows; of sights alike the nearest to `kept_px`, where that is given."""
    scene, rules = senses.scenes.read(image), senses.config.peers
    landmarks = named_landmarks(instruction, senses)
    wishes = [
        _to(mention.label, detection, scene, rules, senses, is_last=mention.label == landmarks[-1].label)
        for mention in landmarks
        if (detection := _sight(mention, scene, senses, kept_px)) is not None
    ]
    if wishes:
        return next((wish for wish in wishes if not wish.is_near), wishes[-1])
    for mention in reversed(landmarks):
        likely = _likely(mention, scene, senses)
        if likely is not None:
            is_last = mention.label == landmarks[-1].label
            return _to(mention.label, likely, scene, rules, senses, is_last=is_last)
    edge_deg = _search_side(instruction, senses) * rules.search_deg
    return Wish(pixel_of_bearing(edge_deg, 0.0, scene.size_px), 0.0, "look on", is_seen=False)


def _search_side(instruction: str, senses: Senses) -> int:
    """-1 to look on to the left, 1 to the right."""
    for text in read_subtasks(instruction, senses.config.stages):
        for clause in senses.read_clauses(text):
            if clause.manoeuvre in (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT):
                return -1 if clause.manoeuvre is Manoeuvre.TURN_LEFT else 1
    return 1


def named_landmarks(instruction: str, senses: Senses) -> tuple[Mention, ...]:
    """The landmarks that the text leads to or past, in their order."""
    return tuple(_mentions(read_subtasks(instruction, senses.config.stages), senses))


def _mentions(subtasks: Sequence[str], senses: Senses) -> Iterator[Mention]:
    for text in subtasks:
        for clause in senses.read_clauses(text):
            yield from mentions_of(clause)


def _sight(
    mention: Mention, scene: Scene, senses: Senses, kept_px: tuple[float, float] | None
) -> PictureDetection | None:
    """The clearest sight of a landmark; by its category alone where nothing answers its whole name."""
    bare, config = replace(mention, attributes=()), senses.config
    for words, least in ((mention, config.seen_score), (bare, config.bare_score)):
        found = [one for one in scene.find(phrase_of(words)) if one.score >= least]
        if found and kept_px is not None:
            clear = config.peers.rival_share * max(one.score for one in found)
            return min((one for one in found if one.score >= clear), key=lambda one: _gap_px(one, kept_px))
        if found:
            return max(found, key=lambda one: one.score)
    return None


def _gap_px(detection: PictureDetection, point: tuple[float, float]) -> float:
    """How far a point lies outside of what a sight covers."""
    left, top, right, bottom = detection.box_px
    u, v = point
    return math.hypot(max(left - u, 0.0, u - right), max(top - v, 0.0, v - bottom))


def _likely(mention: Mention, scene: Scene, senses: Senses) -> PictureDetection | None:
    """The building that looks as a landmark is said to look, where that is a building too: a church, say."""
    config = senses.config
    is_building = senses.names.same_category(mention.category, _BUILDING) >= config.naming.kind_score
    if not (mention.attributes and is_building):
        return None
    found = scene.find(Phrase(_BUILDING, mention.attributes))
    return found[0] if found and found[0].score >= config.peers.likely_score else None


def _to(
    label: str,
    detection: PictureDetection,
    scene: Scene,
    rules: PeerRules,
    senses: Senses,
    *,
    is_last: bool,
) -> Wish:
    ahead_m, range_m = senses.config.blind_step_m, begins_m(detection, scene)
    if range_m is not None:
        ahead_m = max(range_m - rules.short_m, rules.short_m)
    return Wish(detection.pixel, ahead_m, label, is_near=is_near(detection, scene, rules), is_last=is_last)
