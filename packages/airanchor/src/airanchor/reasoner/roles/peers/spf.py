"""See, Point, Fly: where in the view to fly, and a label of how far that is."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationInfo, model_validator

from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.anchor_query import Pixel, check_pixel, coerce_pixel, convert_pixel
from airanchor.reasoner.roles.context import AnyText, finite, number, text_or_empty, whole

USUAL_LABEL = 4
"""The published label where a model gives none."""


@dataclass(frozen=True, slots=True, eq=False)
class PointRequest:
    """The view and the whole instruction, the same at every decision."""

    image: NDArray[np.uint8]
    instruction: str
    travels_m: tuple[float, ...]
    """What each label from 1 on means, in metres ahead."""
    may_stop: bool = True


class PointedTarget(Reply):
    """A point of the view, how far away it seems, and what it is."""

    pixel: Pixel
    depth: int
    label: AnyText
    stop: bool = False

    @model_validator(mode="after")
    def _is_in_range(self, info: ValidationInfo) -> "PointedTarget":
        request: PointRequest = request_of(info)
        check_pixel(self.pixel, request.image)
        if not 1 <= self.depth <= len(request.travels_m):
            raise ValueError(f"depth must be a whole number from 1 to {len(request.travels_m)}")
        return self


def _coerce(payload: Payload, request: PointRequest) -> Payload:
    """Numbers as strings, a label or depth that is missing, a pixel called point."""
    given = {**payload, "pixel": payload.get("pixel", payload.get("point"))}
    depth = payload.get("depth")
    return {
        **coerce_pixel(given),
        "depth": USUAL_LABEL if depth is None else whole(number(depth)),
        "label": text_or_empty(payload.get("label")),
        "stop": payload.get("stop") if payload.get("stop") is not None else False,
    }


def _convert(payload: Payload, request: PointRequest, pixels: PixelConvention) -> Payload:
    converted: Payload = convert_pixel(payload, request.image, pixels)
    return converted


def _fallback(payload: Payload, request: PointRequest) -> PointedTarget:
    """A depth out of range is brought into it; without a sound point a short way straight ahead."""
    depth = finite(payload.get("depth"))
    bounded = min(max(round(depth), 1), len(request.travels_m)) if depth is not None else USUAL_LABEL
    try:
        return PointedTarget.model_validate({**payload, "depth": bounded, "stop": False}, context=request)
    except ValueError:
        return _ahead(request)


def _ahead(request: PointRequest) -> PointedTarget:
    height_px, width_px = request.image.shape[:2]
    depth = min(USUAL_LABEL, len(request.travels_m))
    middle: Any = (width_px // 2, height_px // 2)
    return PointedTarget.model_construct(pixel=middle, depth=depth, label="no usable answer", stop=False)


SPF_POINT = Role(
    name="spf_point",
    title="Point at where to fly",
    request=PointRequest,
    reply=PointedTarget,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="spf/point",
)
SPF_ROLES = (SPF_POINT,)
