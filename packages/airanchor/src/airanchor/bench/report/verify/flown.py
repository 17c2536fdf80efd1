"""What a trace says was flown: positions and counts from the world's own events, in order."""

from dataclasses import dataclass
from typing import TypeVar

from airanchor.bench.report.verify.findings import Notebook
from airanchor.bench.run.hit_count import is_moving_hit
from airanchor.trace import (
    EndEvent,
    EvaluationEvent,
    MissionEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    Trace,
    ViewDirection,
    ViewEvent,
)
from aircity.geometry import Pose
from aircity.world import Action, advance

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, eq=False)
class RecordedFlight:
    """A flight as its world recorded it, with what the navigator and the benchmark said of it."""

    poses: tuple[Pose, ...]
    """The start and the pose after every action."""
    panoramas: tuple[tuple[float, ...], ...]
    """The offsets of every look around, in radians."""
    collisions: int
    refusals: int
    moving_collisions: int
    actions: tuple[tuple[Action, bool], ...]
    """Every action, and whether it was flown."""
    mission: MissionEvent
    end: EndEvent
    evaluation: EvaluationEvent

    @property
    def steps(self) -> int:
        """Actions, STOP not counted."""
        return len(self.poses) - 1

    def true_poses(self, start: Pose) -> tuple[Pose, ...]:
        """Where the actions led from the start, whatever pose was reported after them."""
        poses = [start]
        for action, moved in self.actions:
            poses.append(advance(poses[-1], action) if moved else poses[-1])
        return tuple(poses)


def read_flown(trace: Trace, notes: Notebook) -> RecordedFlight | None:
    """The flight of a trace; None where the trace is not one whole flight, which is noted."""
    notes.is_true("trace", not trace.truncated, "its last line is cut off")
    found = {
        kind: _places(trace, kind)
        for kind in (StartEvent, MissionEvent, StopEvent, EndEvent, EvaluationEvent)
    }
    are_single = [
        notes.is_true("trace", len(places) == 1, f"{len(places)} events of kind {_kind(kind)} instead of one")
        for kind, places in found.items()
    ]
    if not all(are_single):
        return None
    (start,), (mission,), (stop,), (end,), (evaluation,) = found.values()
    steps = _places(trace, StepEvent)
    last_view = max((*_places(trace, ViewEvent), *steps), default=start)
    notes.is_true(
        "trace", start < stop and all(start < step < stop for step in steps), "steps outside the flight"
    )
    notes.is_true("trace", last_view < evaluation, "the world was used after the evaluation")
    notes.is_true("trace", max(stop, end) < evaluation, "the evaluation stands before the end of the flight")
    notes.is_true("trace", evaluation == len(trace.events) - 1, "events follow the evaluation")
    outcomes = [event for event in trace.events if isinstance(event, StepEvent)]
    flown = RecordedFlight(
        poses=(_first_pose(trace, start), *(one.pose for one in outcomes)),
        panoramas=_panoramas(trace),
        collisions=sum(one.collided for one in outcomes),
        refusals=sum(one.blocked_by == "envelope" for one in outcomes),
        moving_collisions=sum(
            is_moving_hit(Action.parse(one.action), one.collided, one.blocked_by) for one in outcomes
        ),
        actions=tuple((Action.parse(one.action), one.moved) for one in outcomes),
        mission=_event(trace, mission, MissionEvent),
        end=_event(trace, end, EndEvent),
        evaluation=_event(trace, evaluation, EvaluationEvent),
    )
    _check_end(flown, _event(trace, stop, StopEvent), notes)
    return flown


def _check_end(flown: RecordedFlight, stop: StopEvent, notes: Notebook) -> None:
    """The navigator's own account against the world's."""
    last, end = flown.poses[-1], flown.end
    notes.same("trace", "pose of STOP", _numbers(stop.pose), _numbers(last))
    notes.same("trace", "pose of the end", _numbers(end.pose), _numbers(last))
    told = {"steps": end.steps, "collisions": end.collisions, "refusals": end.refusals}
    found = {"steps": flown.steps, "collisions": flown.collisions, "refusals": flown.refusals}
    notes.same("trace", "end", told, found)


def _first_pose(trace: Trace, start: int) -> Pose:
    """Where the world says that the drone was put, which may differ from what was asked."""
    for event in trace.events[start + 1 :]:
        if isinstance(event, ViewEvent):
            return event.pose
        if isinstance(event, StepEvent | StopEvent):
            break
    return _event(trace, start, StartEvent).pose


def _panoramas(trace: Trace) -> tuple[tuple[float, ...], ...]:
    """Views of one look around follow each other, and none of them is taken twice."""
    found: list[tuple[float, ...]] = []
    last_place = -1
    for place, event in enumerate(trace.events):
        if isinstance(event, ViewEvent) and event.view is ViewDirection.PANORAMA:
            if found and place == last_place + 1 and event.yaw_offset_rad not in found[-1]:
                found[-1] += (event.yaw_offset_rad,)
            else:
                found.append((event.yaw_offset_rad,))
            last_place = place
    return tuple(found)


def _places(trace: Trace, kind: type) -> list[int]:
    return [place for place, event in enumerate(trace.events) if isinstance(event, kind)]


def _event(trace: Trace, place: int, kind: type[Kind]) -> Kind:
    event = trace.events[place]
    assert isinstance(event, kind)
    return event


def _kind(kind: type) -> str:
    return kind.__name__.removesuffix("Event").lower()


def _numbers(pose: Pose) -> list[float]:
    return [pose.x_m, pose.y_m, pose.z_m, pose.heading_rad]
