"""Backtracking: to which earlier node of the current subtask to return."""

from dataclasses import dataclass

from pydantic import ValidationInfo, model_validator

from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, Context, whole


@dataclass(frozen=True, slots=True)
class HistoryNode:
    """One decision of the subtask: where, in what state, what was seen."""

    id: int
    pose: str
    context: Context
    caption: str
    objects: str
    """The object anchors seen from there, one sentence a line."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """What led from one node to the next."""

    skill: str
    reason: str
    displacement: str


@dataclass(frozen=True, slots=True)
class BacktrackingRequest:
    """The subtask and its path: n nodes and the n - 1 steps between them; the last node is current."""

    subtask: str
    nodes: tuple[HistoryNode, ...]
    steps: tuple[HistoryStep, ...]
    recoverable: tuple[int, ...]
    """The nodes that may be chosen: earlier ones at another pose."""


class Recovery(Reply):
    """The node to return to."""

    node_id: int
    reason: AnyText = ""

    @model_validator(mode="after")
    def _exists(self, info: ValidationInfo) -> "Recovery":
        request: BacktrackingRequest = request_of(info)
        known = request.recoverable
        if self.node_id not in known:
            raise ValueError(f"node_id must be one of the earlier nodes {list(known)}")
        return self


def _coerce(payload: Payload, request: BacktrackingRequest) -> Payload:
    reason = payload.get("reason")
    return {
        **payload,
        "node_id": whole(payload.get("node_id")),
        "reason": reason if isinstance(reason, str) else "",
    }


def _fallback(payload: Payload, request: BacktrackingRequest) -> Recovery:
    """The most recent earlier node at another pose."""
    return Recovery.model_construct(node_id=request.recoverable[-1], reason="no usable answer")


BACKTRACKING = Role(
    name="backtracking",
    title="Choose the point to return to",
    request=BacktrackingRequest,
    reply=Recovery,
    coerce=_coerce,
    fallback=_fallback,
)
