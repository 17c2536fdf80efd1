"""Renders a role's request into messages. An undefined name in a template is an error, never a blank.

Values come from instructions, signs and earlier replies, so they are data: control characters go, and angle
brackets become ‹ and ›, so that no value can close the tag it stands in or forge another.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from numpy.typing import NDArray

from airanchor.reasoner.chat import Author, ImagePart, Message, Part, TextPart
from airanchor.reasoner.pixels import PixelConvention, PixelOrder
from airanchor.reasoner.role import Role

_USER = "=== user ===\n"
_IMAGE = re.compile("\x00([0-9]{1,3})\x00")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def render(role: Role[Any, Any], request: object, pixels: PixelConvention) -> tuple[Message, ...]:
    """The system and the user message of a request."""
    images: list[NDArray[np.uint8]] = []
    context = _prepared(request, images)
    text = (
        _environment()
        .get_template(f"{role.name}.md")
        .render(**context, title=role.title, pixels=_pixel_words(pixels, images))
    )
    system, user = text.split(_USER)
    return (
        Message(Author.SYSTEM, (TextPart(system.strip()),)),
        Message(Author.USER, _parts(user.strip(), images)),
    )


def clean(text: str) -> str:
    """A value made safe to stand in a prompt."""
    return _CONTROL.sub(" ", text).replace("<", "‹").replace(">", "›").strip()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("airanchor.reasoner", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["words"] = lambda number: _NUMBERS[number] if 0 <= number <= 10 else str(number)
    return environment


def _prepared(value: Any, images: list[NDArray[np.uint8]]) -> Any:
    """The value for a template: texts cleaned, images replaced by numbered marks."""
    if isinstance(value, np.ndarray):
        images.append(value)
        return f"\x00{len(images) - 1}\x00"
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return clean(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _prepared(getattr(value, field.name), images) for field in fields(value)}
    if isinstance(value, Mapping):
        return {clean(str(key)): _prepared(entry, images) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [_prepared(entry, images) for entry in value]
    return value


def _pixel_words(pixels: PixelConvention, images: list[NDArray[np.uint8]]) -> dict[str, object]:
    if not images:
        return {}
    height_px, width_px = images[0].shape[:2]
    u_max, v_max = pixels.limits(width_px, height_px)
    order = "[u, v]" if pixels.order is PixelOrder.UV else "[v, u]"
    return {"order": order, "u_max": u_max, "v_max": v_max, "width": width_px, "height": height_px}


def _parts(text: str, images: list[NDArray[np.uint8]]) -> tuple[Part, ...]:
    pieces = _IMAGE.split(text)  # text, number, text, number, ..., text
    parts: list[Part] = []
    for place, piece in enumerate(pieces):
        if place % 2:
            parts.append(ImagePart(images[int(piece)]))
        elif piece:
            parts.append(TextPart(piece))
    return tuple(parts)
