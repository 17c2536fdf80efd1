"""Turning the facts of a path into an instruction, in the voice of one of several speakers."""

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np

from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.telling.facts import STOPS, Leg, Passed
from airanchor.bench.episodes.telling.names import Namer
from airanchor.bench.episodes.telling.quantities import LengthStyle

VOICES = ("pilot", "local", "surveyor", "guide", "instructor")
_OPEN, _MIDDLE, _CLOSE = "\ue000", "\ue001", "\ue002"
_MENTION = re.compile(f"{_OPEN}(\\d+){_MIDDLE}([^{_CLOSE}]*){_CLOSE}")
_WAY_AREAS = {"street": "road"}
_NOT_ORDERS = ("with ", "the ")


@functools.cache
def voice_of(name: str) -> Mapping[str, Any]:
    """What one speaker says."""
    text = resources.files(__package__).joinpath("voices", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class ToldInstruction:
    """An instruction with the spans that name objects."""

    text: str
    mentions: tuple[tuple[int, int, int], ...]
    """(start, end, object id) in the text."""
    voice: str
    dialect: str


def tell(
    legs: Sequence[Leg],
    landmarks: Mapping[int, NameableObject],
    areas: Mapping[int, str],
    heights_m: Sequence[float],
    *,
    voice: str,
    rng: np.random.Generator,
) -> ToldInstruction:
    """An instruction for the legs; `heights_m` is the altitude after each leg's climb."""
    dialect = "us" if rng.random() < 0.5 else "uk"
    teller = _Teller(landmarks, areas, voice_of(voice), rng, dialect)
    sentences: list[str] = []
    for index, leg in enumerate(legs):
        previous = legs[index - 1] if index else None
        sentences += teller.leg(leg, previous, heights_m[index], is_first=index == 0)
    if closing := teller.pick("closing"):
        sentences.append(closing)
    text, mentions = _clean(" ".join(_sentence(one) for one in sentences))
    return ToldInstruction(text, mentions, voice, dialect)


class _Teller:
    """One speaker telling one path."""

    def __init__(
        self,
        landmarks: Mapping[int, NameableObject],
        areas: Mapping[int, str],
        voice: Mapping[str, Any],
        rng: np.random.Generator,
        dialect: str,
    ) -> None:
        self._landmarks = landmarks
        self._areas = areas
        self._voice = voice
        self._rng = rng
        self._dialect = dialect
        self._namer = Namer(rng, dialect)
        unit = str(voice["units"][int(rng.integers(len(voice["units"])))])
        self._measure = LengthStyle(
            unit, digits=bool(voice["digits"]), dialect=dialect, short=bool(rng.random() < 0.5)
        )
        self._last_named = -1

    def pick(self, key: str) -> str:
        """One of the voice's texts of a kind."""
        return self._namer.pick(self._voice[key])

    def leg(self, leg: Leg, previous: Leg | None, z_m: float, *, is_first: bool) -> list[str]:
        """The sentences of one leg."""
        before = self._before(leg, previous) if previous else ""
        lead = "" if before else self.pick("opening" if is_first else "starts").format(**self._plain())
        orders: list[str] = []
        if leg.climb_m:
            orders.append(self._vertical(leg, z_m))
        named = self._name(leg)
        turn, uses_name = self._turn(leg, named)
        if turn:
            orders.append(turn)
        move = self._move(leg, "it" if uses_name else named)
        if leg.relation in STOPS and leg.met:
            begun = self._joined(orders, lead + before) if orders else []
            return begun + self._met(leg.met) + [("" if begun else lead + before) + self._wrapped(move)]
        return self._joined([*orders, move], lead + before) + self._met(leg.met)

    def _joined(self, orders: list[str], lead: str) -> list[str]:
        """Orders as one sentence or more."""
        sentences = [lead + self._wrapped(orders[0])]
        count = 1
        for order in orders[1:]:
            long = len(sentences[-1]) > 130 or count >= 3
            if order.startswith("the ") or long or (count >= 2 and self._rng.random() < self._voice["split"]):
                sentences.append(self.pick("starts").format(**self._plain()) + self._wrapped(order))
                count = 1
            else:
                sentences[-1] += self.pick("joins") + order
                count += 1
        return sentences

    def _wrapped(self, order: str) -> str:
        return order if order.startswith(_NOT_ORDERS) else self.pick("wraps").format(c=order)

    def _before(self, leg: Leg, previous: Leg) -> str:
        """ "At the church, ": where the last leg has led."""
        if self._rng.random() > (0.34 if leg.turn_deg else 0.15):
            return ""
        one = self._landmarks[previous.landmark]
        is_clear = self._last_named == one.id and previous.relation != "between"
        phrase = "it" if is_clear and self._rng.random() < 0.3 else self._tag(one.id, self._namer.short(one))
        if previous.relation == "between" and previous.partner is not None:
            other = self._landmarks[previous.partner]
            phrase = f"{phrase} and {self._tag(other.id, self._namer.short(other))}"
        return self.pick("at" if previous.relation == "toward" else "past").format(P=phrase)

    def _vertical(self, leg: Leg, z_m: float) -> str:
        up = "climb" if leg.climb_m > 0 else "descend"
        ways = [f"{up}_by", f"{up}_to"] + ([f"{up}_{leg.level}"] * 3 if leg.level else [])
        slots = {"h": self._measure.height(abs(leg.climb_m)), "z": self._measure.height(z_m)}
        return self.pick(self._namer.pick(ways)).format(**slots, **self._plain())

    def _turn(self, leg: Leg, named: str) -> tuple[str, bool]:
        """The words for the turn, and whether they name the landmark."""
        size, side = abs(leg.turn_deg), "right" if leg.turn_deg > 0 else "left"
        if size < 20:
            return (self.pick("straight") if self._rng.random() < 0.3 else ""), False
        draw = self._rng.random()
        if size <= 60 and leg.relation in ("toward", "front") and draw > 0.75:
            return "", False  # the landmark itself says where to turn
        slots = {"side": side, "deg": str(size), "X": named}
        if (
            draw < 0.22
            and leg.partner is None
            and not leg.way
            and leg.mark != "ordinal"
            and not (leg.relation in STOPS and leg.met)
        ):
            return self.pick("turn_to").format(**slots), True
        kind = "slight" if size <= 40 else "plain" if size <= 110 else "sharp" if size < 160 else "back"
        if draw < 0.5 and (30 <= size <= 150 if self._voice["digits"] else kind == "plain"):
            kind = "degrees"
        return self.pick(kind).format(**slots), False

    def _move(self, leg: Leg, named: str) -> str:
        slots = {"X": named, "side": leg.side or "", **self._plain()}
        slots["gap"] = self._measure.height(max(leg.gap_m, 5))
        if leg.partner is not None:
            other = self._landmarks[leg.partner]
            slots["Y"] = self._tag(other.id, self._namer.full(other, leg.partner_traits))
            slots["X2"] = self._namer.short(self._landmarks[leg.landmark])
        key: str = leg.relation
        if leg.way and f"along_{leg.relation}" in self._voice:
            slots["way"] = self._namer.area(_WAY_AREAS.get(leg.way, leg.way))
            key = f"along_{leg.relation}"
        text = self.pick(key).format(**slots)
        if leg.relation not in STOPS and not leg.partner and self._rng.random() < 0.2:
            text += self.pick("distance").format(d=self._measure.distance(leg.length_m))
        return text

    def _met(self, met: Sequence[Passed]) -> list[str]:
        told: list[str] = []
        for one in met:
            if self._rng.random() > 0.35 + 0.5 * float(self._voice["chatter"]):
                continue
            if one.how == "cross":
                phrase = self._tag(one.object_id, f"the {self._namer.area(self._areas[one.object_id])}")
                told.append(self.pick("met_cross").format(E=phrase))
            else:
                thing = self._landmarks[one.object_id]
                phrase = self._tag(one.object_id, self._indefinite(self._namer.full(thing, ())))
                told.append(self.pick("met_side").format(E=phrase, side=one.how))
        return told

    def _indefinite(self, phrase: str) -> str:
        """A church rather than the church, half of the time, where nothing told of it before."""
        words = phrase.removeprefix("the ")
        if self._rng.random() < 0.5 or words[:1].isupper():
            return phrase
        return f"{'an' if words[0] in 'aeio' else 'a'} {words}"

    def _name(self, leg: Leg) -> str:
        one = self._landmarks[leg.landmark]
        phrase = self._namer.full(one, leg.traits, leg.mark, ordinal=leg.ordinal)
        return self._tag(one.id, phrase)

    def _tag(self, object_id: int, phrase: str) -> str:
        self._last_named = object_id
        return f"{_OPEN}{object_id}{_MIDDLE}{phrase}{_CLOSE}"

    def _plain(self) -> dict[str, str]:
        us = self._dialect == "us"
        return {
            "toward": "toward" if us else "towards",
            "metres": "meters" if us else "metres",
            "s": "" if us else "s",
        }


def _sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = re.sub(r"  +", " ", text.strip())
    start = next((i for i, c in enumerate(text) if c.isalpha() and not _in_tag(text, i)), 0)
    text = text[:start] + text[start].upper() + text[start + 1 :]
    return text if text.endswith((".", "!")) else text + "."


def _in_tag(text: str, index: int) -> bool:
    return text.rfind(_OPEN, 0, index) > text.rfind(_MIDDLE, 0, index)


def _clean(text: str) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    """The text without tags, and where they were."""
    plain, mentions, end = "", [], 0
    for match in _MENTION.finditer(text):
        plain += text[end : match.start()]
        mentions.append((len(plain), len(plain) + len(match[2]), int(match[1])))
        plain += match[2]
        end = match.end()
    return plain + text[end:], tuple(mentions)
