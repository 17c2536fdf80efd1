"""Synthetic flights with every kind of event."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from airanchor.trace import (
    AnchorRow,
    AnchorsEvent,
    AnswerEvent,
    DecisionEvent,
    EndEvent,
    EvaluationEvent,
    ExchangeEvent,
    Keep,
    LandmarkRow,
    MemoryEvent,
    MemoryRow,
    MessageRow,
    MissionEvent,
    NoteEvent,
    PartRow,
    PriorRow,
    ReflectionEvent,
    SceneEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    SubtaskEvent,
    TraceWriter,
    UsageRow,
    ViewDirection,
    ViewEvent,
)
from aircity.geometry import Camera, Pose, metres_words, relate
from tests.airanchor.viewer.props import (
    HOSTILE,
    HOUSES,
    INSTRUCTION,
    NOTE,
    SKILLS,
    SUBTASKS,
    compared,
    comparison,
    place,
    square,
)


@dataclass
class Flight:
    """Writes one flight, decision by decision."""

    writer: TraceWriter
    size_px: int = 48
    pose: Pose = Pose(0.0, 0.0, 20.0, 0.2)  # noqa: RUF009 - frozen
    steps: int = 0

    def begin(self) -> None:
        """Scene, start, mission and what was asked before the first decision."""
        camera = Camera.from_fov(self.size_px, self.size_px)
        self.writer.write(SceneEvent(scene_id="test-quay", camera=camera))
        self.writer.write(StartEvent(pose=self.pose))
        self.writer.write(
            MissionEvent(
                navigator="airanchor", instruction=INSTRUCTION, scene_id="test-quay", start=self.pose
            )
        )
        self.ask("decomposition", f"Split this: {INSTRUCTION}", '{"subtasks": []}')
        self.writer.write(NoteEvent(text=f"a note {HOSTILE}", data={HOSTILE: [1, 2]}))

    def subtask(self, number: int) -> None:
        """A subtask begins."""
        text = SUBTASKS[(number - 1) % len(SUBTASKS)]
        self.writer.write(
            SubtaskEvent(
                number=number,
                of=len(SUBTASKS),
                text=f"{text} {HOSTILE if number == 2 else ''}",
                subgoals=("get there", "stay there"),
                landmarks=(
                    LandmarkRow(id=f"L{number}", category=HOUSES[number - 1][0], attributes=("old",)),
                ),
                threshold=6,
            )
        )

    def decide(self, iteration: int, subtask: int, *, until: str = "reflection") -> None:
        """One pass of the loop, or its beginning up to the event named."""
        skill, parameters = SKILLS[(iteration - 1) % len(SKILLS)]
        before = self.pose
        events = ("decision", "anchors", "memory", "skill", "reflection")
        for kind in events[: events.index(until) + 1]:
            if kind == "decision":
                self._decision(iteration, subtask)
            elif kind == "anchors":
                self.ask("anchor_query", "What matters here?", '{"anchors": []}', pictures=1)
                self._anchors(iteration)
            elif kind == "memory":
                self._memory(iteration)
            elif kind == "skill":
                self.ask(
                    "navigation", f"Choose a skill. {HOSTILE}", f"fly {HOSTILE}", repaired=iteration == 2
                )
                self._fly(skill)
                self._skill(iteration, skill, parameters, before)
            else:
                self.ask("reflection", "What changed?", None if iteration == 3 else "{}", pictures=2)
                self._reflect(iteration, before)

    def finish(self) -> None:
        """STOP, the end, and the scores."""
        self.writer.write(StopEvent(action="STOP", pose=self.pose, moved=False, collided=False))
        self.writer.write(
            EndEvent(
                ending="completed", words=HOSTILE, pose=self.pose, steps=self.steps, path_m=118.4,
                iterations=6, subtasks=3, subtasks_completed=3, collisions=1,
            )
        )  # fmt: skip
        self.writer.write(
            EvaluationEvent(
                episode_id=f"e7 {HOSTILE}", goal=(98.0, 80.0, 3.0), metrics={"sr": 1.0, "ne": 7.25},
                reference=((0.0, 0.0, 20.0), (60.0, 20.0, 20.0), (98.0, 80.0, 3.0)),
            )
        )  # fmt: skip

    def ask(
        self, role: str, text: str, answer: str | None, *, pictures: int = 0, repaired: bool = False
    ) -> None:
        """One question with its calls and its answer."""
        images = [PartRow(image=self.picture(10 * number)) for number in range(pictures)]
        messages = (
            MessageRow(author="system", parts=(PartRow(text=f"You are a pilot. {HOSTILE}"),)),
            MessageRow(author="user", parts=(PartRow(text=text), *images)),
        )
        usage = UsageRow(input=900, output=40, source="billed") if answer is not None else None
        fault = "the answer is not JSON" if repaired else "nothing came in time" if answer is None else None
        self.writer.write(
            ExchangeEvent(
                role=role, attempt=1, messages=messages, answer=answer, usage=usage, fault=fault, model="m1"
            )
        )
        if repaired:
            again = (*messages, MessageRow(author="assistant", parts=(PartRow(text=answer),)))
            self.writer.write(
                ExchangeEvent(role=role, attempt=2, messages=again, answer='{"ok": 1}', usage=usage),
                {"latency_s": 1.25},
            )
        source = "repaired answer" if repaired else "fallback" if answer is None else "first answer"
        faults = (fault,) if fault else ()
        self.writer.write(AnswerEvent(role=role, source=source, reply={"said": HOSTILE}, faults=faults))

    def picture(self, shift: int) -> str:
        """A small picture of sky, ground and a house that moves."""
        size = self.size_px
        rgb = np.zeros((size, size, 3), np.uint8)
        rgb[: size // 2] = (150, 190, 230)
        rgb[size // 2 :] = (120, 140, 100)
        left = (shift * 3) % (size - size // 4)
        rgb[size // 3 : size * 3 // 4, left : left + size // 5] = (170, 80, 60)
        return self.writer.save_rgb(rgb)

    def _decision(self, iteration: int, subtask: int) -> None:
        label, point = HOUSES[subtask - 1]
        prior = PriorRow(
            landmark_id=f"L{subtask}", label=label, instance_id=f"O{subtask}", point=point, reliability=0.82,
            words=f"{label} is {place(self.pose, point)}",
        )  # fmt: skip
        self.writer.write(
            DecisionEvent(
                iteration=iteration, subtask=subtask, since=1, backtracks=0, pose=self.pose,
                progress=f"Halfway {HOSTILE}\n{NOTE}", plan="Keep on", rgb=self.picture(self.steps),
                skills=tuple(name for name, _ in SKILLS), priors=(prior,) if iteration != 1 else (),
            )
        )  # fmt: skip

    def _anchors(self, iteration: int) -> None:
        rows = [
            AnchorRow(
                index=index, asked=name, fate="object", label=name, pixel=(10 * index, 20), point=point,
                box=(10 * index - 4, 14, 10 * index + 4, 30), footprint=square(point), heights=(0.0, 12.0),
                cue=relate(self.pose, point),
            )
            for index, (name, point) in enumerate(HOUSES[:2], start=1)
        ]  # fmt: skip
        ahead = (self.pose.x_m + 100.0, self.pose.y_m, self.pose.z_m)
        rows.append(
            AnchorRow(
                index=3, asked="straight on", fate="direction", pixel=(24, 24), point=ahead, distance_m=100.0,
                is_far=True, cue=relate(self.pose, ahead),
            )
        )  # fmt: skip
        rows.append(
            AnchorRow(index=4, asked=HOSTILE, fate="discarded", reason="no detection", words="nothing found")
        )
        self.writer.write(
            AnchorsEvent(
                iteration=iteration,
                overlay=self.picture(self.steps + 2),
                rows=tuple(rows),
                graph=self._graph(),
            )
        )

    def _graph(self) -> str:
        lines = []
        for index, (name, point) in enumerate(HOUSES[:2], start=1):
            cue = relate(self.pose, point)
            lines.append(
                f"Anchor {index} [Object: {name}]: The object center is {place(self.pose, point)}, at a "
                f"horizontal distance of {metres_words(cue.d_xy_m)} "
                f"and a 3D distance of {metres_words(cue.d_3d_m)}."
            )
        ahead = (self.pose.x_m + 100.0, self.pose.y_m, self.pose.z_m)
        lines.append(
            "Anchor 3 [Direction]: Free travel distance along this direction exceeds 100 m. "
            f"The geometric reference is capped at 100 m and lies {place(self.pose, ahead)}."
        )
        return "\n".join(lines)

    def _memory(self, iteration: int) -> None:
        score = {"instance_id": "O1", "bev_distance_m": 1.4, "s_g": 0.8, "s_s": 0.9, "s_v": 0.7, "s_m": 0.81}
        rows = [
            MemoryRow(
                anchor=1, change="merged" if iteration > 1 else "new_type", instance_id="O1",
                label=f"brick warehouse {HOSTILE}", footprint=square(HOUSES[0][1], 6 + iteration),
                heights=(0.0, 12.0), confidence=0.7, score=score if iteration > 1 else None,
            ),
            MemoryRow(anchor=2, change="refused", instance_id=None, label=HOSTILE, reason="an order"),
        ]  # fmt: skip
        self.writer.write(MemoryEvent(iteration=iteration, size=1 + iteration // 2, rows=tuple(rows)))

    def _fly(self, skill: str) -> None:
        for number in range(3):
            heading = self.pose.heading_rad + (0.26 if skill == "View Rotation" else 0.0)
            ahead_m = 5.0 if skill in ("Pixel Navigation", "Path Backtracking") else 0.0
            self.pose = Pose(
                self.pose.x_m + ahead_m * math.cos(heading),
                self.pose.y_m + ahead_m * math.sin(heading),
                self.pose.z_m - (2.0 if skill == "Altitude Adjustment" else 0.0),
                heading,
            )
            self.steps += 1
            bumped = number == 2 and skill == "Path Backtracking"
            self.writer.write(
                StepEvent(
                    action="MOVE_FORWARD", pose=self.pose, moved=not bumped, collided=bumped,
                    blocked_by="object" if bumped else None,
                )
            )  # fmt: skip

    def _skill(self, iteration: int, skill: str, parameters: dict[str, object], before: Pose) -> None:
        self.writer.write(
            SkillEvent(
                iteration=iteration, skill=skill, parameters=parameters,
                reason=f"It is ahead. {HOSTILE}\n{NOTE}",
                caption=f"A quay. {HOSTILE}", is_automatic=skill == "Path Backtracking", before=before,
                after=self.pose, steps=3, failure="blocked by an object" if iteration == 4 else None,
                words="3 steps were executed.",
            )
        )  # fmt: skip

    def _reflect(self, iteration: int, before: Pose) -> None:
        self.writer.write(
            ReflectionEvent(
                iteration=iteration, status="COMPLETED" if iteration % 2 == 0 else "ONGOING",
                progress=f"Nearer. {HOSTILE}\n{NOTE}", plan="" if iteration % 2 == 0 else "Go on.",
                after=self.picture(self.steps + 5),
                graph_before=comparison(before), graph_after=comparison(self.pose),
                cues_before=compared(before), cues_after=compared(self.pose),
            )
        )  # fmt: skip


def fly(folder: Path, *, decisions: int = 6, keep: Keep = Keep.EXACT, size_px: int = 48) -> Path:
    """A whole flight with scores."""
    with TraceWriter(folder, {"profile": "embedded", "note": HOSTILE}, keep=keep) as writer:
        flight = Flight(writer, size_px)
        flight.begin()
        for iteration in range(1, decisions + 1):
            if iteration % 2:
                flight.subtask((iteration + 1) // 2)
            flight.decide(iteration, (iteration + 1) // 2)
        flight.finish()
    return folder


def tour(folder: Path, views: int = 3) -> Path:
    """A recording without decisions, as a scripted tour makes it."""
    with TraceWriter(folder) as writer:
        flight = Flight(writer)
        writer.write(SceneEvent(scene_id="test-quay", camera=Camera.from_fov(48, 48)))
        writer.write(StartEvent(pose=flight.pose))
        for number in range(views):
            depth = writer.save_depth(np.full((48, 48), 9.0, np.float32))
            writer.write(
                ViewEvent(
                    view=ViewDirection.FORWARD, rgb=flight.picture(number), depth=depth, pose=flight.pose,
                    camera=Camera.from_fov(48, 48),
                )
            )  # fmt: skip
            flight._fly("Pixel Navigation")
    return folder
