"""A world made of a recording: serves a recorded flight again, byte for byte, and nothing else."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from airanchor.errors import SimulatorError, TraceError
from airanchor.trace import (
    SceneEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    Trace,
    ViewDirection,
    ViewEvent,
    read_trace,
)
from aircity.geometry import Camera, Pose
from aircity.world.action import Action
from aircity.world.observation import Observation, Obstacle, StepResult

_ViewKey = tuple[ViewDirection, float]


@dataclass(slots=True)
class _Moment:
    """The views recorded between two moves, and the move that ended them."""

    pose: Pose
    views: dict[_ViewKey, list[ViewEvent]] = field(default_factory=dict)
    move: StepEvent | StopEvent | None = None


@dataclass(slots=True, eq=False)
class _Flight:
    start: Pose
    moments: list[_Moment]


class ReplayWorld:
    """Follows the recorded flights from the start that is asked for, as long as the actions match one.

    Where one action had different outcomes, the flights with the outcome that was served are followed.
    A view that was taken several times at one moment is served in that order, then its last again; a view
    not taken at this moment is served from any other moment at exactly the same pose.
    """

    def __init__(self, trace_folder: str | Path) -> None:
        self._trace = read_trace(trace_folder)
        self._scene, self._flights = _flights(self._trace)
        self._views_at: dict[tuple[ViewDirection, Pose], ViewEvent] = {}
        for event in self._trace.events:
            if isinstance(event, ViewEvent):
                self._views_at.setdefault((_direction(event.view), event.pose), event)
        self._following: list[_Flight] = []
        self._at = 0
        self._served: dict[_ViewKey, int] = {}
        self._is_over = False

    @property
    def scene_id(self) -> str:
        """The recorded scene."""
        return self._scene.scene_id

    @property
    def camera(self) -> Camera:
        """The recorded forward camera."""
        return self._scene.camera

    def reset(self, start: Pose) -> Observation:
        """Follow the recorded flights from `start`, first the one after the flight last followed."""
        after = self._flights.index(self._following[0]) + 1 if self._following else 0
        in_order = self._flights[after:] + self._flights[:after]
        following = [flight for flight in in_order if flight.start == start]
        if not following:
            starts = "; ".join(dict.fromkeys(_describe(flight.start) for flight in self._flights)) or "none"
            raise SimulatorError(f"no flight from {_describe(start)} was recorded; recorded starts: {starts}")
        self._following, self._at, self._is_over = following, 0, False
        self._served = {}
        return self.observe()

    def observe(self) -> Observation:
        """The recorded forward view from here."""
        return self._view(ViewDirection.FORWARD)

    def look_up(self) -> Observation:
        """The recorded view straight up."""
        return self._view(ViewDirection.UP)

    def look_down(self) -> Observation:
        """The recorded view straight down."""
        return self._view(ViewDirection.DOWN)

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """The recorded views turned right by each offset."""
        return tuple(self._view(ViewDirection.PANORAMA, float(offset)) for offset in yaw_offsets_rad)

    def step(self, action: Action) -> StepResult:
        """Go on along the flights in which this action came next."""
        action = Action.parse(action)
        moments = [flight.moments[self._at] for flight in self._now()]
        if self._is_over:
            raise SimulatorError(f"{action.name} after STOP: the flight is over; call reset first")
        matching = [
            (flight, moment.move)
            for flight, moment in zip(self._following, moments, strict=True)
            if moment.move is not None and moment.move.action == action.name
        ]
        if not matching:
            recorded = sorted({moment.move.action if moment.move else "its end" for moment in moments})
            raise SimulatorError(
                f"{action.name} was not recorded here, after {self._at} actions from "
                f"{_describe(self._following[0].start)}; the recording has {' or '.join(recorded)}"
            )
        move = matching[0][1]
        self._following = [flight for flight, other in matching if other == move]
        self._is_over = isinstance(move, StopEvent)
        self._at += 1
        self._served = {}
        return StepResult(
            action=action,
            pose=move.pose,
            moved=move.moved,
            collided=move.collided,
            blocked_by=None if move.blocked_by is None else Obstacle(move.blocked_by),
            stopped=self._is_over,
        )

    def close(self) -> None:
        """Nothing to free."""

    def _now(self) -> list[_Flight]:
        if not self._following:
            raise SimulatorError("no flight is being replayed; call reset with a recorded start first")
        return self._following

    def _view(self, view: ViewDirection, yaw_offset_rad: float = 0.0) -> Observation:
        key = (view, yaw_offset_rad)
        for flight in self._now():
            recorded = flight.moments[self._at].views.get(key)
            if recorded:
                turn = self._served.get(key, 0)
                self._served[key] = turn + 1
                return self._load(recorded[min(turn, len(recorded) - 1)])
        return self._load(self._same_view_elsewhere(view, yaw_offset_rad))

    def _same_view_elsewhere(self, view: ViewDirection, yaw_offset_rad: float) -> ViewEvent:
        """A forward view and a panorama view with the same heading are the same view."""
        moment = self._following[0].moments[self._at]
        here = moment.pose
        turned = here.turned(yaw_offset_rad)
        event = self._views_at.get((_direction(view), turned if view is ViewDirection.PANORAMA else here))
        if event is None:
            recorded = ", ".join(_name(*key) for key in moment.views) or "no view"
            raise SimulatorError(
                f"the view {_name(view, yaw_offset_rad)} was not recorded at {_describe(here)}; "
                f"the recording has {recorded} there"
            )
        return event

    def _load(self, event: ViewEvent) -> Observation:
        return Observation(
            rgb=self._trace.rgb(event.rgb),
            depth_m=self._trace.depth_m(event.depth),
            pose=event.pose,
            camera=event.camera,
        )


def _flights(trace: Trace) -> tuple[SceneEvent, list[_Flight]]:
    """The recording cut into flights at every start, and flights into moments at every move."""
    scene: SceneEvent | None = None
    flights: list[_Flight] = []
    for event in trace.events:
        match event:
            case SceneEvent():
                if scene is not None and event != scene:
                    raise TraceError(
                        f"{trace.folder} holds two scenes, {scene.scene_id!r} and {event.scene_id!r}; "
                        "a replay needs one"
                    )
                scene = event
            case StartEvent():
                flights.append(_Flight(event.pose, [_Moment(event.pose)]))
            case ViewEvent() if flights:
                key = (event.view, event.yaw_offset_rad)
                flights[-1].moments[-1].views.setdefault(key, []).append(event)
            case StepEvent() | StopEvent() if flights:
                flights[-1].moments[-1].move = event
                flights[-1].moments.append(_Moment(event.pose))
    if scene is None:
        raise TraceError(f"{trace.folder} names no scene, so no world was recorded in it")
    return scene, flights


def _direction(view: ViewDirection) -> ViewDirection:
    return ViewDirection.FORWARD if view is ViewDirection.PANORAMA else view


def _name(view: ViewDirection, yaw_offset_rad: float) -> str:
    return (
        f"panorama at {math.degrees(yaw_offset_rad):+.1f}°" if view is ViewDirection.PANORAMA else view.value
    )


def _describe(pose: Pose) -> str:
    return f"({pose.x_m:g}, {pose.y_m:g}, {pose.z_m:g}) m heading {pose.heading_deg:g}°"
