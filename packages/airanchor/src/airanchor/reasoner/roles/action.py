"""Action: one primitive action at a time, for the ablation without skills and without reflection."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, Context, Prior, Text, text_or_empty


class Primitive(StrEnum):
    """The eight actions by their names; STOP ends the subtask."""

    STOP = "STOP"
    MOVE_FORWARD = "MOVE_FORWARD"
    TURN_LEFT = "TURN_LEFT"
    TURN_RIGHT = "TURN_RIGHT"
    GO_UP = "GO_UP"
    GO_DOWN = "GO_DOWN"
    MOVE_LEFT = "MOVE_LEFT"
    MOVE_RIGHT = "MOVE_RIGHT"


@dataclass(frozen=True, slots=True, eq=False)
class ActionRequest:
    """The view, the context, the anchors from where the drone is now, the priors, and the last action."""

    image: NDArray[np.uint8]
    context: Context
    graph: str | None
    """The anchors of the subtask's beginning from here; None leaves the graph out of the prompt."""
    priors: tuple[Prior, ...] | None
    """None leaves the priors out of the prompt; an empty tuple says there are none."""
    executed: str
    """The last action and what came of it."""


class ActionChoice(Reply):
    """The action, and what the next question is to know."""

    action: Primitive = Field(strict=False)
    progress: Text
    plan: AnyText
    reason: AnyText


def _coerce(payload: Payload, request: ActionRequest) -> Payload:
    """Letter case and spaces of the action; texts that are missing."""
    action = payload.get("action")
    if isinstance(action, str):
        action = "_".join(action[:60].replace("_", " ").upper().split())
    texts = {name: text_or_empty(payload.get(name)) for name in ("plan", "reason")}
    return {**payload, "action": action, **texts}


def _fallback(payload: Payload, request: ActionRequest) -> ActionChoice:
    """A turn to the right, which cannot hit anything; progress and plan as they were."""
    return ActionChoice.model_construct(
        action=Primitive.TURN_RIGHT,
        progress=request.context.progress,
        plan=request.context.plan,
        reason="no usable answer",
    )


ACTION = Role(
    name="action",
    title="Choose the next action",
    request=ActionRequest,
    reply=ActionChoice,
    coerce=_coerce,
    fallback=_fallback,
)
