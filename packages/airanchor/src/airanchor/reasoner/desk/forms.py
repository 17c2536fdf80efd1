"""Pieces of forms: choices with titles, one form of several, and pixels tied to the picture they lie in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a question, as it is read."""

    caption: str
    size_px: tuple[int, int] | None
    """Width and height; None where it cannot be read."""


def place_ahead(pictures: Sequence[Shown]) -> int:
    """Which picture a pixel lies in unless another is named: the view ahead as it is now."""
    ahead = [place for place, one in enumerate(pictures) if one.caption.startswith("View ahead")]
    return ahead[-1] if ahead else 0


def place_of_sides(pictures: Sequence[Shown]) -> int | None:
    """Which picture shows both sides."""
    return next((at for at, one in enumerate(pictures) if one.caption.startswith("Views to the left")), None)


def pixel_in(field: Schema, place: int, pictures: Sequence[Shown]) -> Schema:
    """The field of a pixel, tied to a picture and held within it."""
    if place >= len(pictures):
        return field
    own, size_px = {**field, "picture": place}, pictures[place].size_px
    if size_px is not None:
        own["prefixItems"] = [
            {**coordinate, "minimum": 0, "maximum": side_px - 1}
            for side_px, coordinate in zip(size_px, field["prefixItems"], strict=True)
        ]
    return own


def choice(value: str | int | None, title: str) -> Schema:
    """One value that may be chosen, under a title."""
    return {"const": value, "title": title}


def form_of(schema: Schema, title: str, fields: Mapping[str, Schema]) -> Schema:
    """The same object with some of its fields narrowed."""
    own = {**schema, "title": title, "properties": {**schema["properties"], **fields}}
    own.pop("$defs", None)
    return own


def tagged(schema: Schema, tag: str, variants: Mapping[str, Mapping[str, Schema]]) -> Schema:
    """One of several forms, known by the value of one property."""
    return {
        "$defs": schema.get("$defs", {}),
        "title": schema.get("title", ""),
        "oneOf": [form_of(schema, value, {tag: {"const": value}, **own}) for value, own in variants.items()],
        "discriminator": {"propertyName": tag},
    }
