"""Things that are asked for by name and, where they are in the view, by a pixel on them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, TypeAdapter, ValidationInfo, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import request_of
from airanchor.reasoner.roles.anchor_query import (
    DirectionAsk,
    ObjectAsk,
    Pixel,
    check_pixel,
    coerce_ask,
    coerce_pixel,
    convert_pixel,
)


class PointedObjectAsk(ObjectAsk):
    """A thing to find by its words, perhaps with a pixel that lies on it."""

    pixel: Pixel | None = None
    view: Literal["ahead", "left", "right"] = "ahead"
    """Where the pixel lies: in the view ahead, or in the picture of both sides."""

    @model_validator(mode="after")
    def _lies_inside(self, info: ValidationInfo) -> "PointedObjectAsk":
        if self.pixel is not None:
            check_pixel(self.pixel, picture_of(self.view, request_of(info)))
        return self


def picture_of(view: object, request: Any) -> NDArray[np.uint8]:
    """The picture that a pixel of a view lies in."""
    picture: NDArray[np.uint8] = request.image
    return getattr(request, "sides", picture) if view in ("left", "right") else picture


PointedAsk = Annotated[PointedObjectAsk | DirectionAsk, Field(discriminator="type")]
_ASK: TypeAdapter[Any] = TypeAdapter(PointedAsk)


def coerce_asks(anchors: object) -> list[Any] | None:
    """Entries with their spelling forgiven; None where there is no list."""
    return [coerce_pixel(coerce_ask(entry)) for entry in anchors] if isinstance(anchors, list) else None


def convert_asks(
    anchors: Sequence[Any] | None, request: Any, pixels: PixelConvention, most: int
) -> list[Any] | None:
    """The entries that can be used, at most so many; None where there were some and none can be used.

    A thing whose pixel lies outside the picture is looked for by its name alone.
    """
    if anchors is None:
        return None
    sound = [one for entry in anchors if (one := _sound(entry, request, pixels)) is not None]
    return sound[:most] if sound or not anchors else None


def _sound(entry: Any, request: Any, pixels: PixelConvention) -> Any:
    view = entry.get("view") if isinstance(entry, dict) else None
    converted = convert_pixel(entry, picture_of(view, request), pixels)
    if _is_valid(converted, request):
        return converted
    if not (isinstance(entry, dict) and "pixel" in entry):
        return None
    nameable = {name: value for name, value in entry.items() if name not in ("pixel", "view")}
    return nameable if _is_valid(nameable, request) else None


def _is_valid(entry: Any, request: Any) -> bool:
    try:
        _ASK.validate_python(entry, context=request)
    except (ValueError, InputError):
        return False
    return True
