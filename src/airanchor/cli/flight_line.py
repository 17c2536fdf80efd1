"""A recorder that also tells the person at the terminal what the drone does, one line per decision."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue

from airanchor.cli.output import say
from airanchor.geometry import Pose
from airanchor.trace import (
    Event,
    ExchangeEvent,
    Keep,
    PlanEvent,
    ReflectionEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    SubtaskEvent,
    TraceWriter,
)


class TellingWriter(TraceWriter):
    """Writes a trace and, on stderr, subtask, skill, distance flown, calls and tokens so far."""

    def __init__(self, folder: Path, settings: Mapping[str, JsonValue], *, keep: Keep) -> None:
        super().__init__(folder, settings, keep=keep)
        self._at: Pose | None = None
        self._flown_m = 0.0
        self._calls = self._tokens = 0
        self._skill = ""

    def write(self, event: Event, timing: Mapping[str, float] | None = None) -> None:
        """Keep the event, and tell of it if it says something new."""
        super().write(event, timing)
        self._tally(event)
        if isinstance(event, PlanEvent):
            for written, read in event.corrections:
                say(f"read “{written}” as “{read}”")
            for piece in event.not_understood:
                say(f"not understood: “{piece}”")
        elif isinstance(event, SubtaskEvent):
            say(f"subtask {event.number} of {event.of}: {event.text}")
        elif isinstance(event, ReflectionEvent):
            say(
                f"  {event.iteration:>2}  {self._skill:<20} {self._flown_m:>5.0f} m  {self._calls:>3} calls  "
                f"{self._tokens:>7} tokens  {event.status.lower()}: {event.progress[:160]}"
            )

    def _tally(self, event: Event) -> None:
        if isinstance(event, StartEvent):
            self._at = event.pose
        elif isinstance(event, StepEvent):
            self._flown_m += event.pose.distance_m(self._at or event.pose)
            self._at = event.pose
        elif isinstance(event, SkillEvent):
            self._skill = event.skill
        elif isinstance(event, ExchangeEvent):
            self._calls += 1
            if event.usage is not None:
                self._tokens += event.usage.input + event.usage.output
