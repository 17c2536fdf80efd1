"""A recorder that also tells the person at the terminal what the drone does, one line per decision."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from airanchor.trace import (
    AnchorsEvent,
    DecisionEvent,
    EndEvent,
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
from airanchor.viewer.news import news, verdict
from aircity.cli.terminal.output import say, stderr
from aircity.geometry import Pose

WIDTH = 80
"""Columns of a line; a narrower terminal has shorter ones."""
_RULES = "rulebook"
_LIMITS = {"airanchor": "iterations", "action-level": "actions"}
"""The setting that limits decisions, by who flies; other methods have a budget of calls and actions."""


class TellingWriter(TraceWriter):
    """Writes a trace and tells on stderr what each decision did and how far the drone has flown.

    Calls and tokens are told where a model is asked; the rules cost nothing.
    """

    def __init__(self, folder: Path, settings: Mapping[str, JsonValue], *, keep: Keep) -> None:
        super().__init__(folder, settings, keep=keep)
        self._limit = _limit(settings)
        self._is_model = settings.get("reasoner") != _RULES
        self._at: Pose | None = None
        self._flown_m = 0.0
        self._calls = self._tokens = 0
        self._anchors: AnchorsEvent | None = None
        self._skill: SkillEvent | None = None

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
            self._tell_skill(verdict(event))
        elif isinstance(event, DecisionEvent | EndEvent):
            self._tell_skill()  # of a navigator that does not reflect

    def _tell_skill(self, end: str = "") -> None:
        """What the last skill did and what that means, once."""
        if self._skill is not None:
            told = news(self._skill, self._anchors)
            say(self._line(self._skill.iteration, f"{told}: {end}" if end else told))
        self._skill = None

    def _line(self, iteration: int, told: str) -> str:
        """Decision, news and sums, in as many columns as there are."""
        of = f" of {self._limit}" if self._limit else ""
        head, tail = f"{iteration:>4}{of}  ", f"  {self._flown_m:>5.0f} m flown"
        if self._is_model:
            tail += f"  {self._calls:>3} calls {self._tokens / 1000:>5.0f}k tokens"
        room = min(WIDTH, stderr.width) - len(head) - len(tail)
        return f"{head}{shortened(told, room):<{room}}{tail}"

    def _tally(self, event: Event) -> None:
        if isinstance(event, StartEvent):
            self._at = event.pose
        elif isinstance(event, StepEvent):
            self._flown_m += event.pose.distance_m(self._at or event.pose)
            self._at = event.pose
        elif isinstance(event, AnchorsEvent):
            self._anchors = event
        elif isinstance(event, SkillEvent):
            self._skill = event
        elif isinstance(event, ExchangeEvent):
            self._calls += 1
            if event.usage is not None:
                self._tokens += event.usage.input + event.usage.output


def shortened(text: str, room: int) -> str:
    """The text, or its first whole words and an ellipsis where it is too long."""
    if len(text) <= room:
        return text
    return text[: max(0, room - 3)].rsplit(" ", 1)[0].rstrip(" ,(:") + " ..."


def _limit(settings: Mapping[str, Any]) -> int | None:
    """The most decisions this flight may take, from the settings that its trace begins with."""
    agent = settings.get("settings", {}).get("agent", {})
    name = _LIMITS.get(settings.get("agent", "airanchor"))
    limit = agent.get(name) if name else None
    return limit if isinstance(limit, int) else None
