"""PIVOT: which of the numbered arrows in the view to follow, the best first; or to turn, or to stop."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, model_validator

from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, text_or_empty

_LABEL = re.compile(r"(?:[A-Za-z]{1,10}[ #]{1,2}|#)?([0-9]{1,3}|[lLrR])")
"""A label, perhaps with a word before it, but never the last letter of one."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrowsRequest:
    """The view with arrows drawn on it, and the whole instruction, the same at every decision."""

    image: NDArray[np.uint8]
    instruction: str
    labels: tuple[str, ...]
    """The labels in the picture, those of arrows first. Where they are, only the picture tells."""
    count: int
    """How many are wanted."""
    travel_m: float
    turn_deg: float


class ChosenArrows(Reply):
    """Labels, the best first; none where none would do."""

    choices: tuple[str, ...] = Field(strict=False)
    reason: AnyText

    @model_validator(mode="after")
    def _were_drawn(self, info: ValidationInfo) -> "ChosenArrows":
        request: ArrowsRequest = request_of(info)
        for label in self.choices:
            if label not in request.labels:
                raise ValueError(f"there is no label {label!r}; valid are {', '.join(request.labels)}")
        return self


def _coerce(payload: Payload, request: ArrowsRequest) -> Payload:
    """Numbers and small letters as labels, one label as a list; repeated and surplus ones are left out."""
    choices = payload.get("choices")
    if isinstance(choices, str | int) and not isinstance(choices, bool):
        choices = [part for part in str(choices)[:200].split(",") if part.strip()]
    if isinstance(choices, list):
        named = [_label(entry) for entry in choices[:100]]
        choices = list(dict.fromkeys(named)) if all(isinstance(one, str) for one in named) else named
        choices = choices[: request.count]
    return {**payload, "choices": choices, "reason": text_or_empty(payload.get("reason"))}


def _label(entry: Any) -> Any:
    if isinstance(entry, bool) or not isinstance(entry, str | int):
        return entry
    found = _LABEL.fullmatch(str(entry).strip()) if not isinstance(entry, int) or entry < 1000 else None
    return found.group(1).upper() if found else entry


def _fallback(payload: Payload, request: ArrowsRequest) -> ChosenArrows:
    """The labels that were drawn; never the stop."""
    choices = payload.get("choices")
    known = [one for one in choices if one in request.labels] if isinstance(choices, list) else []
    kept = tuple(one for one in known if one != "0")[: request.count]
    return ChosenArrows.model_construct(choices=kept, reason="no usable answer")


PIVOT_ARROWS = Role(
    name="pivot_arrows",
    title="Choose among the arrows",
    request=ArrowsRequest,
    reply=ChosenArrows,
    coerce=_coerce,
    fallback=_fallback,
    template="pivot/arrows",
)
PIVOT_ROLES = (PIVOT_ARROWS,)
