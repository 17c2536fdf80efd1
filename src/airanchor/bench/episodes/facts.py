"""The true relations along a flown path: what an instruction says, and what a check can verify."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

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
