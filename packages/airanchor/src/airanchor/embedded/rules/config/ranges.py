"""Numbers with a range: how the settings of the rules are declared, and checked when they are made."""

from dataclasses import field, fields
from typing import Any, ClassVar, TypeVar

from airanchor.errors import InputError

Value = TypeVar("Value", int, float, tuple[float, ...])


def ranged(default: Value, least: float, most: float) -> Value:
    """A setting with its default and its bounds; of a tuple each entry is bounded."""
    found: Value = field(default=default, metadata={"range": (least, most)})
    return found


def fitted(least: float, most: float) -> Any:
    """A setting without a default of its own: its value stands in a data file."""
    return field(metadata={"range": (least, most)})


class Ranged:
    """What all groups of settings share: a value out of its range is refused by name."""

    __slots__ = ()
    place: ClassVar[str] = "rulebook"
    """Where the group stands among the settings."""

    def __post_init__(self) -> None:
        for name, (least, most) in ranges_of(type(self)).items():
            value = getattr(self, name)
            entries = value if isinstance(value, tuple) else (value,)
            if not entries or not all(least <= entry <= most for entry in entries):
                raise InputError(f"{self.place} {name} = {value!r} must be between {least} and {most}")


def ranges_of(group: Any) -> dict[str, tuple[float, float]]:
    """The bounds of each number of a group."""
    return {one.name: one.metadata["range"] for one in fields(group) if "range" in one.metadata}
