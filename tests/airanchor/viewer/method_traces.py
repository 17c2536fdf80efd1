"""Synthetic flights of other methods: pictures of a decision, programs, memories and maps of places."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from airanchor.trace import (
    DecisionEvent,
    EndEvent,
    LandmarkRow,
    MissionEvent,
    NoteEvent,
    PictureEvent,
    SceneEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    SubtaskEvent,
    TraceWriter,
)
from aircity.geometry import Camera, Pose

ORDER = "Fly to the white hospital and stop there."
PROGRAM = "?iv('hospital')==True{\n  g('hospital');\n  l('there')\n}\n8{tc(45);?iv('hospital'){->True}}"
SCRATCHPAD = (
    "Thought: the hospital is in front.\nAction: MOVE_FORWARD x 4\nObservation: a white wall ahead, 20 m"
)
MEMORY = "Sentence 1 of 2: Fly to the hospital.\n  1. saw a white building to the left\n  2. turned left"


@dataclass
class MethodFlight:
    """Writes one flight of another method, decision by decision."""

    writer: TraceWriter
    navigator: str
    size_px: int = 48
    order: str = ORDER
    pose: Pose = Pose(0.0, 0.0, 20.0, 0.3)  # noqa: RUF009 - frozen
    steps: int = 0
    skills: dict[str, int] = field(default_factory=dict)

    def begin(self, *parts: str, landmarks: tuple[str, ...] = ()) -> None:
        """Scene, start, mission and the parts of the instruction, which is its only one if none is named."""
        camera = Camera.from_fov(self.size_px, self.size_px)
        self.writer.write(SceneEvent(scene_id="test-quay", camera=camera))
        self.writer.write(StartEvent(pose=self.pose))
        self.writer.write(
            MissionEvent(
                navigator=self.navigator, instruction=self.order, scene_id="test-quay", start=self.pose
            )
        )
        self.part(1, *(parts or (self.order,)), landmarks=landmarks)

    def part(self, number: int, *parts: str, landmarks: tuple[str, ...] = ()) -> None:
        """A part of the instruction begins."""
        rows = tuple(LandmarkRow(id=f"L{place}", category=name) for place, name in enumerate(landmarks, 1))
        self.writer.write(
            SubtaskEvent(
                number=number, of=len(parts), text=parts[number - 1], subgoals=(), landmarks=rows, threshold=0
            )
        )

    def decide(self, iteration: int, *, subtask: int = 1, progress: str = "", plan: str = "") -> None:
        """A decision begins."""
        self.writer.write(
            DecisionEvent(
                iteration=iteration, subtask=subtask, since=iteration, backtracks=0, pose=self.pose,
                progress=progress, plan=plan, rgb=self.picture(iteration), skills=(),
            )
        )  # fmt: skip

    def draw(self, iteration: int, title: str, shade: int = 0) -> None:
        """A picture of a decision."""
        image = self.picture(10 + iteration * 7 + shade)
        self.writer.write(PictureEvent(iteration=iteration, title=title, image=image))

    def note(self, title: str, text: str = "", **data: object) -> None:
        """As a cockpit notes."""
        self.writer.write(NoteEvent(text=title, data={"text": text, **data}))

    def act(self, iteration: int, skill: str, parameters: dict[str, object], ahead_m: float = 15.0) -> None:
        """What was done, in steps of five metres."""
        before = self.pose
        for _ in range(round(ahead_m / 5.0)):
            heading = self.pose.heading_rad + 0.12
            north, east = 5.0 * math.cos(heading), 5.0 * math.sin(heading)
            self.pose = Pose(self.pose.x_m + north, self.pose.y_m + east, self.pose.z_m, heading)
            self.steps += 1
            self.writer.write(
                StepEvent(action="MOVE_FORWARD", pose=self.pose, moved=True, collided=False, blocked_by=None)
            )
        self.skills[skill] = self.skills.get(skill, 0) + 1
        self.writer.write(
            SkillEvent(
                iteration=iteration, skill=skill, parameters=parameters, reason="It stands there.",
                caption="", before=before, after=self.pose, steps=round(ahead_m / 5.0),
                words=f"{skill} {json.dumps(parameters)}: flew {ahead_m:.1f} m.",
            )
        )  # fmt: skip

    def finish(self, ending: str = "stopped") -> None:
        """STOP and the end."""
        self.writer.write(StopEvent(action="STOP", pose=self.pose, moved=False, collided=False))
        self.writer.write(
            EndEvent(ending=ending, pose=self.pose, steps=self.steps, path_m=5.0 * self.steps, iterations=3)
        )

    def picture(self, shade: int) -> str:
        """A picture that differs by its shade."""
        row = np.linspace(0, 200, self.size_px, dtype=np.uint8)
        rgb = np.zeros((self.size_px, self.size_px, 3), np.uint8)
        rgb[..., 0], rgb[..., 1], rgb[..., 2] = row, row[:, None], shade % 256
        return self.writer.save_rgb(rgb)


def places(count: int) -> list[dict[str, object]]:
    """As many as there are: every second one visited."""
    return [
        {
            "id": number,
            "position": [12.0 * number, 9.0 * (number % 3), 20.0],
            "visited": number % 2 == 0,
        }
        for number in range(count)
    ]


def point_flight(folder: Path) -> Path:
    """SPF: a pixel of the view, and nothing else."""
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, "spf")
        flight.begin()
        for iteration in (1, 2, 3):
            flight.decide(iteration)
            flight.act(iteration, "Point", {"pixel": [10 * iteration, 30], "depth": 4, "stop": False})
        flight.finish()
    return folder


def arrow_flight(folder: Path) -> Path:
    """PIVOT: arrows drawn in each of several rounds."""
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, "pivot")
        flight.begin()
        for iteration in (1, 2):
            flight.decide(iteration)
            for number in (1, 2, 3):
                flight.draw(iteration, f"arrows {number} of 3", number)
                flight.note(
                    f"arrows {number} of 3", f"Chosen: {number}, 5. Nearest.", mean=[24.0, 20.0],
                    std=[9.5, 7.0], ends={"1": [10, 12], "5": [30, 20]}, chosen=["1", "5"],
                )  # fmt: skip
            flight.act(iteration, "Arrow", {"pixel": [30, 20], "distance_m": 20.0})
        flight.finish()
    return folder


def map_flight(folder: Path) -> Path:
    """MapGPT: a map of places that grows."""
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, "mapgpt")
        flight.begin()
        for iteration in (1, 2, 3):
            count = 2 + 2 * iteration
            current = 2 * (iteration - 1)
            flight.decide(iteration, plan="Go on to the hospital.")
            flight.note(
                "map", f"Trajectory: {current}", places=places(count), current=current,
                edges=[[number, number + 1] for number in range(count - 1)] + [[current, current + 2]],
                options=[
                    {"letter": "A", "place": None, "words": "stop"},
                    {"letter": "B", "place": current + 2, "words": "go forward to Place"},
                ],
            )  # fmt: skip
            flight.act(iteration, "Go to place", {"action": "B", "place": current + 2})
        flight.finish("completed")
    return folder


def program_flight(folder: Path) -> Path:
    """TypeFly: a program, the list of what is seen, and a picture that the program took."""
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, "typefly")
        flight.begin()
        flight.decide(1)
        flight.note("scene list", "hospital x:0.3 y:0.5 60 m\ntree x:0.7 y:0.8 12 m")
        flight.note("program", PROGRAM, dialect="paper", faults=[])
        flight.draw(1, "picture of the program")
        flight.act(1, "Program", {"plan": PROGRAM, "status": "completed"})
        flight.finish()
    return folder


def memory_flight(folder: Path) -> Path:
    """FineCog-Nav and NavGPT: sentences, memories, verdicts and a scratchpad."""
    sentences = ("Fly to the hospital.", "Stop there.")
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, "finecog")
        flight.begin(*sentences, landmarks=("hospital",))
        for iteration in (1, 2):
            if iteration == 2:
                flight.part(2, *sentences)
            flight.decide(iteration, subtask=iteration, progress="The hospital is near.")
            flight.note("perception", "A white hospital, 20 m ahead.")
            flight.note("memory", MEMORY, warning="a wall is near")
            flight.note("judge", "It is reached.", subgoal="reach the hospital", achieved=iteration == 2)
            flight.note("scratchpad", SCRATCHPAD)
            flight.act(iteration, "MOVE_FORWARD", {})
        flight.finish()
    return folder


METHOD_FLIGHTS = {
    "spf": point_flight,
    "pivot": arrow_flight,
    "mapgpt": map_flight,
    "typefly": program_flight,
    "finecog": memory_flight,
}
