"""The story of a flight: the events of a trace gathered around its decisions, for pages and figures alike."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from airanchor.trace import (
    EndEvent,
    EvaluationEvent,
    MissionEvent,
    NoteEvent,
    PictureEvent,
    PlanEvent,
    SceneEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    SubtaskEvent,
    Trace,
    UnknownEvent,
    ViewEvent,
)
from airanchor.viewer.calls import Asking
from airanchor.viewer.clock import ClockReading, read_clock
from airanchor.viewer.moments import Moments, ReplayStep
from airanchor.viewer.navigators import navigator_title
from aircity.geometry import Pose


@dataclass(frozen=True, slots=True)
class FlownAction:
    """One executed action: where it led, and what was in the way."""

    pose: Pose
    action: str
    collided: bool = False
    blocked_by: str | None = None


@dataclass(slots=True)
class FlightStory:
    """A flight as it is told. Whatever a cut-off trace does not say is None or empty."""

    name: str
    format: str
    is_cut_off: bool
    """The last event was half written."""
    settings: dict[str, object] = field(default_factory=dict)
    scene: SceneEvent | None = None
    mission: MissionEvent | None = None
    subtasks: list[SubtaskEvent] = field(default_factory=list)
    path: list[FlownAction] = field(default_factory=list)
    """The start, then one leg for each action but STOP."""
    is_stopped: bool = False
    moments: list[ReplayStep] = field(default_factory=list)
    end: EndEvent | None = None
    plan: PlanEvent | None = None
    evaluation: EvaluationEvent | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    """Kinds of events that this version cannot read."""
    last_s: float | None = None
    """When the last event was written, counted from the first."""

    @property
    def instruction(self) -> str:
        """What was asked of the drone."""
        return self.mission.instruction if self.mission else ""

    @property
    def navigator(self) -> str:
        """Who flew, as people call it; empty where the recording does not say."""
        return navigator_title(self.mission.navigator) if self.mission else ""

    @property
    def scene_id(self) -> str:
        """Where it flew."""
        known = self.mission or self.scene
        return known.scene_id if known else ""


def tell(trace: Trace) -> FlightStory:
    """Gather the events of a trace."""
    header = trace.header
    story = FlightStory(_name(trace.folder), header.version, trace.truncated, dict(header.settings))
    clock = read_clock(trace.folder)
    teller = _Teller(story)
    for number, event in enumerate(trace.events):
        reading = clock.get(number, ClockReading())
        story.last_s = reading.elapsed_s if reading.elapsed_s is not None else story.last_s
        teller.hear(event, reading)
    teller.finish()
    return story


def _name(folder: Path) -> str:
    """The folder's name, or that of the flight whose trace/ it is."""
    whole = Path(folder).resolve()
    return whole.parent.name if whole.name == "trace" and whole.parent.name else whole.name


class _Teller:
    """Hears the events in order; each kind has its own way into the story."""

    def __init__(self, story: FlightStory) -> None:
        self._story = story
        self._asking = Asking()
        self._moments = Moments(self._asking)
        self._views: list[tuple[ViewEvent, int, ClockReading]] = []
        self._ways: dict[type, Callable[..., None]] = {
            SceneEvent: self._on_scene,
            StartEvent: self._on_start,
            StepEvent: self._on_step,
            StopEvent: self._on_stop,
            MissionEvent: self._on_mission,
            PlanEvent: self._on_plan,
            SubtaskEvent: self._on_subtask,
            EndEvent: self._on_end,
            EvaluationEvent: self._on_evaluation,
            NoteEvent: self._on_note,
            PictureEvent: self._on_picture,
            UnknownEvent: self._on_unknown,
        }

    def hear(self, event: object, reading: ClockReading) -> None:
        """Take in one event."""
        way = self._ways.get(type(event))
        if way is not None:
            way(event)
        elif isinstance(event, ViewEvent):
            self._views.append((event, self._at, reading))
        elif not self._asking.hear(event, reading):
            self._moments.hear(event, self._at, reading)
        self._asking.last_s = reading.elapsed_s

    def finish(self) -> None:
        """A recording without decisions, such as a tour, is told by its views; one without steps by poses."""
        self._moments.finish(self._at)
        until = [*(at for _, at, _ in self._views[1:]), self._at]  # the way from one view to the next
        self._story.moments = self._moments.all or [
            ReplayStep(index, at, end, view=view, elapsed_s=reading.elapsed_s)
            for index, ((view, at, reading), end) in enumerate(zip(self._views, until, strict=False))
        ]
        if len(self._story.path) <= 1:
            self._walk_poses()

    @property
    def _at(self) -> int:
        return max(0, len(self._story.path) - 1)

    def _walk_poses(self) -> None:
        story = self._story
        for moment in story.moments:
            moment.path_at = self._walk_to(moment.pose)
            moment.path_until = self._walk_to(moment.skill.after if moment.skill else None)
        if story.end is not None:
            self._walk_to(story.end.pose)

    def _walk_to(self, pose: Pose | None) -> int:
        path = self._story.path
        if pose is not None and (not path or path[-1].pose != pose):
            path.append(FlownAction(pose, ""))
        return self._at

    def _on_scene(self, event: SceneEvent) -> None:
        self._story.scene = event

    def _on_start(self, event: StartEvent) -> None:
        if len(self._story.path) <= 1:
            self._story.path.clear()
        self._story.path.append(FlownAction(event.pose, "START"))

    def _on_step(self, event: StepEvent) -> None:
        if not self._story.path and self._story.mission is not None:
            self._story.path.append(FlownAction(self._story.mission.start, "START"))
        self._story.path.append(FlownAction(event.pose, event.action, event.collided, event.blocked_by))

    def _on_stop(self, event: StopEvent) -> None:
        self._story.is_stopped = True

    def _on_mission(self, event: MissionEvent) -> None:
        self._story.mission = event
        if not self._story.path:
            self._story.path.append(FlownAction(event.start, "START"))

    def _on_subtask(self, event: SubtaskEvent) -> None:
        self._story.subtasks.append(event)
        self._moments.close()

    def _on_plan(self, event: PlanEvent) -> None:
        self._story.plan = event

    def _on_end(self, event: EndEvent) -> None:
        self._story.end = event
        self._story.is_stopped = True

    def _on_evaluation(self, event: EvaluationEvent) -> None:
        self._story.evaluation = event

    def _on_note(self, event: NoteEvent) -> None:
        self._moments.note(event)

    def _on_picture(self, event: PictureEvent) -> None:
        self._moments.picture(event)

    def _on_unknown(self, event: UnknownEvent) -> None:
        self._story.unknown[event.kind[:60]] += 1
