"""Renders a role's request into messages. An undefined name in a template is an error, never a blank.

Values come from instructions, signs and earlier replies, so they are data: they are cleaned, so that none can
close the tag it stands in or forge another. Templates are cut into their system and user part before they are
rendered, so no value can move that border.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import numpy as np
from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined, Template
from numpy.typing import NDArray

from airanchor.reasoner.chat import Author, ImagePart, Message, Part, TextPart
from airanchor.reasoner.pixels import PixelConvention, PixelOrder
from airanchor.reasoner.prompts.characters import clean
from airanchor.reasoner.role import Role

_USER = "=== user ===\n"
_IMAGE = re.compile("\x00([0-9]{1,3})\x00")
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def render(
    role: Role[Any, Any],
    request: object,
    pixels: PixelConvention,
    *,
    templates: Environment | None = None,
) -> tuple[Message, ...]:
    """The system and the user message of a request, by our own templates or by others."""
    images: list[NDArray[np.uint8]] = []
    values = _prepared(request, images)
    words = {**values, "title": role.title, "pixels": _pixel_words(pixels, images)}
    halves = _halves(templates or _own_templates(), f"{role.template or role.name}.md")
    system, user = (half.render(words).strip() for half in halves)
    return (Message(Author.SYSTEM, (TextPart(system),)), Message(Author.USER, _parts(user, images)))


def templates_from(loader: BaseLoader) -> Environment:
    """The settings every prompt is rendered with."""
    environment = Environment(
        loader=loader,
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["words"] = lambda number: NUMBER_WORDS[number] if 0 <= number <= 10 else str(number)
    environment.filters["line"] = lambda text: " ".join(str(text).split())
    return environment


@cache
def _own_templates() -> Environment:
    return templates_from(PackageLoader("airanchor.reasoner", "prompts"))


@cache
def _halves(templates: Environment, name: str) -> tuple[Template, Template]:
    assert templates.loader is not None
    source, _, _ = templates.loader.get_source(templates, name)
    system, user = source.split(_USER)
    return templates.from_string(system), templates.from_string(user)


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
    return {
        "order": "[u, v]" if pixels.order is PixelOrder.UV else "[v, u]",
        "u_max": u_max,
        "v_max": v_max,
        "width": width_px * pixels.image_scale,
        "height": height_px * pixels.image_scale,
    }


def _parts(text: str, images: list[NDArray[np.uint8]]) -> tuple[Part, ...]:
    pieces = _IMAGE.split(text)  # text, number, text, number, ..., text
    parts: list[Part] = []
    for place, piece in enumerate(pieces):
        if place % 2:
            parts.append(ImagePart(images[int(piece)]))
        elif piece:
            parts.append(TextPart(piece))
    return tuple(parts)
