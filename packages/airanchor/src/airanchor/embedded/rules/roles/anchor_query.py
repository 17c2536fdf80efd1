"""Anchor query: measure the landmark of now, the way to it, and what complements them best."""

from collections.abc import Iterator
from typing import Any

from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.eyes.reader import bearing_deg, pixel_of_bearing
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import CLIMBS, TURNS, Goal, is_between, read_goal
from airanchor.embedded.rules.moves.courses import steering_point
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.embedded.rules.space.evidence import LandmarkEvidence
from airanchor.perception import Phrase
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.anchor_query import MAX_COUNT

MAX_ATTRIBUTES = 12
_HEIGHT_MATTERS = (*CLIMBS, Manoeuvre.OVER, Manoeuvre.UNDER)
_ANYTHING = ("building", "tree", "street", "tower", "roof", "car", "bridge", "lamp post", "park", "sign")

Ask = dict[str, Any]


def query_anchors(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """Exactly as many asks as wanted, of the kinds allowed, no two alike."""
    count = _count(prompt.values.get("count", ""))
    kinds = prompt.values.get("kinds", "object direction").split()
    goal = read_goal(prompt.values, senses)
    asker = _Asker(
        goal,
        senses.scenes.read(prompt.images[0]),
        LandmarkEvidence(prompt.values, prompt.images[0], goal, senses),
        senses.config,
    )
    chosen: list[Ask] = []
    for ask in asker.in_order():
        if len(chosen) == count:
            break
        if ask["type"] in kinds and ask not in chosen:
            chosen.append(ask)
    return {"anchors": [{"id": f"A{place}", **ask} for place, ask in enumerate(chosen, 1)]}


def _count(text: str) -> int:
    return min(int(text), MAX_COUNT) if text.isdecimal() and len(text) < 4 else 3


class _Asker:
    def __init__(self, goal: Goal, scene: Scene, evidence: LandmarkEvidence, config: RulebookConfig) -> None:
        self._goal, self._scene, self._evidence, self._config = goal, scene, evidence, config
        self._rules = config.queries

    def in_order(self) -> Iterator[Ask]:
        """The best asks first, more than anyone wants of each kind."""
        goal, way_deg, rules = self._goal, self._way_deg(), self._rules
        wanted = [_object(mention) for mention in self._targets()]
        is_climb = goal.active.manoeuvre in CLIMBS
        if is_climb and goal.active.is_absolute:  # to both sides too, past the roofs
            yield from (self._direction(off_deg, rules.down_deg) for off_deg in rules.roofs_deg)
        # Of two that matter alike, and of a way and what ends it, both must be known at once.
        yield from wanted[: 2 if is_between(goal.active) or goal.active.manoeuvre is Manoeuvre.ALONG else 1]
        if is_climb:
            yield self._direction(0.0, rules.down_deg)
        yield from self._at_sight()
        yield self._direction(way_deg)
        if goal.active.manoeuvre in _HEIGHT_MATTERS:
            yield self._direction(0.0, rules.down_deg)
        yield from self._simpler()
        yield from wanted[1:]
        yield from (_object(mention) for mention in goal.upcoming if self._evidence.seen(mention) is not None)
        yield self._direction(self._open_deg(way_deg))
        yield from (_object(mention) for mention in goal.upcoming[:1])
        yield from (
            self._direction(off_deg) for off_deg in rules.fan_deg if abs(off_deg - way_deg) > rules.apart_deg
        )
        yield self._direction(0.0, rules.down_deg)
        yield from self._anything()

    def _targets(self) -> tuple[Mention, ...]:
        """The landmarks of now; for a turn those that it leads to."""
        goal = self._goal
        if goal.active.manoeuvre in TURNS or goal.active.manoeuvre in CLIMBS:
            return tuple(dict.fromkeys((*goal.targets, *goal.led_to)))
        if goal.active.manoeuvre is Manoeuvre.ALONG:
            return (*goal.active.until, *goal.active.mentions)
        return goal.targets

    def _simpler(self) -> Iterator[Ask]:
        """The landmark by its category alone, once a decision was taken without knowing where it is."""
        for mention in self._goal.targets[:1]:
            if self._goal.progress.is_lost(mention.label) and mention.attributes:
                yield _thing(Phrase(phrase_of(mention).category))

    def _way_deg(self) -> float:
        """Where the flight will go: as the state tells, else to the landmark if in view, or straight on."""
        told = steering_point(self._goal, self._config.state)
        if told is not None and abs(told.bearing_deg) <= self._rules.edge_deg:
            return told.bearing_deg
        for mention in self._goal.targets:
            known = self._goal.progress.knows(mention.label) or self._evidence.seen(mention)
            if known is not None and abs(known.bearing_deg) <= self._rules.edge_deg:
                return known.bearing_deg
        return 0.0

    def _at_sight(self) -> Iterator[Ask]:
        """The landmark's own pixel, where it is seen off the level way: a surface tells how far it is."""
        for mention in self._targets():
            detection = self._evidence.detection(mention)
            if detection is not None:
                yield {"type": "direction", "pixel": list(detection.pixel)}
                return

    def _open_deg(self, way_deg: float) -> float:
        """A second way: where it looks open near the first, or beside it."""
        pixel = pixel_of_bearing(way_deg, 0.0, self._scene.size_px)
        open_deg = bearing_deg(self._scene.open_pixel(pixel)[0], self._scene.size_px[0])
        if abs(open_deg - way_deg) > self._rules.apart_deg:
            return open_deg
        return way_deg - self._rules.aside_deg if way_deg > 0 else way_deg + self._rules.aside_deg

    def _direction(self, off_deg: float, up_deg: float = 0.0) -> Ask:
        return {"type": "direction", "pixel": list(pixel_of_bearing(off_deg, up_deg, self._scene.size_px))}

    def _anything(self) -> Iterator[Ask]:
        for named in self._scene.objects():
            yield _thing(named.phrase)
        for category in _ANYTHING:
            yield _thing(Phrase(category))


def _object(mention: Mention) -> Ask:
    return _thing(phrase_of(mention))


def _thing(phrase: Phrase) -> Ask:
    attributes = [word for word in phrase.attributes if word.strip()][:MAX_ATTRIBUTES]
    return {"type": "object", "category": phrase.category, "attributes": attributes}
