"""Landmark selection: which remembered instance, if any, each landmark is. One call a subtask."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field, ValidationInfo, model_validator

from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, Text, text_or_empty


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """One remembered instance that may be the landmark."""

    instance_id: str
    categories: tuple[str, ...]
    appearances: tuple[str, ...]
    reliability: float
    cue: str
    """Bearing, height, horizontal and 3-D distance in words."""


@dataclass(frozen=True, slots=True)
class WantedLandmark:
    """A landmark and its candidates, best first; none is possible."""

    id: str
    category: str
    attributes: tuple[str, ...]
    candidates: tuple[CandidateLine, ...]


@dataclass(frozen=True, slots=True)
class SelectionRequest:
    """All landmarks of a subtask at once, so that they can settle each other."""

    subtask: str
    landmarks: tuple[WantedLandmark, ...]


class Match(Reply):
    """One landmark and the instance it is, or None."""

    landmark_id: Text
    instance_id: Text | None
    reason: AnyText = ""


class Selection(Reply):
    """One match per landmark, in the order they were asked."""

    matches: tuple[Match, ...] = Field(strict=False)

    @model_validator(mode="after")
    def _answers_each(self, info: ValidationInfo) -> "Selection":
        request: SelectionRequest = request_of(info)
        wanted = request.landmarks
        asked, answered = [landmark.id for landmark in wanted], [match.landmark_id for match in self.matches]
        if asked != answered:
            raise ValueError(f"matches must answer exactly {asked} in this order, not {answered}")
        for landmark, match in zip(wanted, self.matches, strict=True):
            known = [candidate.instance_id for candidate in landmark.candidates]
            if match.instance_id is not None and match.instance_id not in known:
                raise ValueError(
                    f"{landmark.id}: {match.instance_id!r} is none of its candidates {known} or null"
                )
        return self


def _coerce(payload: Payload, request: SelectionRequest) -> Payload:
    """The word "null" and an empty text mean null; a reason may be missing."""
    matches = payload.get("matches")
    if not isinstance(matches, list):
        return payload
    return {**payload, "matches": [_coerced(entry) for entry in matches]}


def _coerced(entry: object) -> object:
    if not isinstance(entry, Mapping):
        return entry
    chosen = entry.get("instance_id")
    if isinstance(chosen, str) and chosen.strip().lower() in ("null", "none", ""):
        chosen = None
    return {**entry, "instance_id": chosen, "reason": text_or_empty(entry.get("reason"))}


def _fallback(payload: Payload, request: SelectionRequest) -> Selection:
    """No landmark is found: a wrong prior misleads more than none."""
    matches = tuple(
        Match(landmark_id=landmark.id, instance_id=None, reason="no usable answer")
        for landmark in request.landmarks
    )
    return Selection.model_construct(matches=matches)


LANDMARK_SELECTION = Role(
    name="landmark_selection",
    title="Match landmarks with remembered objects",
    request=SelectionRequest,
    reply=Selection,
    coerce=_coerce,
    fallback=_fallback,
)
