"""Tells a flight on the board while it is flown: the decision in words, the path, anchors and memory."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from airanchor.cockpit.board import Board
from airanchor.cockpit.film import pose_row
from airanchor.cockpit.helm import Helm
from airanchor.cockpit.helm_world import BY_HAND
from airanchor.trace import (
    AnchorRow,
    AnchorsEvent,
    AnswerEvent,
    DecisionEvent,
    EndEvent,
    Event,
    ExchangeEvent,
    Keep,
    MemoryEvent,
    NoteEvent,
    PlanEvent,
    ReflectionEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    SubtaskEvent,
    TraceWriter,
    plain_text,
    without_notes,
)
from airanchor.viewer.news import news, verdict

SKILLS = {
    "Pixel Navigation": "fly to a point in view",
    "Altitude Adjustment": "change height",
    "View Rotation": "look around",
    "Path Backtracking": "go back",
}
"""The paper's names of skills as people say them; other methods' are shown as they are."""
_BLOCKED = {
    "object": "something is in the way",
    "moving object": "something that moves is in the way",
    "boundary": "the edge of the city",
    "envelope": "the safety limits do not allow it",
}


_COUNTED = re.compile(r"Done \d+ of \d+\. Now part ")
"""How the rulebook's progress begins while a part goes on."""


class ToldWriter(TraceWriter):
    """A recording of which somebody hears every event, once it is safe on disk."""

    def __init__(
        self, folder: Path, settings: Mapping[str, JsonValue], *, keep: Keep, hear: Callable[[Event], None]
    ) -> None:
        self._hear: Callable[[Event], None] | None = None
        super().__init__(folder, settings, keep=keep)
        self._hear = hear

    def write(self, event: Event, timing: Mapping[str, float] | None = None) -> None:
        """Keep the event, then tell it."""
        super().write(event, timing)
        if self._hear is not None:
            self._hear(event)


