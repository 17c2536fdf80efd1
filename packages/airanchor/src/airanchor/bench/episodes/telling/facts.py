"""The true relations along a flown path: what an instruction says, and what a check can verify."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from airanchor.errors import InputError

Relation = Literal["toward", "pass", "over", "between", "front", "above", "beside"]
"""The last three end a path: stop in front of, above, or beside the landmark."""
Side = Literal["left", "right"]
Mark = Literal["", "other", "nearest", "farther", "left-hand", "right-hand", "ordinal"]
Level = Literal["", "roofs", "street"]

STOPS = ("front", "above", "beside")


@dataclass(frozen=True, slots=True)
class Passed:
    """Something met on the way: on a side, or crossed from above."""

    object_id: int
    how: Literal["left", "right", "cross"]


@dataclass(frozen=True, slots=True)
class Leg:
    """One part of a path: climb, turn, then fly in some relation to a landmark."""

    first: int
    """The reference row that the leg starts from."""
    last: int
    """The reference row that it ends at."""
    relation: Relation
    landmark: int
    side: Side | None = None
    partner: int | None = None
    """The other landmark of "between"."""
    turn_deg: int = 0
    """Right is positive."""
    climb_m: int = 0
    level: Level = ""
    """Where the climb ends, if there is a word for it."""
    way: str = ""
    """What the leg follows: street, river, canal, railway, beach."""
    length_m: int = 0
    """Horizontal distance flown."""
    gap_m: int = 0
    """Upper bound of the distance to the landmark's outline, at the nearest point or, for a stop, the end."""
    traits: tuple[str, ...] = ()
    """Attributes that single the landmark out among what is visible where the leg starts."""
    mark: Mark = ""
    ordinal: int = 0
    partner_traits: tuple[str, ...] = ()
    met: tuple[Passed, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Only what differs from the defaults."""
        plain = {key: value for key, value in asdict(self).items() if value not in ("", None, 0, (), False)}
        plain["first"], plain["last"] = self.first, self.last
        return plain

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> "Leg":
        """The leg of a row written by `to_json`."""
        given = dict(row)
        given["met"] = tuple(Passed(one["object_id"], one["how"]) for one in row.get("met", ()))
        for name in ("traits", "partner_traits"):
            given[name] = tuple(row.get(name, ()))
        return cls(**given)


_LAST_ROW, _LAST_OBJECT = 20_000, 10**9
_Place = Annotated[int, Field(ge=0, le=_LAST_OBJECT)]
_LEGS = TypeAdapter(list[Leg])
_MENTIONS = TypeAdapter(list[tuple[_Place, _Place, _Place]])


def check_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an episode file, which may come from anyone; InputError says where they are none.

    A mention is where the text names an object: from and to in characters, and the object's id.
    """
    checked = dict(facts)
    try:
        if "legs" in facts:
            legs = _LEGS.validate_json(json.dumps(facts["legs"]), strict=True)
            checked["legs"] = json.loads(json.dumps([_sound(leg).to_json() for leg in legs]))
        if "mentions" in facts:
            _MENTIONS.validate_json(json.dumps(facts["mentions"]), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise InputError(f"its facts (airanchor) are not sound: {place}: {first['msg']}") from None
    return checked


def _sound(leg: Leg) -> Leg:
    if not 0 <= leg.first <= leg.last <= _LAST_ROW:
        raise InputError(f"its facts (airanchor) are not sound: a leg from row {leg.first} to {leg.last}")
    ids = [leg.landmark, *(one.object_id for one in leg.met)] + ([leg.partner] if leg.partner else [])
    if not all(0 < one <= _LAST_OBJECT for one in ids):
        raise InputError("its facts (airanchor) are not sound: a leg names an object that cannot be")
    return leg
