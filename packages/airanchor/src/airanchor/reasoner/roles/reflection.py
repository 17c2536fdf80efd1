"""Reflection: what the last skill changed, whether the subtask is done, and what comes next in it."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, Context, Text
from airanchor.trace import plain_text, split_note


class Status(StrEnum):
    """What became of the subtask. All but ONGOING end it; only COMPLETED says that it was done."""

    ONGOING = "ONGOING"
    COMPLETED = "COMPLETED"
    GUESSED = "GUESSED"
    """Flown to where it should be, but never recognised there."""
    PARTLY_DONE = "PARTLY_DONE"
    NOT_FOUND = "NOT_FOUND"
    GIVEN_UP = "GIVEN_UP"
    """Tried, and ended before it was done."""
    NOT_UNDERSTOOD = "NOT_UNDERSTOOD"

    @property
    def words(self) -> str:
        """The status as people read it."""
        return self.value.replace("_", " ").lower()


PAPER_STATUSES = (Status.ONGOING, Status.COMPLETED)
"""The paper's two. Where only these may be answered, the progress text of a subtask that ended without being
done begins with the words of the status that would tell so, as in "Not found: the museum"."""
_UNDONE = tuple(status for status in Status if status not in PAPER_STATUSES)


@dataclass(frozen=True, slots=True, eq=False)
class ReflectionRequest:
    """Before and after: the context, both views with the same numbers, what was done, both graphs."""

    context: Context
    image_before: NDArray[np.uint8]
    image_after: NDArray[np.uint8]
    executed: str
    """Skill, parameters and what came of it."""
    reason: str
    graph_before: str | None
    """None leaves both graphs out of the prompt."""
    graph_after: str | None
    statuses: tuple[Status, ...] = PAPER_STATUSES
    """What may be answered."""
    state_after: str | None = None
    """The state after the skill; None leaves it out of the prompt."""

    def __post_init__(self) -> None:
        if (self.graph_before is None) != (self.graph_after is None):
            raise InputError("one of the two graphs is missing; give both, or None for both")


class Verdict(Reply):
    """The judgement."""

    progress: Text
    status: Status = Field(strict=False)
    next_plan: AnyText

    @field_validator("status")
    @classmethod
    def _is_offered(cls, status: Status, info: ValidationInfo) -> Status:
        request = request_of(info)
        if request is not None and status not in request.statuses:
            raise ValueError(f"must be one of {', '.join(request.statuses)}")
        return status

    @model_validator(mode="after")
    def _plans_exactly_what_is_left(self) -> "Verdict":
        if (self.status is not Status.ONGOING) != (not self.next_plan.strip()):
            raise ValueError('next_plan must say what is next when status is ONGOING, and be "" otherwise')
        return self

    @property
    def outcome(self) -> Status:
        """What became of the subtask, also where the answer had to say it in its progress text."""
        return self.status if self.status is not Status.COMPLETED else read_outcome(self.progress)[0]

    @property
    def achieved(self) -> str:
        """What was achieved, without such a beginning, and of an ended subtask without a note."""
        if self.status is Status.ONGOING:
            return self.progress
        return read_outcome(plain_text(self.progress))[1]

    @property
    def chances(self) -> tuple[float, float]:
        """How likely an ended subtask ended where it should: begun where it should, and begun elsewhere."""
        return read_chances(self.progress)


def read_outcome(progress: str) -> tuple[Status, str]:
    """The outcome that the text of an ended subtask begins with, COMPLETED where it has none; the rest."""
    head, colon, rest = progress.partition(":")
    for status in _UNDONE:
        if colon and head.strip().lower() == status.words and rest.strip():
            return status, rest.strip()
    return Status.COMPLETED, progress


def read_chances(progress: str) -> tuple[float, float]:
    """The chances that the note of an ended subtask tells; without one, what was right or wrong stays so."""
    note = split_note(progress)[1]
    told = json.loads(note) if note else {}
    chances = told.get("chance", 1.0), told.get("mended", 0.0)
    is_sound = all(type(one) in (int, float) and 0.0 <= one <= 1.0 for one in chances)
    return chances if is_sound else (1.0, 0.0)


def with_outcome(status: Status, achieved: str) -> str:
    """The progress text by which `read_outcome` finds a status."""
    return achieved if status in PAPER_STATUSES else f"{status.words.capitalize()}: {achieved}"


_STATUS_GAPS = re.compile(r"[ -]")


def _coerce(payload: Payload, request: ReflectionRequest) -> Payload:
    """Letter case and gaps of the status; a plan of null or "null" is none."""
    status, plan = payload.get("status"), payload.get("next_plan")
    if plan is None or (isinstance(plan, str) and plan.strip().lower() in ("null", "none", "n/a")):
        plan = ""
    return {
        **payload,
        "status": _STATUS_GAPS.sub("_", status.strip()).upper() if isinstance(status, str) else status,
        "next_plan": plan,
    }


def _fallback(payload: Payload, request: ReflectionRequest) -> Verdict:
    """Not done, progress and plan as they were."""
    context = request.context
    return Verdict.model_construct(progress=context.progress, status=Status.ONGOING, next_plan=context.plan)


REFLECTION = Role(
    name="reflection",
    title="Judge progress after a skill",
    request=ReflectionRequest,
    reply=Verdict,
    coerce=_coerce,
    fallback=_fallback,
)
