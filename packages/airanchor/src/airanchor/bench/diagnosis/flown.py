"""A trace as the diagnosis reads it: decision by decision, with the path flown in each."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from airanchor.reasoner.roles import Status
from airanchor.trace import (
    AnchorRow,
    AnchorsEvent,
    AnswerEvent,
    DecisionEvent,
    EndEvent,
    LandmarkRow,
    MemoryEvent,
    MemoryRow,
    MissionEvent,
    PriorRow,
    ReflectionEvent,
    SceneEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    SubtaskEvent,
    Trace,
    without_notes,
)
from aircity.geometry import Camera, Pose

FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class ToldSubtask:
    """A subtask as it was decomposed."""

    number: int
    text: str
    subgoals: tuple[str, ...]
    landmarks: tuple[LandmarkRow, ...]


@dataclass(slots=True)
class FlownDecision:
    """One pass of the loop."""

    number: int
    subtask: int
    pose: Pose
    first: int
    """The index of this pose in the flight's track."""
    last: int = -1
    """The index of the pose after the skill."""
    priors: tuple[PriorRow, ...] | None = None
    anchors: tuple[AnchorRow, ...] = ()
    memory: tuple[MemoryRow, ...] = ()
    skill: SkillEvent | None = None
    reflection: ReflectionEvent | None = None
    fallbacks: list[str] = field(default_factory=list)
    """The roles whose answer here was their fallback."""

    @property
    def is_completed(self) -> bool:
        """Whether the subtask ended here, done or not."""
        return self.reflection is not None and self.reflection.status != Status.ONGOING

    @property
    def is_given_up(self) -> bool:
        """Whether it ended here as not done; a guess is none that says so."""
        told = None if self.reflection is None else self.reflection.outcome
        return told not in (None, Status.COMPLETED, Status.GUESSED)

    @property
    def failure(self) -> str | None:
        """Why the skill failed, if it did."""
        return None if self.skill is None else self.skill.failure


@dataclass(slots=True)
class DiagnosedFlight:
    """One flight."""

    scene_id: str = ""
    instruction: str = ""
    camera: Camera | None = None
    poses: list[Pose] = field(default_factory=list)
    """The start and the pose after every step."""
    decisions: list[FlownDecision] = field(default_factory=list)
    subtasks: dict[int, ToldSubtask] = field(default_factory=dict)
    fallbacks: list[str] = field(default_factory=list)
    """The roles that fell back before the first decision."""
    end: EndEvent | None = None
    is_stopped: bool = False
    has_anchors: bool = False
    """Whether its navigator measures anchors; of one that does not, words and eyes cannot be told apart."""

    @property
    def track(self) -> NDArray[np.float64]:
        """The positions, (n, 3)."""
        return np.array([pose.position for pose in self.poses]).reshape(-1, 3)

    def decision_at(self, index: int) -> int:
        """The number of the decision that flew to the pose of this index; 0 before the first."""
        return max((one.number for one in self.decisions if one.first < index), default=0)

    def since(self, subtask: int) -> int | None:
        """The first decision of this subtask or a later one."""
        return next((one.number for one in self.decisions if one.subtask >= subtask), None)


def read_flown(trace: Trace) -> DiagnosedFlight:
    """What a trace says, in order."""
    flown = DiagnosedFlight()
    for event in trace.events:
        _read(flown, without_notes(event))
    if flown.decisions:
        _close(flown)
    return flown


def _read(flown: DiagnosedFlight, event: object) -> None:
    match event:
        case SceneEvent():
            flown.camera = event.camera
        case MissionEvent():
            flown.scene_id, flown.instruction = event.scene_id, event.instruction
        case StartEvent():
            flown.poses = [event.pose]
        case StepEvent():
            flown.poses.append(event.pose)
        case StopEvent():
            flown.is_stopped = True
        case SubtaskEvent():
            flown.subtasks[event.number] = ToldSubtask(
                event.number, event.text, event.subgoals, event.landmarks
            )
        case AnswerEvent():
            _read_answer(flown, event)
        case EndEvent():
            flown.end = event
        case DecisionEvent():
            _open(flown, event)
        case AnchorsEvent() if flown.decisions:
            flown.has_anchors = True
            _add(flown.decisions[-1], event)
        case _ if flown.decisions:
            _add(flown.decisions[-1], event)


def _read_answer(flown: DiagnosedFlight, event: AnswerEvent) -> None:
    if event.source == FALLBACK:
        (flown.decisions[-1].fallbacks if flown.decisions else flown.fallbacks).append(event.role)
    if event.role == "decomposition":
        for number, row in enumerate(_rows(event.reply.get("subtasks")), 1):
            landmarks = tuple(LandmarkRow.model_validate(one) for one in _rows(row.get("landmarks")))
            told = ToldSubtask(number, str(row.get("text", "")), _texts(row.get("subgoals")), landmarks)
            flown.subtasks.setdefault(number, told)


def _rows(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, Sequence) else []


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _open(flown: DiagnosedFlight, event: DecisionEvent) -> None:
    if flown.decisions:
        _close(flown)
    here = len(flown.poses) - 1
    flown.decisions.append(
        FlownDecision(event.iteration, event.subtask, event.pose, first=here, priors=event.priors)
    )


def _close(flown: DiagnosedFlight) -> None:
    flown.decisions[-1].last = len(flown.poses) - 1


def _add(decision: FlownDecision, event: object) -> None:
    match event:
        case AnchorsEvent():
            decision.anchors = event.rows
        case MemoryEvent():
            decision.memory = event.rows
        case SkillEvent():
            decision.skill = event
        case ReflectionEvent():
            decision.reflection = event
