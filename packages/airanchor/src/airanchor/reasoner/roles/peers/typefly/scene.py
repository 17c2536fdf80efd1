"""TypeFly's eyes: the picture as a list of named boxes, all that its planner ever learns of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.anchor_query import Pixel, check_pixel, coerce_pixel, convert_pixel
from airanchor.reasoner.roles.context import AnyText, Label, text_or_empty

MAX_LISTED = 16
"""Objects of one list; the most prominent come first."""
_CORNERS = ("top_left", "bottom_right")


@dataclass(frozen=True, slots=True, eq=False)
class SceneListRequest:
    """The view, and the text whose landmarks matter most."""

    image: NDArray[np.uint8]
    instruction: str


class BoxedObject(Reply):
    """A thing with the box around it."""

    name: Label
    colour: AnyText = ""
    top_left: Pixel
    bottom_right: Pixel

    @model_validator(mode="after")
    def _is_a_box(self, info: ValidationInfo) -> "BoxedObject":
        request: SceneListRequest = request_of(info)
        check_pixel(self.top_left, request.image)
        check_pixel(self.bottom_right, request.image)
        if self.top_left[0] > self.bottom_right[0] or self.top_left[1] > self.bottom_right[1]:
            raise ValueError("bottom_right must lie to the right of top_left and below it")
        return self


class SceneList(Reply):
    """What is in view; an empty list is an answer."""

    objects: tuple[BoxedObject, ...] = Field(strict=False, max_length=MAX_LISTED)


def _coerce(payload: Payload, request: SceneListRequest) -> Payload:
    """Numbers as strings, a colour that is missing; what exceeds the list is left out."""
    objects = payload.get("objects")
    if not isinstance(objects, list):
        return payload
    return {**payload, "objects": [_coerce_object(entry) for entry in objects[:MAX_LISTED]]}


def _coerce_object(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    corners = {name: _corner(entry.get(name)) for name in _CORNERS}
    return {**entry, "colour": text_or_empty(entry.get("colour", entry.get("color")))[:40], **corners}


def _corner(pair: Any) -> Any:
    return coerce_pixel({"pixel": pair})["pixel"]


def _convert(payload: Payload, request: SceneListRequest, pixels: PixelConvention) -> Payload:
    objects = payload.get("objects")
    if not isinstance(objects, list):
        return payload
    return {**payload, "objects": [_convert_object(entry, request, pixels) for entry in objects]}


def _convert_object(entry: Any, request: SceneListRequest, pixels: PixelConvention) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    corners = {
        name: convert_pixel({"pixel": entry.get(name)}, request.image, pixels)["pixel"] for name in _CORNERS
    }
    return {**entry, **corners}


def _fallback(payload: Payload, request: SceneListRequest) -> SceneList:
    """The sound entries; none is invented."""
    entries = payload.get("objects")
    kept: list[BoxedObject] = []
    for entry in entries if isinstance(entries, list) else []:
        try:
            kept.append(BoxedObject.model_validate(entry, context=request))
        except (ValueError, InputError):
            continue
    return SceneList(objects=tuple(kept[:MAX_LISTED]))


TYPEFLY_SCENE = Role(
    name="typefly_scene",
    title="List what is in view",
    request=SceneListRequest,
    reply=SceneList,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="typefly/scene",
)
