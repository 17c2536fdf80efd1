"""Decomposition: the instruction into ordered subtasks with landmarks and sub-goals. One call a flight."""

import re
from dataclasses import dataclass

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, Label, NamedObject, Text, coerce_object

MAX_REMARKS = 100


@dataclass(frozen=True, slots=True)
class DecompositionRequest:
    """The whole instruction; no other role sees it."""

    instruction: str
    asks_not_understood: bool = False
    """Whether the answer is asked for the pieces that could not be made a subtask."""

    def __post_init__(self) -> None:
        if not self.instruction.strip():
            raise InputError("the instruction is empty; say where to fly")


_RELATION = re.compile(
    "left|right|above|below|over|under|before|after|behind|across|around|past|pass|ahead|front|beside|near|nearby"
    "|next|opposite|between|first|second|third|last|nearest|closest|farthest"
)
_FILLER = re.compile("on|in|at|to|the|your|its|of|side|hand|one|from")


class Landmark(NamedObject):
    """A persistent object that a subtask names."""

    id: Text

    @field_validator("attributes")
    @classmethod
    def _are_its_own(cls, attributes: tuple[str, ...]) -> tuple[str, ...]:
        for attribute in attributes:
            if is_relation(attribute):
                raise ValueError(f"{attribute!r} says where or when, not what the thing looks like")
        return attributes


def is_relation(attribute: object) -> bool:
    """Whether an attribute is nothing but words of place or order, such as "on the left"."""
    if not isinstance(attribute, str) or len(attribute) > 60:
        return False
    told = [word for word in attribute.lower().split() if not _FILLER.fullmatch(word)]
    return bool(told) and all(_RELATION.fullmatch(word) for word in told)


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
    """What could be said instead, where something was not understood."""
    not_understood: tuple[Text, ...] = Field(default=(), strict=False, max_length=MAX_REMARKS)
    """Pieces of the instruction that ask for something nobody here can fly; a subtask of such a text is not
    flown."""
    corrections: SkipJsonSchema[tuple[tuple[Label, Label], ...]] = Field(
        default=(), strict=False, max_length=MAX_REMARKS
    )
    """Words that were read as others: as written, as read. The rules tell it; no model is asked for it."""


def _coerce(payload: Payload, request: DecompositionRequest) -> Payload:
    """A missing list of landmarks is empty, words of place are no attributes, and ids are ours."""
    payload = {**payload, "not_understood": _pieces(payload), "corrections": _corrections(payload)}
    subtasks = payload.get("subtasks")
    if not isinstance(subtasks, list):
        return payload
    return {**payload, "subtasks": [_coerced(entry, place) for place, entry in enumerate(subtasks, 1)]}


def _pieces(payload: Payload) -> list[str]:
    """What is sound of the list; a remark beside the answer never spoils it."""
    pieces = payload.get("not_understood")
    sound = pieces if isinstance(pieces, list) else []
    return [piece for piece in sound if isinstance(piece, str) and piece.strip()][:MAX_REMARKS]


def _corrections(payload: Payload) -> list[tuple[str, ...]]:
    rows = payload.get("corrections")
    sound = rows if isinstance(rows, list) else []
    return [tuple(row) for row in sound if _is_correction(row)][:MAX_REMARKS]


def _is_correction(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 2:
        return False
    return all(isinstance(word, str) and word.strip() for word in row)


def _coerced(entry: object, place: int) -> object:
    if not isinstance(entry, dict):
        return entry
    landmarks = entry.get("landmarks")
    named = [] if landmarks is None else landmarks
    if isinstance(named, list):
        named = [_named(landmark, at) for at, landmark in enumerate(named, 1)]
    return {**entry, "id": f"S{place}", "landmarks": named}


def _named(landmark: object, place: int) -> object:
    if not isinstance(landmark, dict):
        return landmark
    coerced = coerce_object(landmark)
    attributes = coerced["attributes"]
    if isinstance(attributes, list):
        attributes = [word for word in attributes if not is_relation(word)]
    return {**coerced, "attributes": attributes, "id": f"L{place}"}


def _fallback(payload: Payload, request: DecompositionRequest) -> Decomposition:
    """The whole instruction as one subtask without landmarks and with one sub-goal."""
    text = request.instruction.strip()
    whole = Subtask.model_construct(id="S1", text=text, subgoals=(text,), landmarks=())
    return Decomposition.model_construct(subtasks=(whole,))


DECOMPOSITION = Role(
    name="decomposition",
    title="Split a flight instruction into subtasks",
    request=DecompositionRequest,
    reply=Decomposition,
    coerce=_coerce,
    fallback=_fallback,
)
