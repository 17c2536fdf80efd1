"""Legs with what is true of them: the marks of a writer beside the facts of the path."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from airanchor.bench.episodes import Episode
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.ears.net.labels import OTHER, THINGS
from airanchor.learn.ears.texts import ToldLeg, ToldRoute
from aircity.city.library import open_scene

Stretch = tuple[str, int, int]
"""A span's name and its place in the text of its leg, as [start, end)."""


@dataclass(frozen=True, slots=True)
class LabelledLeg:
    """The text of a leg, and the answers that the tagger should give."""

    text: str
    spans: tuple[Stretch, ...] = ()
    relation: str = OTHER
    side: str = ""
    turn_deg: int = 0
    climb: str = ""
    thing: str = ""
    """What its own thing is in the city; empty if it is none that the tagger can name."""
    is_marked: bool = True
    """Whether every span is marked; else words outside of the marked ones teach nothing."""


def labelled(route: ToldRoute) -> list[LabelledLeg]:
    """The legs of a told route."""
    facts = [Leg.from_json(row) for row in route.episode.facts["legs"]]
    scene_id = route.episode.scene_id
    return [
        with_facts(told.text, marks(told), fact, scene_id)
        for told, fact in zip(route.legs, facts, strict=True)
    ]


@lru_cache(maxsize=64)
def _things(scene_id: str) -> dict[int, str]:
    return {one.id: one.category for one in open_scene(scene_id).objects}


def with_facts(
    text: str, spans: Sequence[Stretch], fact: Leg, scene_id: str, *, is_marked: bool = True
) -> LabelledLeg:
    """A leg as its path says it is."""
    thing = _things(scene_id)[fact.landmark]
    climb = "up" if fact.climb_m > 0 else "down" if fact.climb_m else ""
    turn_deg = (fact.turn_deg + 180) % 360 - 180
    return LabelledLeg(
        text,
        tuple(spans),
        relation=fact.relation,
        side=fact.side or "",
        turn_deg=180 if turn_deg == -180 else turn_deg,
        climb=climb,
        thing=thing if thing in THINGS else "",
        is_marked=is_marked,
    )


def marks(leg: ToldLeg) -> list[Stretch]:
    """The marked words of a leg as stretches that do not overlap; what is marked first keeps its place."""
    named: list[tuple[str, str | None]] = [
        ("main", leg.main), ("partner", leg.partner), *(("not", one) for one in leg.ruled_out),
        *(("also", one) for one in leg.also), ("turn", leg.turn), ("climb", leg.climb), ("side", leg.side),
        ("distance", leg.distance), ("move", leg.move),
    ]  # fmt: skip
    found: list[Stretch] = []
    for name, words in named:
        place = _place(leg.text, words, found) if words else None
        if place is not None:
            found.append((name, *place))
    return found


def _place(text: str, words: str, taken: Iterable[Stretch]) -> tuple[int, int] | None:
    """The first place of some words that nothing else has."""
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if not any(first < end and last > start for _, first, last in taken):
            return start, end
        start = text.find(words, start + 1)
    return None


def own_legs(episode: Episode, starts: Sequence[int]) -> list[LabelledLeg]:
    """The legs of a text that is not marked, cut at `starts`; its landmarks are, where the facts say them."""
    text, facts = episode.instruction, [Leg.from_json(row) for row in episode.facts["legs"]]
    ends = [*starts[1:], len(text)]
    found = []
    for fact, start, end in zip(facts, starts, ends, strict=True):
        named = [
            (one - start, other - start, thing)
            for one, other, thing in episode.facts.get("mentions", ())
            if start <= one < end
        ]
        spans = [(_kind(thing, fact), one, other) for one, other, thing in named]
        found.append(with_facts(text[start:end], spans, fact, episode.scene_id, is_marked=False))
    return found


def _kind(thing: int, fact: Leg) -> str:
    if thing == fact.landmark:
        return "main"
    return "partner" if thing == fact.partner else "also"
