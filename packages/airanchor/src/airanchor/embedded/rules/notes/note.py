"""Notes: what the rules leave to themselves in a text, as one line of JSON beside the sentence for people.

Anybody may have written the text that comes back, so everything in a note is read with a bound, and a note
that breaks one of them tells nothing. Numbers are kept to the tenth.
"""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError

from airanchor.trace import split_note

FARTHEST_M = 1e9
"""No number of metres or degrees in a note is larger."""


def tenth(value: float) -> float:
    """The value to one decimal; never -0.0."""
    return round(value, 1) + 0.0


def _place(value: Any) -> complex:
    """[north, east] as one number."""
    parts = value if isinstance(value, list) else []
    sound = [part for part in parts if type(part) in (int, float) and abs(part) <= FARTHEST_M]
    if len(parts) != 2 or len(sound) != 2:
        raise ValueError(f"must be [north, east] in metres, each from -{FARTHEST_M:g} to {FARTHEST_M:g}")
    return complex(*sound)


Count = Annotated[int, Field(ge=0, le=9999)]
Number = Annotated[
    float,
    Field(ge=-FARTHEST_M, le=FARTHEST_M, allow_inf_nan=False),
    PlainSerializer(tenth, return_type=float),
]
Place = Annotated[
    complex, BeforeValidator(_place), PlainSerializer(lambda place: (tenth(place.real), tenth(place.imag)))
]
"""Metres from the start: north as the real part, east as the other; [north, east] in JSON."""


class Note(BaseModel):
    """A note; each kind begins with a field `note` that names it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    @property
    def line(self) -> str:
        """The note as JSON, without what is as it always is."""
        return self.model_dump_json(exclude_defaults=True)


AnyNote = TypeVar("AnyNote", bound=Note)


def with_note(words: str, note: Note) -> str:
    """A sentence for people with the note on a line of its own."""
    return f"{words}\n{note.line}"


def read_note(text: str, kind: type[AnyNote]) -> AnyNote | None:
    """The note of that kind in a text; None where there is none, or one that breaks a bound."""
    line = split_note(text)[1]
    try:
        return None if line is None else kind.model_validate_json(line)
    except ValidationError:
        return None
