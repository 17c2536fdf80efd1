"""Words and numbers as mappers write them: names made printable, heights, colours, yes and no."""

import math
import re
from collections.abc import Mapping
from typing import Any

from aircity.city.solids.mesh import Colour

NAME_LENGTH = 80
MAX_HEIGHT_M = 1000.0
STOREY_M = 3.0
COORDINATE_LIMIT = 1e9
"""No place on Earth has a larger coordinate in any usual system."""

_NUMBER = re.compile(r"^\s*([+-]?\d+(?:[.,]\d+)?)\s*([a-z'’′\"]*)")
_FEET_INCHES = re.compile(
    r"^\s*(\d+(?:\.\d+)?)\s*(?:'|’|′|ft|feet)\s*(?:(\d+(?:\.\d+)?)\s*(?:\"|''|″|in)?)?\s*$"
)
_UNITS_M = {
    "": 1.0,
    "m": 1.0,
    "metre": 1.0,
    "metres": 1.0,
    "meter": 1.0,
    "meters": 1.0,
    "cm": 0.01,
    "km": 1000.0,
}
_NAMED_COLOURS: dict[str, Colour] = {
    "white": (0.93, 0.93, 0.91),
    "black": (0.12, 0.12, 0.13),
    "gray": (0.55, 0.55, 0.55),
    "grey": (0.55, 0.55, 0.55),
    "silver": (0.75, 0.76, 0.78),
    "red": (0.70, 0.20, 0.16),
    "maroon": (0.45, 0.12, 0.12),
    "brown": (0.45, 0.30, 0.20),
    "orange": (0.85, 0.50, 0.20),
    "yellow": (0.88, 0.78, 0.40),
    "beige": (0.86, 0.80, 0.68),
    "tan": (0.78, 0.68, 0.52),
    "cream": (0.92, 0.88, 0.76),
    "green": (0.30, 0.48, 0.30),
    "olive": (0.45, 0.45, 0.22),
    "blue": (0.28, 0.38, 0.60),
    "navy": (0.14, 0.18, 0.36),
    "teal": (0.20, 0.48, 0.48),
    "purple": (0.45, 0.28, 0.50),
    "pink": (0.88, 0.66, 0.66),
}


def clean_text(value: object, limit: int = NAME_LENGTH) -> str | None:
    """Printable text of at most `limit` characters on one line, or None if nothing is left."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    text = value[: 8 * limit] if isinstance(value, str) else str(value)[:limit]
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:limit].strip() or None


def number(value: object) -> float | None:
    """A finite number written as a number or as plain text, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = _NUMBER.match(value[:40].lower())
        if match is None:
            return None
        value = match.group(1).replace(",", ".")
    if not isinstance(value, str | int | float):
        return None
    try:
        result = float(value)
    except (OverflowError, ValueError):
        return None
    return result if math.isfinite(result) else None


def metres(value: object) -> float | None:
    """A length in metres from 12, "12.13 m", "12,5", "40'", "40 ft" or "5'6\\"", or None."""
    if not isinstance(value, str):
        return number(value)
    text = value[:40].lower().strip()
    feet = _FEET_INCHES.match(text)
    if feet:
        return 0.3048 * float(feet.group(1)) + 0.0254 * float(feet.group(2) or 0)
    match = _NUMBER.match(text)
    if match is None or match.group(2) not in _UNITS_M:
        return None
    return float(match.group(1).replace(",", ".")) * _UNITS_M[match.group(2)]


def first_metres(tags: Mapping[str, Any], *keys: str) -> float | None:
    """The first of several tags that holds a length in metres between 0 and MAX_HEIGHT_M."""
    for key in keys:
        value = metres(tags.get(key))
        if value is not None and 0.0 <= value <= MAX_HEIGHT_M:
            return value
    return None


def is_yes(value: object) -> bool:
    """Whether a tag says yes in any of the usual spellings."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "no", "n", "f", "false", "0", "none")
    return bool(value)


def parse_colour(value: object) -> Colour | None:
    """An sRGB colour from "#a0b0c0", "#abc" or a common name, or None."""
    if not isinstance(value, str):
        return None
    text = value.strip().lower().replace(" ", "").replace("_", "")
    if re.fullmatch(r"#[0-9a-f]{3}", text):
        text = "#" + "".join(2 * digit for digit in text[1:])
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return (red, green, blue)
    for prefix in ("", "light", "dark"):
        if text.startswith(prefix) and text[len(prefix) :] in _NAMED_COLOURS:
            return _NAMED_COLOURS[text[len(prefix) :]]
    return None


def colour_word(colour: Colour) -> str:
    """What a person would call a colour."""
    red, green, blue = colour
    high, low = max(colour), min(colour)
    if high - low < 0.09:
        return "white" if low > 0.78 else "black" if high < 0.2 else "light gray" if low > 0.6 else "gray"
    if high == red and green >= blue:
        warmth = (green - low) / (high - low)
        if warmth > 0.62:
            return "beige" if high > 0.75 and high - low < 0.35 else "yellow" if high > 0.7 else "tan"
        if high < 0.5:
            return "brown"
        return "red" if warmth < 0.35 else "orange" if high - low > 0.45 else "brown"
    if high == red:
        return "pink" if low > 0.5 else "red"
    return "green" if high == green and green - blue > 0.03 else "blue"
