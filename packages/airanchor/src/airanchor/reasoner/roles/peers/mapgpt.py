"""MapGPT: which place of a growing map to go to next, by its pictures, its words and lettered options."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationInfo, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, text_or_empty

_LETTER = re.compile(r"\W{0,3}([A-Za-z]{1,6})(?:[.):]|\W{0,3}$)")
"""A letter by itself, in quotes or brackets, or with the option's words behind it."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceView:
    """What is seen now in one direction."""

    image: NDArray[np.uint8]
    offset_deg: int
    """Right of the heading."""
    place: int | None
    """The place that lies there; None where the way is blocked."""
    free_m: float
    """How far the way is free, up to where places are put."""
    is_repeat: bool = False
    """Whether another view is the picture of that place: its way leads there too."""


@dataclass(frozen=True, slots=True, eq=False)
class RememberedPlace:
    """A place that cannot be chosen now, as it looked when it was seen last."""

    image: NDArray[np.uint8]
    place: int
    step: int


@dataclass(frozen=True, slots=True)
class PlaceOption:
    """One choice of the list."""

    letter: str
    words: str
    offset_deg: int | None
    """Where a place lies, right of the heading; None above, below, and for STOP."""
    is_stop: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PlaceRequest:
    """The instruction, the map so far, what was planned, and what can be chosen."""

    instruction: str
    step: int
    views: tuple[PlaceView, ...]
    remembered: tuple[RememberedPlace, ...]
    history: str
    trajectory: str
    connections: str
    supplement: str
    """Places seen on the way that are neither visited nor next to here."""
    planning: str
    """What the last reply planned; empty before the first."""
    options: tuple[PlaceOption, ...]

    def __post_init__(self) -> None:
        letters = [option.letter for option in self.options]
        if len(set(letters)) != len(letters) or all(option.is_stop for option in self.options):
            raise InputError(
                f"options {letters} must have a letter each, and one of them must lead to a place"
            )


class PlaceChoice(Reply):
    """A letter of the list, why, and the plan that the next question brings back."""

    thought: AnyText = ""
    new_planning: AnyText = ""
    action: str

    @model_validator(mode="after")
    def _is_offered(self, info: ValidationInfo) -> "PlaceChoice":
        request: PlaceRequest = request_of(info)
        letters = [option.letter for option in request.options]
        if self.action not in letters:
            raise ValueError(f"action must be one letter of the options: {', '.join(letters)}")
        return self


def _coerce(payload: Payload, request: PlaceRequest) -> Payload:
    """Letter case, the option's words behind its letter, keys as titles; texts that are missing."""
    given = {str(key).strip().lower().replace(" ", "_"): value for key, value in payload.items()}
    texts = {name: text_or_empty(given.get(name)) for name in ("thought", "new_planning")}
    return {**given, **texts, "action": _letter(given.get("action"))}


def _letter(action: object) -> object:
    found = _LETTER.match(action) if isinstance(action, str) else None
    return found.group(1).upper() if found else action


def _fallback(payload: Payload, request: PlaceRequest) -> PlaceChoice:
    """The place nearest to straight ahead, or above where none lies around; never STOP. The plan stays."""
    places = [option for option in request.options if not option.is_stop]
    ahead = min(places, key=lambda option: 360 if option.offset_deg is None else abs(option.offset_deg))
    return PlaceChoice.model_construct(
        thought="no usable answer", new_planning=request.planning, action=ahead.letter
    )


MAPGPT_PLACE = Role(
    name="mapgpt_place",
    title="Choose the next place of the map",
    request=PlaceRequest,
    reply=PlaceChoice,
    coerce=_coerce,
    fallback=_fallback,
    template="mapgpt/place",
)
MAPGPT_ROLES = (MAPGPT_PLACE,)