class Narrator:
    """Hears one turn's events."""

    def __init__(self, board: Board, helm: Helm, turn: int) -> None:
        self._board, self._helm, self._turn = board, helm, turn
        self._anchors: AnchorsEvent | None = None
        self._skill: SkillEvent | None = None
        self._now: dict[str, Any] = {"turn": turn, "is_thinking": True}
        self._at: tuple[float, float, float] | None = None
        self._part_from = (0.0, 0)  # metres and decisions before this part
        self._decisions = 0
        self.flown_m = 0.0
        self.calls = self.tokens = 0
        self._ways: dict[type, Callable[[Any], None]] = {
            StartEvent: self._on_start,
            StepEvent: self._on_step,
            PlanEvent: self._on_plan,
            SubtaskEvent: self._on_subtask,
            DecisionEvent: self._on_decision,
            AnchorsEvent: self._on_anchors,
            MemoryEvent: self._on_memory,
            AnswerEvent: self._on_answer,
            ExchangeEvent: self._on_exchange,
            SkillEvent: self._on_skill,
            ReflectionEvent: self._on_reflection,
            NoteEvent: self._on_note,
            EndEvent: self._on_end,
        }

    def hear(self, event: Event) -> None:
        """Tell of an event, if it says something."""
        way = self._ways.get(type(event))
        if way is not None:
            way(without_notes(event))

    def _show(self, **now: Any) -> None:
        self._now |= now
        self._board.set(now=dict(self._now))

    def _so_far(self) -> str:
        metres, decisions = self.flown_m - self._part_from[0], self._decisions - self._part_from[1]
        return (
            f"{metres:.0f} m flown, {decisions} decision{'' if decisions == 1 else 's'}" if decisions else ""
        )

    def _say(self, kind: str, text: str, **more: Any) -> None:
        self._board.add("story", {"turn": self._turn, "kind": kind, "text": text, **more})

    def _on_start(self, event: StartEvent) -> None:
        pose = event.pose
        self._at = (pose.x_m, pose.y_m, pose.z_m)
        self._board.add("path", [*pose_row(pose)[:3], self._turn, 0])
        self._board.set(anchors=None, drone=pose_row(pose))
        self._show(what="reading the sentence")

    def _on_step(self, event: StepEvent) -> None:
        pose = event.pose
        is_by_hand = int(self._helm.was_by_hand)
        if event.moved:
            self._board.add("path", [*pose_row(pose)[:3], self._turn, is_by_hand])
            if self._at is not None:
                dx, dy, dz = pose.x_m - self._at[0], pose.y_m - self._at[1], pose.z_m - self._at[2]
                self.flown_m += (dx * dx + dy * dy + dz * dz) ** 0.5
            self._at = (pose.x_m, pose.y_m, pose.z_m)
            self._board.set(flown_m=round(self.flown_m, 1))
        elif is_by_hand:
            self._board.set(hint=f"Not flown: {_BLOCKED.get(event.blocked_by or '', 'it cannot')}.")

    def _on_plan(self, event: PlanEvent) -> None:
        for written, read in event.corrections:
            self._say("note", f"Read “{written}” as “{read}”.")
        for piece in event.not_understood:
            self._say("warn", f"Not understood: “{piece}”.")
        if event.note:
            self._say("note", event.note)
        if len(event.subtasks) > 1:
            self._say(
                "plan", f"{len(event.subtasks)} parts, one after the other.", parts=list(event.subtasks)
            )

    def _on_subtask(self, event: SubtaskEvent) -> None:
        wanted = [" ".join(_adjectives_first(row.category, row.attributes)) for row in event.landmarks]
        self._part_from = (self.flown_m, self._decisions)
        self._show(part=event.number, parts=event.of, subtask=event.text, wanted=wanted, progress="")
        self._say("part", event.text, part=event.number, parts=event.of)

    def _on_decision(self, event: DecisionEvent) -> None:
        self._show(
            decision=event.iteration,
            progress=_notes(event.progress),
            so_far=self._so_far(),
            is_thinking=True,
            what="looking",
            skill="",
            why="",
            looked_for=[],
        )
        self._decisions += 1

    def _on_anchors(self, event: AnchorsEvent) -> None:
        self._anchors = event
        rows = [_anchor(row) for row in event.rows]
        self._board.set(anchors={"rows": rows, "drone": self._board.value("drone")})
        self._show(looked_for=[_looked_for(row) for row in event.rows if not _is_way(row)], what="thinking")

    def _on_memory(self, event: MemoryEvent) -> None:
        for row in event.rows:
            if row.instance_id is not None and row.footprint:
                thing = {"label": row.label, "footprint": row.footprint, "heights": row.heights}
                self._board.put("memory", row.instance_id, thing)

    def _on_answer(self, event: AnswerEvent) -> None:
        skill, reason = event.reply.get("skill"), event.reply.get("reason")
        if isinstance(skill, str):  # of whichever role decides
            why = plain_text(reason) if isinstance(reason, str) else ""
            self._show(
                skill=SKILLS.get(skill, skill),
                why=why[:1].upper() + why[1:],
                is_thinking=False,
                what="flying",
            )

    def _on_exchange(self, event: ExchangeEvent) -> None:
        self.calls += 1
        if event.usage is not None:
            self.tokens += event.usage.input + event.usage.output
        self._board.set(asked={"calls": self.calls, "tokens": self.tokens})

    def _on_skill(self, event: SkillEvent) -> None:
        self._skill = event
        skill = SKILLS.get(event.skill, event.skill)
        self._show(skill=skill, why=event.reason, is_thinking=True, what="judging what came of it")
        self._say(
            "step",
            _sentence(news(event, self._anchors)),
            decision=event.iteration,
            skill=skill,
            why=event.reason,
            failed=event.failure is not None,
        )

    def _on_reflection(self, event: ReflectionEvent) -> None:
        self._show(progress=_notes(event.progress), so_far=self._so_far())
        told = verdict(event)
        if told:
            self._say(
                "done" if event.outcome == "COMPLETED" else "warn", f"{_sentence(told)} {event.progress}"
            )

    def _on_note(self, event: NoteEvent) -> None:
        if event.text.startswith(BY_HAND):  # other methods' notes are for the replay
            self._say("hand", _sentence(event.text))

    def _on_end(self, event: EndEvent) -> None:
        self._show(is_thinking=False, what="over", skill="")


def _notes(progress: str) -> str:
    """What a model notes of its progress; the rulebook only counts, and that is told in other words."""
    return "" if progress == "NotStarted" or _COUNTED.match(progress) else progress


def _adjectives_first(category: str, attributes: tuple[str, ...]) -> list[str]:
    """White castle with blue roofs: parts come after the noun."""
    after = [word for word in attributes if word.startswith(("with ", "on ", "in ", "of "))]
    return [*(word for word in attributes if word not in after), category, *after]


def _anchor(row: AnchorRow) -> dict[str, Any]:
    return {
        "index": row.index,
        "label": row.label or ("free way" if _is_way(row) else row.asked),
        "is_object": row.fate == "object",
        "pixel": row.pixel,
        "box": row.box,
        "point": row.point,
        "footprint": row.footprint,
        "distance_m": None if row.cue is None else round(row.cue.d_xy_m, 1),
    }


def _is_way(row: AnchorRow) -> bool:
    """Whether only a direction was asked for."""
    return row.fate == "direction"


def _looked_for(row: AnchorRow) -> dict[str, Any]:
    """What was asked for, and what became of it in words."""
    if row.fate == "object":
        told = "found" if row.cue is None else f"{row.cue.d_xy_m:.0f} m away"
    else:
        told = "in view, not measured by depth" if row.is_far or row.reason == "far" else "not in view"
    return {"what": row.asked, "told": told, "is_found": row.fate == "object"}


def _sentence(text: str) -> str:
    line = text[:1].upper() + text[1:]
    return line if line.endswith((".", "!", "?")) else f"{line}."
