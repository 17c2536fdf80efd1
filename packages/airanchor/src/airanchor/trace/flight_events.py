"""The events of a navigator: what it was told, saw, asked, measured, remembered, decided and did."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from airanchor.trace.record import ImageHash, Record
from aircity.geometry import Cue, Pose

Row = dict[str, JsonValue]
Px = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class MissionEvent(Record):
    """The first thing a navigator knows."""

    kind: Literal["mission"] = "mission"
    navigator: str
    instruction: str
    scene_id: str
    start: Pose
    settings: Row = Field(default_factory=dict)
    """Of a method's variant as it flies, where that differs from what the header's settings say."""


class CandidateRow(BaseModel):
    """A remembered instance that may be a landmark, as the memory found it."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    instance_id: str
    point: tuple[float, float, float]
    score: float
    """What it was ranked by."""
    reliability: float
    first_episode: str
    """The flight that saw it first: an earlier one, or this one."""


class LandmarkRow(BaseModel):
    """A landmark of a subtask."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    category: str
    attributes: tuple[str, ...] = ()
    candidates: tuple[CandidateRow, ...] | None = None
    """What the memory offered, the best first; None where it was not asked, and before version 1.5."""
    chosen: str | None = None
    """The instance that it was found to be."""


class SubtaskEvent(Record):
    """A subtask begins."""

    kind: Literal["subtask"] = "subtask"
    number: int
    """From 1."""
    of: int
    text: str
    subgoals: tuple[str, ...]
    landmarks: tuple[LandmarkRow, ...]
    threshold: int
    """Iterations after which backtracking is triggered."""


class PlanEvent(Record):
    """The instruction as it was read, before the first subtask begins."""

    kind: Literal["plan"] = "plan"
    subtasks: tuple[str, ...]
    not_understood: tuple[str, ...] = ()
    """Pieces of the instruction for which nothing is flown."""
    corrections: tuple[tuple[str, str], ...] = ()
    """Words that were read as others: as written, as read."""
    note: str = ""


class PriorRow(BaseModel):
    """A remembered landmark as it is told now."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    landmark_id: str
    label: str
    instance_id: str
    point: tuple[float, float, float]
    reliability: float
    words: str


class DecisionEvent(Record):
    """One pass of the loop begins: the state in which the next decision is taken."""

    kind: Literal["decision"] = "decision"
    iteration: int
    """From 1, over the whole flight."""
    subtask: int
    since: int
    """Iterations since the subtask began or last went back."""
    backtracks: int
    pose: Pose
    progress: str
    plan: str
    rgb: ImageHash
    skills: tuple[str, ...]
    priors: tuple[PriorRow, ...] | None = None


class AnchorRow(BaseModel):
    """One anchor: what was asked, what became of it, and where it is."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    index: int
    asked: str
    fate: str
    reason: str | None = None
    words: str = ""
    label: str | None = None
    pixel: tuple[Px, Px] | None = None
    box: tuple[Px, Px, Px, Px] | None = None
    point: tuple[float, float, float] | None = None
    footprint: tuple[tuple[float, float], ...] = ()
    """Corners of an object's footprint (north, east)."""
    heights: tuple[float, float] | None = None
    distance_m: float | None = None
    """How far a direction is free; at least so far where `is_far`."""
    is_far: bool | None = None
    cue: Cue | None = None
    """Where it is for the drone, as its sentence of the graph says; None where it is not in the graph."""


class AnchorsEvent(Record):
    """What was measured in the view of this decision."""

    kind: Literal["anchors"] = "anchors"
    iteration: int
    overlay: ImageHash
    graph: str
    rows: tuple[AnchorRow, ...]
    repeated: tuple[str, ...] = ()
    """What was asked for twice, and so measured once."""


class MemoryRow(BaseModel):
    """What one object anchor did to the memory."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    anchor: int
    change: str
    """new_type, new_instance, merged, refused."""
    instance_id: str | None
    label: str
    reason: str = ""
    footprint: tuple[tuple[float, float], ...] = ()
    heights: tuple[float, float] | None = None
    confidence: float | None = None
    score: Row | None = None
    """The terms of the best association score."""


class AbsentRow(BaseModel):
    """An instance that an image should have shown and did not."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    instance_id: str
    reason: str
    confidence: float
    """Its reliability afterwards."""


class MemoryEvent(Record):
    """The memory after the objects of this decision were merged into it."""

    kind: Literal["memory"] = "memory"
    iteration: int
    size: int
    rows: tuple[MemoryRow, ...]
    absent: tuple[AbsentRow, ...] = ()
    """What should have been in view and was not; since version 1.5."""


class SkillEvent(Record):
    """A skill was executed, or failed."""

    kind: Literal["skill"] = "skill"
    iteration: int
    skill: str
    parameters: Row = Field(default_factory=dict)
    reason: str
    caption: str
    is_automatic: bool = False
    before: Pose
    after: Pose
    steps: int
    failure: str | None = None
    words: str
    """What came of it, as the reflection was told."""


class PictureEvent(Record):
    """A picture that a navigator made for a decision: with arrows drawn, for one."""

    kind: Literal["picture"] = "picture"
    iteration: int
    title: str
    image: ImageHash


class ReflectionEvent(Record):
    """What the skill changed."""

    kind: Literal["reflection"] = "reflection"
    iteration: int
    status: str
    """As the verdict gave it."""
    outcome: str | None = None
    """What became of the subtask, where it ended: COMPLETED only if it was done."""
    progress: str
    plan: str
    after: ImageHash
    """The view after the skill with the same anchors marked."""
    graph_before: str | None
    graph_after: str | None
    cues_before: dict[int, Cue] | None = None
    """The numbers of `graph_before` by the anchor's; before version 1.3 there are only the sentences."""
    cues_after: dict[int, Cue] | None = None


class ReportRow(BaseModel):
    """What became of one subtask, or of a piece of the instruction that became none."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str
    status: str
    """COMPLETED, GUESSED, PARTLY_DONE, NOT_FOUND, GIVEN_UP, NOT_UNDERSTOOD; ONGOING where it did not end."""
    words: str = ""


class EndEvent(Record):
    """The flight is over; STOP was executed."""

    kind: Literal["end"] = "end"
    ending: str
    words: str = ""
    pose: Pose
    steps: int
    path_m: float
    iterations: int = 0
    subtasks: int = 0
    subtasks_completed: int = 0
    reports: tuple[ReportRow, ...] = ()
    collisions: int = 0
    refusals: int = 0
    skills: dict[str, int] = Field(default_factory=dict)
    failures: dict[str, int] = Field(default_factory=dict)
    usage: tuple[Row, ...] = ()


class EvaluationEvent(Record):
    """Appended by a benchmark after the flight: the goal, the reference and the scores."""

    kind: Literal["evaluation"] = "evaluation"
    episode_id: str
    goal: tuple[float, float, float]
    reference: tuple[tuple[float, float, float], ...] = ()
    metrics: dict[str, float] = Field(default_factory=dict)


FlightEvent = (
    MissionEvent
    | PlanEvent
    | SubtaskEvent
    | DecisionEvent
    | AnchorsEvent
    | MemoryEvent
    | SkillEvent
    | PictureEvent
    | ReflectionEvent
    | EndEvent
    | EvaluationEvent
)
