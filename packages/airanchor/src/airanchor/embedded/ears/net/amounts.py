"""Numbers in marked words: degrees of a turn, metres of a climb."""

import re

from airanchor.embedded.ears.tokens.numbers import Quantity, clock_turn_deg, read_measure, read_number
from airanchor.embedded.ears.tokens.tokens import Token, tokenize

_LEAST_DEG, _MOST_DEG = 20.0, 180.0
_MOST_M = 300.0
_FULL_HEIGHT = ("to", "at")
_SIDES = {
    -1.0: re.compile(r"\b(?:left\w*|port|(?:anti-?|counter-?)clockwise)\b", re.IGNORECASE),
    1.0: re.compile(
        r"\b(?:right(?:-?hand)?|rightwards?|starboard|(?<!anti-)(?<!counter-)clockwise)\b"
        r"(?! (?:angle|around|round|about|turn\b))",
        re.IGNORECASE,
    ),
}
_BEFORE_HEIGHT = 3
"""How many words before its number a height is announced: "to just under thirty metres"."""


def turn_deg(words: str, heard_deg: int) -> float:
    """The turn by the side, number or hour of the clock that is said, where one is; right is positive."""
    tokens = tokenize(words)
    said_signs = [sign for sign, words_of in _SIDES.items() if words_of.search(words)]
    sign = said_signs[0] if len(said_signs) == 1 else -1.0 if heard_deg < 0 else 1.0
    heard_deg = int(sign * abs(heard_deg))
    for at in range(len(tokens)):
        measure, number = read_measure(tokens, at), read_number(tokens, at)
        if measure is not None and measure.hour is not None:
            hour_deg = clock_turn_deg(measure.hour)
            return hour_deg if hour_deg * heard_deg > 0 else float(heard_deg)
        said = measure.degrees if measure is not None else number[0] if number is not None else None
        if said is not None and _LEAST_DEG <= said <= _MOST_DEG:
            return sign * said
    return float(heard_deg)


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
    return None if number is None or (at and tokens[at - 1].lower == "-") else number[0]
