"""The events of a recording: each kind is one frozen model, and `Event` is the list of all of them.

To record something new, add a model with its own `kind` and put it into `Event`; raise the minor part of
`FORMAT_VERSION`. Older readers then keep the event as an `UnknownEvent`. A change that makes old events
unreadable raises the major part, and older readers refuse the file.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue, StringConstraints, TypeAdapter, field_validator

from airanchor.trace.chat_events import ChatEvent
from airanchor.trace.flight_events import FlightEvent
from airanchor.trace.record import ImageHash, Record
from aircity.geometry import Camera, Pose

FORMAT_VERSION = "1.5"
"""The major and minor part of the format this package writes."""


class HeaderEvent(Record):
    """The first event: which format this is, and the settings the flight was made with."""

    kind: Literal["header"] = "header"
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}$")] = FORMAT_VERSION
    settings: dict[str, JsonValue] = Field(default_factory=dict)


class SceneEvent(Record):
    """The world that is flown in, and its forward camera."""

    kind: Literal["scene"] = "scene"
    scene_id: str
    camera: Camera


class StartEvent(Record):
    """The drone was put here; a new flight begins."""

    kind: Literal["start"] = "start"
    pose: Pose


class ViewDirection(StrEnum):
    """Which way a view looks."""

    FORWARD = "forward"
    UP = "up"
    DOWN = "down"
    PANORAMA = "panorama"


class ViewEvent(Record):
    """One RGB-D view: its two images by content hash, the reported pose and the camera it was taken with."""

    kind: Literal["view"] = "view"
    view: ViewDirection
    rgb: ImageHash
    depth: ImageHash
    pose: Pose
    camera: Camera
    yaw_offset_rad: float = 0.0
    """How far right of the heading a panorama view was asked for."""


class _Outcome(Record):
    """What one action really did."""

    action: str
    pose: Pose
    moved: bool
    collided: bool
    blocked_by: Literal["object", "moving object", "boundary", "envelope"] | None = None


class StepEvent(_Outcome):
    """One action other than STOP, and what it did."""

    kind: Literal["step"] = "step"

    @field_validator("action")
    @classmethod
    def _is_a_move(cls, action: str) -> str:
        if action == "STOP":
            raise ValueError("a step is any action but STOP; STOP is an event of kind 'stop'")
        return action


class StopEvent(_Outcome):
    """STOP: the flight is over."""

    kind: Literal["stop"] = "stop"

    @field_validator("action")
    @classmethod
    def _is_stop(cls, action: str) -> str:
        if action != "STOP":
            raise ValueError(f"the action of a stop is STOP, not {action!r}; others are of kind 'step'")
        return action


class NoteEvent(Record):
    """Anything a person should know about this moment, with data if wanted."""

    kind: Literal["note"] = "note"
    text: str
    data: dict[str, JsonValue] = Field(default_factory=dict)


Event = (
    HeaderEvent
    | SceneEvent
    | StartEvent
    | ViewEvent
    | StepEvent
    | StopEvent
    | NoteEvent
    | FlightEvent
    | ChatEvent
)
"""Every kind of event this version writes."""


class UnknownEvent(Record):
    """An event of a newer minor version, kept as it came."""

    model_config = ConfigDict(frozen=True, extra="allow")


EVENT_ADAPTER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
"""Parses one line of a recording."""
