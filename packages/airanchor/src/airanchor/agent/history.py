"""The path of one subtask: a chain of decisions for the model to read, a trail for flying back."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from airanchor.anchors import AnchorGraph, comparison_text
from airanchor.planning import follow
from airanchor.planning.skill_outcome import SkillOutcome, skill_words
from airanchor.reasoner.roles import BacktrackingRequest, Context, HistoryNode, HistoryStep
from aircity.geometry import Displacement, Pose
from aircity.world import StepSizes


@dataclass(frozen=True, slots=True, eq=False)
class PathNode:
    """h_j = (p, C, χ, Gᵒ): one decision."""

    pose: Pose
    context: Context
    caption: str
    objects: AnchorGraph


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """e_j = (σ, ξ, Δp): what led on from a node."""

    skill: str
    reason: str
    outcome: SkillOutcome
    parameters: Mapping[str, object] = field(default_factory=dict)
    """As they were decided; what the skill itself asked for is in the outcome."""

    @property
    def told(self) -> HistoryStep:
        """The step as the model reads it."""
        skill = skill_words(self.skill, {**self.parameters, **self.outcome.chosen})
        return HistoryStep(skill, self.reason, displacement_words(self.outcome.poses))


class History:
    """Nodes are recorded before their skill is executed, transitions after; ids count from 0."""

    def __init__(self) -> None:
        self.nodes: list[PathNode] = []
        self.transitions: list[Transition] = []

    def add_node(self, node: PathNode) -> None:
        """A decision was taken here."""
        self.nodes.append(node)

    def add_transition(self, transition: Transition) -> None:
        """The decision's skill was executed."""
        self.transitions.append(transition)

    @property
    def recoverable(self) -> tuple[int, ...]:
        """The earlier nodes at another pose than the current one."""
        here = self.nodes[-1].pose
        return tuple(number for number, node in enumerate(self.nodes[:-1]) if node.pose != here)

    @property
    def trail(self) -> tuple[Pose, ...]:
        """Where all actions since the first node lead, pose by pose, the present one last.

        It is reckoned, not reported: reported poses may wander where the drone does not, and then fit no
        action that could be flown back.
        """
        flown = tuple(action for step in self.transitions for action in step.outcome.actions)
        return follow(self.nodes[0].pose, flown, StepSizes())

    def place_in_trail(self, node: int) -> int:
        """Where in the trail a node is."""
        return sum(len(step.outcome.actions) for step in self.transitions[:node])

    def request(self, subtask: str) -> BacktrackingRequest:
        """The chain as the model reads it."""
        return BacktrackingRequest(
            subtask=subtask,
            nodes=tuple(_told_node(number, node) for number, node in enumerate(self.nodes)),
            steps=tuple(step.told for step in self.transitions),
            recoverable=self.recoverable,
        )


def _told_node(number: int, node: PathNode) -> HistoryNode:
    pose = node.pose
    where = (
        f"{pose.x_m:.1f} m north, {pose.y_m:.1f} m east, {pose.z_m:.1f} m up, "
        f"heading {pose.heading_deg % 360:.1f} degrees"
    )
    return HistoryNode(number, where, node.context, node.caption, comparison_text(node.objects))


def displacement_words(poses: Sequence[Pose]) -> str:
    """Δp in words."""
    moved = Displacement.between(poses[0], poses[-1])
    return (
        f"{moved.dx_m:.1f} m north, {moved.dy_m:.1f} m east, {moved.dz_m:.1f} m up, "
        f"turned {math.degrees(moved.dheading_rad):.1f} degrees right"
    )
