"""The Egocentric Anchor Graph: the drone in the middle, one edge to each anchor (paper, section 3.2)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from airanchor.anchors.anchor import Anchor, ObjectAnchor
from airanchor.errors import InputError
from aircity.geometry import Cue, Pose, relate


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """From the drone to one anchor."""

    anchor: Anchor
    cue: Cue


@dataclass(frozen=True, slots=True, eq=False)
class AnchorGraph:
    """A star: the drone's pose, and anchors by the numbers they were asked for with."""

    pose: Pose
    """The drone's node: where the cues are measured from."""
    anchors: tuple[Anchor, ...]
    seen_from: Pose
    """Where the anchors were grounded; free distances hold from there only."""

    def __post_init__(self) -> None:
        indices = [anchor.index for anchor in self.anchors]
        if indices != sorted(set(indices)):
            raise InputError(f"anchor numbers {indices} must rise, each used once")

    @classmethod
    def at(cls, pose: Pose, anchors: tuple[Anchor, ...]) -> "AnchorGraph":
        """The graph at the moment of grounding."""
        return cls(pose, anchors, pose)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """One per anchor: r = (φ, Δz, d_xy, d_3D) of its reference point, from the drone's node."""
        return tuple(Edge(anchor, relate(self.pose, anchor.point_in_world)) for anchor in self.anchors)

    @property
    def cues(self) -> dict[int, Cue]:
        """The cue of each anchor by its number."""
        return {edge.anchor.index: edge.cue for edge in self.edges}

    @property
    def is_recentered(self) -> bool:
        """Whether the drone has left the pose at which the anchors were grounded."""
        return self.pose != self.seen_from

    def recentered(self, pose: Pose) -> "AnchorGraph":
        """The same anchors from a new pose: nothing is detected again, only the cues change."""
        return replace(self, pose=pose)

    def objects_only(self) -> "AnchorGraph":
        """Gᵒ: the graph without directions, as the path history keeps it."""
        return self.filtered(lambda anchor: isinstance(anchor, ObjectAnchor))

    def filtered(self, keep: Callable[[Anchor], bool]) -> "AnchorGraph":
        """The graph with some anchors only; they keep their numbers."""
        return replace(self, anchors=tuple(anchor for anchor in self.anchors if keep(anchor)))
