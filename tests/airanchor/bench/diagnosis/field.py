"""A wide field with four houses, one episode of two legs in it, and a way to write what a flight did."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from shapely.geometry import box

from airanchor.bench.diagnosis.flown import DiagnosedFlight, read_flown
from airanchor.bench.episodes import Episode
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
    TraceWriter,
    read_trace,
)
from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.geometry import Camera, Pose

CHURCH, MUSEUM, HOTEL, BARN = 2, 3, 4, 5
HOUSES = {
    CHURCH: ("church", "red", 100.0, 0.0),
    MUSEUM: ("museum", "white", 80.0, 160.0),
    HOTEL: ("hotel", "blue", 160.0, -120.0),
    BARN: ("barn", "brown", -120.0, 0.0),
}
TEXT = "Fly to the red church. Then turn right and go to the white museum."
CHURCH_AND_MUSEUM = (
    ("Fly to the red church.", ("to: red church",), (("church", ("red",)),)),
    (
        "Then turn right and go to the white museum.",
        ("turn right", "to: white museum"),
        (("museum", ("white",)),),
    ),
)
START = Pose.at(0, 0, 20, 0)
AT_CHURCH, AT_MUSEUM = (80.0, 0.0), (80.0, 140.0)
NO_IMAGE = "0" * 64


def field_scene() -> CityScene:
    """Four blocks of 16 x 16 x 20 m on a lawn."""
    builder = MeshBuilder()
    lawn = box(-300, -300, 300, 300)
    builder.flat(lawn, 0.0, Surface(Material.PLAIN, (0.5, 0.6, 0.5)), 1)
    objects = [SceneObject(1, "lawn", ("green",), _ring(lawn), 0.0, 0.0)]
    for number, (category, colour, x_m, y_m) in HOUSES.items():
        shape = box(x_m - 8, y_m - 8, x_m + 8, y_m + 8)
        builder.prism(shape, 0.0, 20.0, Surface(Material.PLAIN, (0.1 * number, 0.5, 0.4)), number)
        objects.append(SceneObject(number, category, (colour,), _ring(shape), 0.0, 20.0))
    return CityScene("field", "test", builder.build(), tuple(objects), Bounds(-290, -290, 290, 290), seed=0)


def _ring(shape) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in list(shape.exterior.coords)[:-1])


def episode(
    *,
    has_facts: bool = True,
    has_mentions: bool = True,
    episode_id: str = "field-0",
    scene_id: str = "field",
) -> Episode:
    """To the church 100 m north, then right to the museum."""
    north = [(5.0 * n, 0.0, 20.0) for n in range(17)]
    turn = [(80.0, 0.0, 20.0)] * 6
    east = [(80.0, 5.0 * n, 20.0) for n in range(1, 29)]
    rows = np.array([*north, *turn, *east])
    facts = {
        "legs": [
            {"first": 0, "last": 16, "relation": "toward", "landmark": CHURCH},
            {"first": 16, "last": len(rows) - 1, "relation": "toward", "landmark": MUSEUM, "turn_deg": 90},
        ],
        "mentions": [
            [TEXT.index("the red church"), TEXT.index(". Then"), CHURCH],
            [TEXT.index("the white museum"), len(TEXT) - 1, MUSEUM],
        ],
    }
    if not has_mentions:
        del facts["mentions"]
    return Episode(
        episode_id=episode_id,
        trajectory_id="field",
        scene_id=scene_id,
        split="field",
        instruction=TEXT,
        start=START,
        goal=rows[-1],
        reference_path=rows,
        actions=None,
        facts=facts if has_facts else {},
    )


def measured(asked: str, object_id: int, index: int = 1) -> AnchorRow:
    """An object anchor that is right on an object."""
    _, _, x_m, y_m = HOUSES[object_id]
    corners = ((x_m - 8, y_m - 8), (x_m + 8, y_m - 8), (x_m + 8, y_m + 8), (x_m - 8, y_m + 8))
    return AnchorRow(
        index=index,
        asked=asked,
        fate="object",
        label=asked,
        box=(0, 0, 511, 511),
        point=(x_m, y_m, 10.0),
        footprint=corners,
        heights=(0.0, 20.0),
    )


def far(asked: str) -> AnchorRow:
    """An anchor that is only a direction."""
    return AnchorRow(index=1, asked=asked, fate="degraded to direction", reason="far")


def missing(asked: str) -> AnchorRow:
    """A request that found nothing."""
    return AnchorRow(index=1, asked=asked, fate="discarded", reason="no detection")


def prior(label: str, object_id: int, instance_id: str = "O1") -> PriorRow:
    """A prior that lies on an object."""
    _, _, x_m, y_m = HOUSES[object_id]
    return PriorRow(
        landmark_id="L1",
        label=label,
        instance_id=instance_id,
        point=(x_m, y_m, 10.0),
        reliability=0.5,
        words="",
    )


class Script:
    """Writes the trace of a flight, decision by decision."""

    def __init__(self, folder: Path, subtasks=CHURCH_AND_MUSEUM, *, is_fallback: bool = False) -> None:
        self.folder = folder
        self._writer = TraceWriter(folder)
        self._pose = START
        self._number = 0
        self._subtasks = subtasks
        self._begun = 0
        self._done = 0
        for event in (
            SceneEvent(scene_id="field", camera=Camera.from_fov()),
            StartEvent(pose=START),
            MissionEvent(navigator="airanchor", instruction=TEXT, scene_id="field", start=START),
        ):
            self._writer.write(event)
        self._write_answer(is_fallback)

    def _write_answer(self, is_fallback: bool) -> None:
        rows = [
            {
                "text": text,
                "subgoals": list(goals),
                "landmarks": [
                    {"id": "L1", "category": category, "attributes": list(attributes)}
                    for category, attributes in landmarks
                ],
            }
            for text, goals, landmarks in self._subtasks
        ]
        source = "fallback" if is_fallback else "first answer"
        self._writer.write(AnswerEvent(role="decomposition", source=source, reply={"subtasks": rows}))

    def decide(
        self,
        subtask: int,
        to: tuple[float, float] | None = None,
        *anchors: AnchorRow,
        priors: Sequence[PriorRow] = (),
        stored: Sequence[MemoryRow] = (),
        failure: str | None = None,
        is_done: bool = False,
        fallback: str = "",
        heading_deg: float | None = None,
    ) -> "Script":
        """One decision that flies straight to a place; the heading follows, or is turned to first."""
        self._begin(subtask)
        self._number += 1
        before = self._pose
        if fallback:
            self._after_decision(subtask, priors, before)
            self._writer.write(AnswerEvent(role=fallback, source="fallback"))
        else:
            self._after_decision(subtask, priors, before)
        self._writer.write(
            AnchorsEvent(iteration=self._number, overlay=NO_IMAGE, graph="", rows=tuple(anchors))
        )
        self._writer.write(MemoryEvent(iteration=self._number, size=0, rows=tuple(stored)))
        steps = self._fly(to, heading_deg)
        self._writer.write(
            SkillEvent(
                iteration=self._number,
                skill="Pixel Navigation",
                reason='as told\n{"note":"rules"}',
                caption="",
                before=before,
                after=self._pose,
                steps=steps,
                failure=failure,
                words="",
            )
        )
        self._reflect(is_done)
        return self

    def _begin(self, subtask: int) -> None:
        if subtask == self._begun:
            return
        self._begun = subtask
        text, goals, landmarks = self._subtasks[subtask - 1]
        rows = tuple(
            LandmarkRow(id=f"L{n}", category=category, attributes=attributes)
            for n, (category, attributes) in enumerate(landmarks, 1)
        )
        self._writer.write(
            SubtaskEvent(
                number=subtask, of=len(self._subtasks), text=text, subgoals=goals, landmarks=rows, threshold=6
            )
        )

    def _after_decision(self, subtask: int, priors: Sequence[PriorRow], pose: Pose) -> None:
        self._writer.write(
            DecisionEvent(
                iteration=self._number,
                subtask=subtask,
                since=0,
                backtracks=0,
                pose=pose,
                progress="",
                plan="",
                rgb=NO_IMAGE,
                skills=("Pixel Navigation",),
                priors=tuple(priors),
            )
        )

    def _fly(self, to: tuple[float, float] | None, heading_deg: float | None) -> int:
        start = self._pose
        heading = start.heading_rad if heading_deg is None else math.radians(heading_deg)
        if to is None:
            self._step("TURN_RIGHT", Pose(start.x_m, start.y_m, start.z_m, heading))
            return 1
        way_m = math.hypot(to[0] - start.x_m, to[1] - start.y_m)
        if heading_deg is None and way_m > 0:
            heading = math.atan2(to[1] - start.y_m, to[0] - start.x_m)
        steps = max(1, math.ceil(way_m / 5))
        for n in range(1, steps + 1):
            x_m, y_m = (a + (b - a) * n / steps for a, b in zip((start.x_m, start.y_m), to, strict=True))
            self._step("MOVE_FORWARD", Pose(x_m, y_m, start.z_m, heading))
        return steps

    def _step(self, action: str, pose: Pose) -> None:
        self._writer.write(StepEvent(action=action, pose=pose, moved=True, collided=False))
        self._pose = pose

    def _reflect(self, is_done: bool) -> None:
        self._done += is_done
        self._writer.write(
            ReflectionEvent(
                iteration=self._number,
                status="COMPLETED" if is_done else "ONGOING",
                progress="",
                plan="",
                after=NO_IMAGE,
                graph_before=None,
                graph_after=None,
            )
        )

    def stop(self, ending: str = "completed", steps: int = 0) -> DiagnosedFlight:
        """STOP, and the trace read back."""
        stop = StopEvent(action="STOP", pose=self._pose, moved=False, collided=False)
        self._writer.write(stop)
        self._writer.write(
            EndEvent(
                ending=ending,
                pose=self._pose,
                steps=steps,
                path_m=0.0,
                iterations=self._number,
                subtasks=len(self._subtasks),
                subtasks_completed=self._done,
            )
        )
        self._writer.close()
        return read_flown(read_trace(self.folder))
