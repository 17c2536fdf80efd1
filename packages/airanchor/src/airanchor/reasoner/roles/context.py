"""What several roles share: the navigation context, landmarks, priors, and texts of sane length."""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from airanchor.reasoner.prompts.characters import writable
from airanchor.reasoner.role import Reply

NOT_STARTED = "NotStarted"
"""The progress of a subtask on which nothing was done yet."""
MAX_TEXT = 2000
MAX_LABEL = 80
"""Characters of a category or an attribute: it is drawn, searched for and kept in memory."""


@dataclass(frozen=True, slots=True)
class Context:
    """C_t: the active subtask, what is done of it, and the immediate plan."""

    subtask: str
    progress: str
    plan: str
    state: str | None = None
    """The drone's heading by the compass and where its start lies; None leaves it out of the prompt."""
    briefing: str | None = None
    """What else is known of the flight; only prompts that have a place for it tell it."""


@dataclass(frozen=True, slots=True)
class Prior:
    """One landmark found in memory, told from the current pose."""

    landmark_id: str
    label: str
    instance_id: str
    cue: str
    """Bearing, height, horizontal and 3-D distance in words."""
    reliability: float


def _cut(value: Any) -> Any:
    """Endless texts are cut, not refused: they cost tokens at every later step. Broken characters go."""
    return writable(value[:MAX_TEXT]) if isinstance(value, str) else value


def _label(value: Any) -> Any:
    """A label is short and on one line."""
    return " ".join(_cut(value).split())[:MAX_LABEL] if isinstance(value, str) else value


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text.strip()


Text = Annotated[str, BeforeValidator(_cut), AfterValidator(_not_blank)]
"""A text that says something."""
AnyText = Annotated[str, BeforeValidator(_cut)]
"""A text that may be empty."""
Label = Annotated[str, BeforeValidator(_label), AfterValidator(_not_blank)]
"""A few words that name or describe a thing."""


class NamedObject(Reply):
    """A category and its intrinsic attributes."""

    category: Label
    attributes: tuple[Label, ...] = Field(strict=False, max_length=12)


def coerce_object(entry: Any) -> Any:
    """Attributes that are missing, null, or one text become a list."""
    if not isinstance(entry, dict):
        return entry
    attributes = entry.get("attributes")
    if attributes is None:
        attributes = []
    elif isinstance(attributes, str):
        attributes = [part.strip() for part in attributes.split(",")]
    if isinstance(attributes, list):
        attributes = [word for word in attributes if not isinstance(word, str) or word.strip()]
    return {**entry, "attributes": attributes}


def number(value: Any) -> Any:
    """A number written as a string, as a number; anything else unchanged."""
    if not isinstance(value, str) or len(value) > 32:
        return value
    text = value.strip().removesuffix("m").removesuffix("°").strip()
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return value


def finite(value: Any) -> float | None:
    """The value as a float if it is a number that can be flown; else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # an integer beyond all floats
        return None


def text_or_empty(value: Any) -> str:
    """A remark that may be missing."""
    return value if isinstance(value, str) else ""


def whole(value: Any) -> Any:
    """A number without a fraction as an integer; anything else unchanged."""
    value = number(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
