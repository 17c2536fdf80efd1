"""Panorama: by which angle to turn, after a look around at eight views. One extra call of View Rotation."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, Context, Prior, finite, number, text_or_empty


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaView:
    """One raw view and how far right of the heading it was taken."""

    image: NDArray[np.uint8]
    offset_deg: int


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaRequest:
    """The context, the priors and the views around."""

    context: Context
    priors: tuple[Prior, ...] | None
    views: tuple[PanoramaView, ...]


class Side(StrEnum):
    """Coarsely where to: right is (0, 135], left [-135, 0), around beyond 135 either way."""

    LEFT = "left"
    RIGHT = "right"
    AROUND = "around"


class Turn(Reply):
    """A signed turn from the heading before the look around; right is positive."""

    turning_direction: Side = Field(strict=False)
    yaw_delta_deg: float = Field(ge=-180, le=180)
    reason: AnyText = ""

    @model_validator(mode="after")
    def _agrees(self) -> "Turn":
        side = side_of(self.yaw_delta_deg)
        if side is not self.turning_direction:
            raise ValueError(
                f"turning_direction {self.turning_direction.value!r} does not agree with yaw_delta_deg "
                f"{self.yaw_delta_deg:g}: right is 0 < yaw <= 135, left -135 <= yaw < 0, around beyond 135; "
                "0 is no turn"
            )
        return self


class UnreadTurn(Turn):
    """No turn, because no angle could be read; a turn of 0 degrees that was asked for is none of these."""


def side_of(yaw_deg: float) -> Side | None:
    """The side a turn is to; none for 0."""
    if yaw_deg == 0:
        return None
    if abs(yaw_deg) > 135:
        return Side.AROUND
    return Side.RIGHT if yaw_deg > 0 else Side.LEFT


def _coerce(payload: Payload, request: PanoramaRequest) -> Payload:
    side = payload.get("turning_direction")
    return {
        **payload,
        "turning_direction": side.strip().lower() if isinstance(side, str) else side,
        "yaw_delta_deg": number(payload.get("yaw_delta_deg")),
        "reason": text_or_empty(payload.get("reason")),
    }


def _fallback(payload: Payload, request: PanoramaRequest) -> Turn:
    """The angle counts and not its side; beyond half a turn it is wrapped; without one there is no turn."""
    asked_deg = finite(payload.get("yaw_delta_deg"))
    wrapped = _wrapped(asked_deg or 0.0)
    kind = Turn if asked_deg is not None else UnreadTurn
    return kind.model_construct(
        turning_direction=side_of(wrapped) or Side.RIGHT, yaw_delta_deg=wrapped, reason="no usable answer"
    )


def _wrapped(yaw_deg: float) -> float:
    return yaw_deg if abs(yaw_deg) <= 180 else (yaw_deg + 180) % 360 - 180


PANORAMA = Role(
    name="panorama",
    title="Choose a heading from a look around",
    request=PanoramaRequest,
    reply=Turn,
    coerce=_coerce,
    fallback=_fallback,
)
