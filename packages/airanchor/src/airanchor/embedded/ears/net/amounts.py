"""Numbers in marked words: degrees of a turn, metres of a climb."""

import re

from airanchor.embedded.ears.tokens.numbers import Quantity, clock_turn_deg, read_measure, read_number
from airanchor.embedded.ears.tokens.tokens import Token, tokenize

_LEAST_DEG, _MOST_DEG = 15.0, 180.0
_MOST_M = 300.0
_LEAST_BARE_M = 4.0
"""A smaller number without a unit counts something else."""
_LABEL = re.compile(r"^\s*\w+\s*:")
"""What numbers a leg: "One: thirty right"."""
_FULL_HEIGHT = ("to", "at")
_LEFT = re.compile(r"\b(?:left\w*|port|(?:anti|counter)-?clockwise)\b", re.IGNORECASE)
_RIGHT = re.compile(
    r"\b(?:right\w*|starboard|(?<!anti-)(?<!counter-)clockwise)\b(?! (?:angle|around|round|about|turn\b))",
    re.IGNORECASE,
)
_BEFORE_HEIGHT = 3
"""How many words before its number a height is announced: "to just under thirty metres"."""


def turn_deg(words: str, heard_deg: int) -> float:
    """The turn by the side, number or hour of the clock that is said, where one is; right is positive."""
    tokens = tokenize(_LABEL.sub("", words))
    heard_deg = _said_side(words) * abs(heard_deg) or heard_deg
    sign = -1.0 if heard_deg < 0 else 1.0
    for at in range(len(tokens)):
        measure, number = read_measure(tokens, at), read_number(tokens, at)
        if measure is not None and measure.hour is not None:
            hour_deg = clock_turn_deg(measure.hour)
            return hour_deg if hour_deg * heard_deg > 0 else float(heard_deg)
        said = measure.degrees if measure is not None else number[0] if number is not None else None
        if said is not None and _LEAST_DEG <= said <= _MOST_DEG:
            return sign * said
    return float(heard_deg)


def _said_side(words: str) -> int:
    """-1 for left, 1 for right, 0 if none is said or both are."""
    return bool(_RIGHT.search(words)) - bool(_LEFT.search(words))


def climb_m(words: str) -> tuple[float | None, bool]:
    """How many metres up or down, and whether they are a height to get to; None if no number is said."""
    tokens = tokenize(words)
    for at in range(len(tokens)):
        measure = read_measure(tokens, at)
        metres = _metres(tokens, at, measure)
        if metres is not None and 0 < metres <= _MOST_M:
            is_height = any(token.lower in _FULL_HEIGHT for token in tokens[max(at - _BEFORE_HEIGHT, 0) : at])
            return round(metres, 1), is_height
    return None, False


def _metres(tokens: list[Token], at: int, measure: Quantity | None) -> float | None:
    """A length; a number without a unit is one in metres."""
    if measure is not None:
        return measure.metres
    number = read_number(tokens, at)
    is_part = number is None or number[0] < _LEAST_BARE_M or (at and tokens[at - 1].lower == "-")
    return None if number is None or is_part else number[0]
