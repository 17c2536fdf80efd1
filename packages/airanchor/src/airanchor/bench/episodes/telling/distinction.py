"""Which words single a landmark out among what is visible, as a careful person would choose them."""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.telling.facts import Mark
from airanchor.bench.episodes.telling.traits import is_colour, looks_like, sayable
from aircity.geometry import Pose, wrap

NAME = "name"
_SIGNED = ("gas station", "hotel", "supermarket", "museum", "billboard")
_HEIGHT_RATIOS = (0.55, 1.8)
_CLEARLY = 1.35


@dataclass(frozen=True, slots=True)
class Singled:
    """Attributes to say, and how to tell the landmark from those that share them."""

    traits: tuple[str, ...] = ()
    mark: Mark = ""
    ordinal: int = 0


def traits_of(one: NameableObject) -> tuple[str, ...]:
    """What can be said of a thing, most telling first."""
    spoken = [word for word in one.thing.attributes if sayable(one.thing.category, word)]
    spoken.sort(key=lambda word: not is_colour(word))
    return ((NAME,) if _is_signed(one) else ()) + tuple(spoken)


def _is_signed(one: NameableObject) -> bool:
    return one.thing.category in _SIGNED and bool(one.thing.name)


def rivals_of(one: NameableObject, visible: Iterable[NameableObject]) -> list[NameableObject]:
    """The visible things that its noun could also mean."""
    return [other for other in visible if other.id != one.id and _confusable(one, other)]


def _confusable(one: NameableObject, other: NameableObject) -> bool:
    if one.thing.category == other.thing.category:
        return True
    if not (one.kind.building and other.kind.building):
        return False
    ratio = (other.thing.z_max_m + 1.0) / (one.thing.z_max_m + 1.0)
    return _HEIGHT_RATIOS[0] <= ratio <= _HEIGHT_RATIOS[1]


def _fits(other: NameableObject, one: NameableObject, traits: tuple[str, ...]) -> bool:
    """Whether a rival could be described by these traits too."""
    for trait in traits:
        if trait == NAME:
            if other.thing.name != one.thing.name:
                return False
        elif not looks_like(trait, other.thing.attributes):
            return False
    return True


def single_out(
    one: NameableObject,
    visible: Iterable[NameableObject],
    here: Pose,
    *,
    passing_side: str | None,
    last_named: int | None,
) -> Singled | None:
    """The fewest traits that only this one has; else traits with a mark; None if words cannot tell it."""
    rivals = rivals_of(one, visible)
    if not rivals:
        return Singled()
    spoken = traits_of(one)
    choices = [pick for count in (1, 2) for pick in itertools.combinations(spoken, count)]
    for pick in choices:
        if not any(_fits(rival, one, pick) for rival in rivals):
            return Singled(pick)
    best = min(choices, key=lambda pick: (sum(_fits(r, one, pick) for r in rivals), len(pick)), default=())
    same = [rival for rival in rivals if _fits(rival, one, best)]
    if [rival.id for rival in same] == [last_named]:
        return Singled(best, "other")
    return _marked(one, same, best, here, passing_side)


def _marked(
    one: NameableObject, same: list[NameableObject], traits: tuple[str, ...], here: Pose, side: str | None
) -> Singled | None:
    away = _away(here, one)
    others = [_away(here, other) for other in same]
    if away * _CLEARLY < min(others):
        return Singled(traits, "nearest")
    if side is not None and (rank := _rank(one, same, here, side)) in (2, 3):
        return Singled(traits, "ordinal", rank)
    if len(same) != 1:
        return None
    turn = wrap(_direction(here, same[0]) - _direction(here, one))
    if away > _CLEARLY * others[0] and abs(turn) < math.radians(45):
        return Singled(traits, "farther")
    if math.radians(14) < abs(turn) < math.radians(70) and max(away, others[0]) < 1.6 * min(away, others[0]):
        return Singled(traits, "left-hand" if turn > 0 else "right-hand")
    return None


def _rank(one: NameableObject, same: list[NameableObject], here: Pose, side: str) -> int:
    """Which of its like it is on its side of a straight flight past it; 0 if that cannot be counted."""
    sign = 1.0 if side == "right" else -1.0
    towards = _direction(here, one)
    rank = 1
    for other in same:
        turn = wrap(_direction(here, other) - towards)
        along, across = _away(here, other) * math.cos(turn), _away(here, other) * math.sin(turn)
        if 5.0 < along < _away(here, one) - 8.0 and abs(across) < 45.0:
            if across * sign < -6.0:
                continue
            rank += 1
        elif abs(along - _away(here, one)) <= 8.0 and abs(across) < 45.0:
            return 0
    return rank


def _away(here: Pose, one: NameableObject) -> float:
    return math.hypot(one.x_m - here.x_m, one.y_m - here.y_m)


def _direction(here: Pose, one: NameableObject) -> float:
    return math.atan2(one.y_m - here.y_m, one.x_m - here.x_m)
