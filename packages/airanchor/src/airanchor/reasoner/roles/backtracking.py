"""Backtracking: to which earlier node of the current subtask to return."""

from dataclasses import dataclass

from pydantic import ValidationInfo, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import AnyText, Context, text_or_empty, whole


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
    """With its parameters, such as 'Altitude Adjustment {"delta_h_m": 12.0}'."""
    reason: str
    displacement: str


@dataclass(frozen=True, slots=True)
class BacktrackingRequest:
    """The subtask and its path: n nodes and the n - 1 steps between them; the last node is current."""

    subtask: str
    nodes: tuple[HistoryNode, ...]
    steps: tuple[HistoryStep, ...]
    recoverable: tuple[int, ...]
    """The nodes that may be chosen, oldest first: earlier ones at another pose."""

    def __post_init__(self) -> None:
        if len(self.steps) != len(self.nodes) - 1:
            raise InputError(
                f"{len(self.nodes)} nodes and {len(self.steps)} steps; there is one step between two nodes"
            )
        earlier = [node.id for node in self.nodes[:-1]]
        if not self.recoverable or not set(self.recoverable) <= set(earlier):
            raise InputError(
                f"recoverable {list(self.recoverable)} must name some of the earlier nodes {earlier}; "
                "without one there is nothing to ask"
            )


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
    reason = text_or_empty(payload.get("reason"))
    return {**payload, "node_id": whole(payload.get("node_id")), "reason": reason}


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
