"""The moments of a flight: each decision with what was measured, remembered, asked, done and concluded."""

import json
from dataclasses import dataclass, field

from airanchor.trace import (
    AnchorsEvent,
    DecisionEvent,
    MemoryEvent,
    NoteEvent,
    PictureEvent,
    ReflectionEvent,
    SkillEvent,
    ViewEvent,
    without_notes,
)
from airanchor.viewer.calls import Asking, RoleQuestion
from airanchor.viewer.clock import ClockReading
from aircity.geometry import Pose


@dataclass(slots=True)
class ReplayStep:
    """One pass of the loop, or one view of a recording without decisions."""

    index: int
    path_at: int
    """How many actions were executed before it."""
    path_until: int
    """And after it."""
    iteration: int | None = None
    decision: DecisionEvent | None = None
    anchors: AnchorsEvent | None = None
    memory: MemoryEvent | None = None
    skill: SkillEvent | None = None
    reflection: ReflectionEvent | None = None
    view: ViewEvent | None = None
    questions: list[RoleQuestion] = field(default_factory=list)
    notes: list[NoteEvent] = field(default_factory=list)
    drawn: list[PictureEvent] = field(default_factory=list)
    """Pictures that the navigator made for this decision."""
    elapsed_s: float | None = None

    @property
    def pose(self) -> Pose | None:
        """Where it was taken."""
        if self.decision is not None:
            return self.decision.pose
        if self.skill is not None:
            return self.skill.before
        return self.view.pose if self.view else None

    @property
    def result(self) -> str:
        """What came of the skill, without its name and parameters, which the recorded words begin with."""
        if self.skill is None:
            return ""
        return self.skill.words.removeprefix(f"{self.skill.skill} {json.dumps(self.skill.parameters)}: ")

    @property
    def pictures(self) -> dict[str, str | None]:
        """The hashes of the view as it was, with anchors, and after the skill."""
        raw = self.decision.rgb if self.decision else self.view.rgb if self.view else None
        return {
            "raw": raw,
            "overlay": self.anchors.overlay if self.anchors else None,
            "after": self.reflection.after if self.reflection else None,
        }


LoopEvent = DecisionEvent | AnchorsEvent | MemoryEvent | SkillEvent | ReflectionEvent


class Moments:
    """Puts the events of the loop into their moments; one without its decision still gets a moment."""

    def __init__(self, asking: Asking) -> None:
        self.all: list[ReplayStep] = []
        self._asking = asking
        self._is_open = False
        self._early_notes: list[NoteEvent] = []
        self._early_pictures: list[PictureEvent] = []

    def hear(self, event: object, path_at: int, reading: ClockReading) -> None:
        """Take in an event of the loop; others are passed over."""
        event = without_notes(event)
        if not isinstance(event, LoopEvent):
            return
        moment = self._of(event, path_at, reading)
        if isinstance(event, DecisionEvent):
            moment.decision = event
        elif isinstance(event, AnchorsEvent):
            moment.anchors = event
        elif isinstance(event, MemoryEvent):
            moment.memory = event
        elif isinstance(event, SkillEvent):
            moment.skill = event
        else:
            moment.reflection = event
        moment.path_until = path_at
        moment.questions += self._asking.take()
        if isinstance(event, ReflectionEvent):
            self.close()

    def note(self, event: NoteEvent) -> None:
        """Keep a note with the moment in which it was made."""
        (self.all[-1].notes if self.all else self._early_notes).append(event)

    def picture(self, event: PictureEvent) -> None:
        """Keep a picture with its decision, or with the moment in which it was made where that is unknown."""
        own = (moment for moment in reversed(self.all) if moment.iteration == event.iteration)
        last = self.all[-1].drawn if self.all else self._early_pictures
        moment = next(own, None)
        (last if moment is None else moment.drawn).append(event)

    def close(self) -> None:
        """What is asked from here on belongs to the next moment."""
        if self._is_open:
            self.all[-1].questions += self._asking.take()
        self._is_open = False

    def finish(self, path_at: int) -> None:
        """The trace ends here, perhaps in the middle of a moment."""
        if not self.all and (left := self._asking.take()):
            self.all.append(ReplayStep(0, 0, path_at, questions=left))
        if self.all:
            last = self.all[-1]
            last.questions += self._asking.take()
            last.path_until = max(last.path_until, path_at)
            self.all[0].notes[:0] = self._early_notes
            self.all[0].drawn[:0] = self._early_pictures

    def _of(self, event: LoopEvent, path_at: int, reading: ClockReading) -> ReplayStep:
        last = self.all[-1] if self.all else None
        is_new = last is None or last.iteration != event.iteration or isinstance(event, DecisionEvent)
        if is_new or last is None:
            asked = self._asking.take()
            if last is not None and self._is_open:
                last.questions += asked
                asked = []
            last = ReplayStep(len(self.all), path_at, path_at, event.iteration, questions=asked)
            last.elapsed_s = reading.elapsed_s
            self.all.append(last)
        self._is_open = True
        return last
