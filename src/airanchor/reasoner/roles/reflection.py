"""Reflection: what the last skill changed, whether the subtask is done, and what comes next in it."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, Context, Text


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
    state_after: str | None = None
    """The state after the skill; None leaves it out of the prompt."""

    def __post_init__(self) -> None:
        if (self.graph_before is None) != (self.graph_after is None):
            raise InputError("one of the two graphs is missing; give both, or None for both")


class Status(StrEnum):
    """Whether the subtask is done."""

    ONGOING = "ONGOING"
    COMPLETED = "COMPLETED"


class Verdict(Reply):
    """The judgement."""

    progress: Text
    status: Status = Field(strict=False)
    next_plan: AnyText

    @model_validator(mode="after")
    def _plans_exactly_what_is_left(self) -> "Verdict":
        if (self.status is Status.COMPLETED) != (not self.next_plan.strip()):
            raise ValueError(
                'next_plan must be "" when status is COMPLETED and say what is next when ONGOING'
            )
        return self


def _coerce(payload: Payload, request: ReflectionRequest) -> Payload:
    """Letter case of the status; a plan of null or "null" is none."""
    status, plan = payload.get("status"), payload.get("next_plan")
    if plan is None or (isinstance(plan, str) and plan.strip().lower() in ("null", "none", "n/a")):
        plan = ""
    return {
        **payload,
        "status": status.strip().upper() if isinstance(status, str) else status,
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
