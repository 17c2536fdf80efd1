"""Anchor query: which K things would be most useful to measure for the next decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, TypeAdapter, ValidationInfo, model_validator
from pydantic.json_schema import SkipJsonSchema

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.context import Context, NamedObject, coerce_object, whole

MAX_COUNT = 10


@dataclass(frozen=True, slots=True, eq=False)
class AnchorQueryRequest:
    """The raw view and the context."""

    image: NDArray[np.uint8]
    context: Context
    count: int = 3
    allows_directions: bool = True
    """Without directional anchors only objects are asked for."""
    allows_objects: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_COUNT:
            raise InputError(f"count {self.count} must be from 1 to {MAX_COUNT}")
        if not (self.allows_objects or self.allows_directions):
            raise InputError("neither objects nor directions are allowed; allow one kind of anchor at least")


def _refuse_fault(value: Any) -> Any:
    if isinstance(value, InputError):
        raise ValueError(str(value))
    return value


Pixel = Annotated[tuple[int, int], BeforeValidator(_refuse_fault), Field(strict=False)]
"""A pixel (u, v) of the seen image, or the fault that stands where it could not be converted."""


class ObjectAsk(NamedObject):
    """A thing to find by its words."""

    type: Literal["object"]


class DirectionAsk(Reply):
    """A pixel to look along."""

    type: Literal["direction"]
    pixel: Pixel

    @model_validator(mode="after")
    def _lies_inside(self, info: ValidationInfo) -> "DirectionAsk":
        request: AnchorQueryRequest = request_of(info)
        check_pixel(self.pixel, request.image)
        return self


Ask = Annotated[ObjectAsk | DirectionAsk, Field(discriminator="type")]
_ASK: TypeAdapter[Any] = TypeAdapter(Ask)


class AnchorAsks(Reply):
    """What to measure; the place in the list is the anchor's number."""

    anchors: tuple[Ask, ...] = Field(strict=False)
    places: SkipJsonSchema[tuple[int, ...]] = ()
    """The numbers the anchors had in the answer, from 1; set where some were left out."""

    @model_validator(mode="after")
    def _is_complete(self, info: ValidationInfo) -> "AnchorAsks":
        request: AnchorQueryRequest = request_of(info)
        if len(self.anchors) != request.count:
            raise ValueError(f"anchors must hold exactly {request.count} entries, not {len(self.anchors)}")
        for ask in self.anchors:
            _check_allowed(ask, request)
        return self

    @property
    def numbered(self) -> tuple[tuple[int, ObjectAsk | DirectionAsk], ...]:
        """Each ask with its number."""
        return tuple(zip(self.places or range(1, len(self.anchors) + 1), self.anchors, strict=True))


def check_pixel(pixel: tuple[int, int], image: NDArray[np.uint8]) -> None:
    """Raise unless the pixel lies in the image."""
    height_px, width_px = image.shape[:2]
    if not (0 <= pixel[0] < width_px and 0 <= pixel[1] < height_px):
        raise ValueError(
            f"pixel {list(pixel)} lies outside the image; "
            f"u must be in 0..{width_px - 1} and v in 0..{height_px - 1}"
        )


def _check_allowed(ask: ObjectAsk | DirectionAsk, request: AnchorQueryRequest) -> None:
    if not _is_allowed(ask, request):
        raise ValueError(f"anchors of type {ask.type!r} are not wanted here")


def _is_allowed(ask: ObjectAsk | DirectionAsk, request: AnchorQueryRequest) -> bool:
    return request.allows_objects if isinstance(ask, ObjectAsk) else request.allows_directions


def coerce_pixel(entry: Any) -> Any:
    """Coordinates written as strings or as 255.0 become integers, also where the pair is one string."""
    pixel = entry.get("pixel") if isinstance(entry, Mapping) else None
    if isinstance(pixel, str) and len(pixel) <= 40:
        pixel = pixel.strip().strip("[]()").split(",")
    if isinstance(pixel, list):
        return {**entry, "pixel": [whole(value) for value in pixel]}
    return entry


def convert_pixel(entry: Any, image: NDArray[np.uint8], pixels: PixelConvention) -> Any:
    """The entry with its pixel in our convention, or the fault of one that lies outside.

    What is no pair of integers is left for the check.
    """
    pair = entry.get("pixel") if isinstance(entry, Mapping) else None
    if not isinstance(pair, list) or len(pair) != 2 or any(type(value) is not int for value in pair):
        return entry
    height_px, width_px = image.shape[:2]
    try:
        return {**entry, "pixel": list(pixels.to_pixel((pair[0], pair[1]), width_px, height_px))}
    except InputError as error:
        return {**entry, "pixel": error}


def _coerce(payload: Payload, request: AnchorQueryRequest) -> Payload:
    anchors = payload.get("anchors")
    if not isinstance(anchors, list):
        return payload
    return {**payload, "places": (), "anchors": [coerce_ask(entry) for entry in anchors]}


def coerce_ask(entry: Any) -> Any:
    """Letter case of the type, attributes that are missing, numbers as strings."""
    if isinstance(entry, dict) and isinstance(entry.get("type"), str):
        entry = {**entry, "type": entry["type"].strip().lower()}
    if isinstance(entry, dict) and entry.get("type") == "object":
        return coerce_object(entry)
    return coerce_pixel(entry)


def _convert(payload: Payload, request: AnchorQueryRequest, pixels: PixelConvention) -> Payload:
    anchors = payload.get("anchors")
    if not isinstance(anchors, list):
        return payload
    return {**payload, "anchors": [convert_pixel(entry, request.image, pixels) for entry in anchors]}


def _fallback(payload: Payload, request: AnchorQueryRequest) -> AnchorAsks:
    """The sound entries, at most K, with the numbers they had; none is invented."""
    entries = payload.get("anchors")
    kept: list[tuple[int, ObjectAsk | DirectionAsk]] = []
    for place, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        ask = sound_ask(entry, request)
        if ask is not None and _is_allowed(ask, request) and len(kept) < request.count:
            kept.append((place, ask))
    return AnchorAsks.model_construct(
        anchors=tuple(ask for _, ask in kept), places=tuple(place for place, _ in kept)
    )


def sound_ask(entry: object, request: object) -> ObjectAsk | DirectionAsk | None:
    """One entry, if it can be used; its pixel must lie in the request's image."""
    try:
        ask: ObjectAsk | DirectionAsk = _ASK.validate_python(entry, context=request)
    except (ValueError, InputError):
        return None
    return ask


ANCHOR_QUERY = Role(
    name="anchor_query",
    title="Choose what to measure next",
    request=AnchorQueryRequest,
    reply=AnchorAsks,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
)
