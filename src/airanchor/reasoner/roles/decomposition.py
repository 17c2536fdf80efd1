"""Decomposition: the instruction into ordered subtasks with landmarks and sub-goals. One call a flight."""

from dataclasses import dataclass

from pydantic import Field

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, NamedObject, Text, coerce_object


@dataclass(frozen=True, slots=True)
class DecompositionRequest:
    """The whole instruction; no other role sees it."""

    instruction: str


class Landmark(NamedObject):
    """A persistent object that a subtask names."""

    id: Text


class Subtask(Reply):
    """One coherent stretch of the instruction."""

    id: Text
    text: Text
    subgoals: tuple[Text, ...] = Field(strict=False, min_length=1, max_length=50)
    """Only their number is used: it sets when backtracking is triggered."""
    landmarks: tuple[Landmark, ...] = Field(strict=False, max_length=50)


class Decomposition(Reply):
    """The subtasks in the order they are flown."""

    subtasks: tuple[Subtask, ...] = Field(strict=False, min_length=1, max_length=100)
    note: AnyText = ""


def _coerce(payload: Payload, request: DecompositionRequest) -> Payload:
    """Missing ids are numbered and a missing list of landmarks is empty; ids are ours, not the model's."""
    subtasks = payload.get("subtasks")
    if not isinstance(subtasks, list):
        return payload
    return {**payload, "subtasks": [_coerced(entry, place) for place, entry in enumerate(subtasks, 1)]}


def _coerced(entry: object, place: int) -> object:
    if not isinstance(entry, dict):
        return entry
    landmarks = entry.get("landmarks")
    named = [] if landmarks is None else landmarks
    if isinstance(named, list):
        named = [
            {**coerce_object(landmark), "id": f"L{at}"} if isinstance(landmark, dict) else landmark
            for at, landmark in enumerate(named, 1)
        ]
    return {**entry, "id": f"S{place}", "landmarks": named}


def _fallback(payload: Payload, request: DecompositionRequest) -> Decomposition:
    """The whole instruction as one subtask without landmarks and with one sub-goal."""
    text = request.instruction.strip()
    return Decomposition(subtasks=(Subtask(id="S1", text=text, subgoals=(text,), landmarks=()),))


DECOMPOSITION = Role(
    name="decomposition",
    title="Split a flight instruction into subtasks",
    request=DecompositionRequest,
    reply=Decomposition,
    coerce=_coerce,
    fallback=_fallback,
)
