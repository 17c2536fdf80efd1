"""NavGPT's eyes: what each direction shows, in a sentence and as named boxes. One call for all directions."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import Label, Text, text_or_empty, whole
from airanchor.reasoner.roles.peers.navgpt.directions import Octant

UNDESCRIBED = "not described"


@dataclass(frozen=True, slots=True, eq=False)
class DirectionPicture:
    """The raw picture of one direction."""

    direction: Octant
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class NavGptCaptionRequest:
    """The instruction and the pictures of the directions that are looked at."""

    instruction: str
    views: tuple[DirectionPicture, ...]
    most_objects: int
    """Objects that are wanted of one picture."""


Edge = Annotated[int, Field(ge=0)]


class BoxedObject(Reply):
    """A named thing and its box: left, top, right, bottom, the last column and row included."""

    name: Label
    box: tuple[Edge, Edge, Edge, Edge] = Field(strict=False)

    @model_validator(mode="after")
    def _is_box(self) -> "BoxedObject":
        left, top, right, bottom = self.box
        if left > right or top > bottom:
            raise ValueError(f"box {list(self.box)} must run from its top left to its bottom right corner")
        return self


class DirectionCaption(Reply):
    """What one direction shows."""

    direction: Octant = Field(strict=False)
    caption: Text
    objects: tuple[BoxedObject, ...] = Field(strict=False)


class NavGptCaptions(Reply):
    """Every direction that was asked about, once."""

    views: tuple[DirectionCaption, ...] = Field(strict=False)

    @model_validator(mode="after")
    def _is_complete(self, info: ValidationInfo) -> "NavGptCaptions":
        request: NavGptCaptionRequest = request_of(info)
        asked = [view.direction for view in request.views]
        told = [view.direction for view in self.views]
        if sorted(told) != sorted(asked):
            names = [[one.value for one in directions] for directions in (asked, told)]
            raise ValueError(f"views must hold each of {names[0]} once, not {names[1]}")
        for view in self.views:
            _check_inside(view, request)
        return self


def _check_inside(view: DirectionCaption, request: NavGptCaptionRequest) -> None:
    height_px, width_px = picture_of_direction(view.direction, request).shape[:2]
    for one in view.objects:
        if one.box[2] >= width_px or one.box[3] >= height_px:
            raise ValueError(f"box {list(one.box)} lies outside the picture of {width_px}x{height_px} pixels")


def picture_of_direction(direction: object, request: NavGptCaptionRequest) -> NDArray[np.uint8]:
    """The picture of a direction; all are of one size, so the first stands for one that was not asked."""
    found = (view.image for view in request.views if view.direction == direction)
    return next(found, request.views[0].image)


def _coerce(payload: Payload, request: NavGptCaptionRequest) -> Payload:
    views = payload.get("views")
    return {**payload, "views": [_coerced(entry) for entry in views]} if isinstance(views, list) else payload


def _coerced(entry: Any) -> Any:
    """Letter case of the direction; objects that are missing; numbers as strings."""
    if not isinstance(entry, dict):
        return entry
    direction, objects = entry.get("direction"), entry.get("objects")
    if isinstance(direction, str):
        direction = " ".join(direction[:40].replace("-", " ").replace("_", " ").title().split())
    objects = [_coerced_object(one) for one in objects] if isinstance(objects, list) else objects or []
    return {**entry, "direction": direction, "objects": objects}


def _coerced_object(entry: Any) -> Any:
    box = entry.get("box") if isinstance(entry, dict) else None
    return {**entry, "box": [whole(edge) for edge in box]} if isinstance(box, list) else entry


def _convert(payload: Payload, request: NavGptCaptionRequest, pixels: PixelConvention) -> Payload:
    views = payload.get("views")
    if not isinstance(views, list):
        return payload
    return {**payload, "views": [_converted(entry, request, pixels) for entry in views]}


def _converted(entry: Any, request: NavGptCaptionRequest, pixels: PixelConvention) -> Any:
    objects = entry.get("objects") if isinstance(entry, dict) else None
    if not isinstance(objects, list):
        return entry
    height_px, width_px = picture_of_direction(entry.get("direction"), request).shape[:2]
    return {**entry, "objects": [_boxed(one, (width_px, height_px), pixels) for one in objects]}


def _boxed(entry: Any, size_px: tuple[int, int], pixels: PixelConvention) -> Any:
    """The entry with both corners in our convention, or the fault of a box that lies outside."""
    box = entry.get("box") if isinstance(entry, dict) else None
    if not isinstance(box, list) or len(box) != 4 or any(type(edge) is not int for edge in box):
        return entry
    try:
        first, last = (pixels.to_pixel((box[at], box[at + 1]), *size_px) for at in (0, 2))
    except InputError as error:
        return {**entry, "box": error}
    return {**entry, "box": [*first, *last]}


def _fallback(payload: Payload, request: NavGptCaptionRequest) -> NavGptCaptions:
    """What is sound of each direction: its caption, and those of its objects that lie in its picture."""
    entries = payload.get("views")
    told = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return NavGptCaptions.model_construct(
        views=tuple(_salvaged(view.direction, told, request) for view in request.views)
    )


def _salvaged(direction: Octant, entries: list[Payload], request: NavGptCaptionRequest) -> DirectionCaption:
    entry = next((one for one in entries if one.get("direction") == direction.value), {})
    bare = DirectionCaption(
        direction=direction, caption=text_or_empty(entry.get("caption")).strip() or UNDESCRIBED, objects=()
    )
    objects = entry.get("objects")
    sound = [
        one for raw in (objects if isinstance(objects, list) else []) if (one := _sound(raw, bare, request))
    ]
    return bare.model_copy(update={"objects": tuple(sound)})


def _sound(raw: object, view: DirectionCaption, request: NavGptCaptionRequest) -> BoxedObject | None:
    try:
        found = BoxedObject.model_validate(raw)
        _check_inside(view.model_copy(update={"objects": (found,)}), request)
    except (ValueError, InputError):
        return None
    return found


NAVGPT_CAPTION = Role(
    name="navgpt_caption",
    title="Describe every direction",
    request=NavGptCaptionRequest,
    reply=NavGptCaptions,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="navgpt/caption",
)
