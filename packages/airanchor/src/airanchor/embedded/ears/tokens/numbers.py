"""Numbers, distances, angles and clock directions as instructions write them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.tokens.lexicon import SHARP, SLIGHT
from airanchor.embedded.ears.tokens.tokens import Token

SLIGHT_DEG = 30.0
SHARP_DEG = 135.0
"""The middle of what a sharp turn is in our training paths, 120 to 150."""

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
WORDS: Mapping[str, float] = {
    **{word: float(value) for value, word in enumerate(_ONES + _TEENS)},
    **{word: 10.0 * value for value, word in enumerate(_TENS, 2)},
    "hundred": 100.0,
    "thousand": 1000.0,
    "dozen": 12.0,
}
_RADIO: Mapping[str, str] = {
    **{word: str(value) for value, word in enumerate(_ONES)},
    "niner": "9",
    "oh": "0",
}
_METRES: Mapping[str, float] = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters", "mtrs", "mts"), 1.0),
    **dict.fromkeys(("ft", "foot", "feet"), 0.3048),
    **dict.fromkeys(("yd", "yard", "yards", "yds"), 0.9144),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), 1000.0),
    **dict.fromkeys(("mile", "miles"), 1609.344),
    **dict.fromkeys(("floor", "floors", "story", "stories", "storey", "storeys"), 3.0),
}
_DEGREES = frozenset(("degree", "degrees", "deg", "degs", "°", "º"))
_CLOCK = frozenset(("o'clock", "oclock"))
_BLOCKS = frozenset(("block", "blocks"))
_LOOSE = frozenset(
    ("step", "steps", "pace", "paces", "second", "seconds", "minutes", "minute", "times", "way", "bit")
)
_COMPARED = frozenset(("higher", "lower", "further", "farther", "closer", "above", "below", "past"))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity and where it ends, as an index of tokens."""

    end: int
    metres: float | None = None
    degrees: float | None = None
    hour: int | None = None
    blocks: int | None = None


def read_number(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """The number that starts at `at`, in digits or words, and the index after it."""
    spoken = _spoken(tokens, at)
    if spoken is not None:
        return spoken
    total, index = 0.0, at
    while index < len(tokens) and index < at + 6:
        word = tokens[index].lower
        if index == at and (value := _digits(word)) is not None:
            total = value
        elif (value := _spelled(word)) is not None:
            total = max(total, 1.0) * value if value in (100.0, 1000.0) else total + value
        elif not (word == "and" and total >= 100.0 and _continues(tokens, index + 1)):
            break
        index += 1
    return (total, index) if index > at else None


def _spoken(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """As on the radio: "one three five", "one-thirty-five" and "one oh five"."""
    digits, index = "", at
    while index < min(len(tokens), at + 4):
        said = ""
        for word in tokens[index].lower.split("-"):
            said += _RADIO.get(word, "") or (str(int(WORDS[word])) if WORDS.get(word, 100.0) < 100.0 else "?")
        if "?" in said:
            break
        digits, index = digits + said, index + 1
    parts = [word for token in tokens[at:index] for word in token.lower.split("-")]
    if len(parts) < 2 or parts[0] not in _RADIO:
        return None
    if len(parts) == 3 and parts[1] in _TENS:
        digits = digits[:2] + digits[3:]
    return (float(digits), index) if 2 <= len(digits) <= 3 else None


def read_measure(tokens: Sequence[Token], at: int) -> Quantity | None:
    """ "40 metres", "a few steps", "45°", "3 o'clock", "two blocks"; None where no quantity starts here."""
    index = at + 1 if tokens[at].lower in ("a", "an", "another", "the", "your") else at
    if index < len(tokens) and tokens[index].lower in ("few", "couple", "little", "half", "quarter", "short"):
        index += 1
        if index < len(tokens) and tokens[index].lower in _COMPARED:
            return Quantity(index)
        if index < len(tokens) and tokens[index].lower in ("of", "more", "a"):
            index += 1
        return (
            Quantity(index + 1) if index < len(tokens) and tokens[index].lower in _LOOSE | _BLOCKS else None
        )
    found = read_number(tokens, index)
    value, index = found if found else (1.0, index)
    index += _skips(tokens, index) if found else 0
    if index >= len(tokens) or (not found and index == at):
        return None
    return _with_unit(tokens, index, value)


def _skips(tokens: Sequence[Token], index: int) -> int:
    """ "two or three steps", "40 more metres", "90-degree"."""
    if (
        index + 1 < len(tokens)
        and tokens[index].lower in ("or", "to", "-")
        and read_number(tokens, index + 1)
    ):
        return 2
    return int(index < len(tokens) and tokens[index].lower in ("more", "full", "whole", "-"))


def _with_unit(tokens: Sequence[Token], index: int, value: float) -> Quantity | None:
    unit, end = tokens[index].lower, index + 1
    if unit in _METRES:
        return Quantity(end, metres=value * _METRES[unit])
    if unit in _DEGREES:
        return Quantity(end, degrees=value)
    if unit in _CLOCK and 1 <= value <= 12:
        return Quantity(end, hour=int(value))
    if unit in _BLOCKS:
        return Quantity(end, blocks=int(value)) if value >= 1 and tokens[index - 1].lower != "the" else None
    is_counted = tokens[index - 1].lower != "the" or unit == "way"
    return Quantity(end) if unit in _LOOSE and is_counted else None


def clock_turn_deg(hour: int) -> float:
    """The signed angle of a clock direction, positive to the right: 3 is 90, 9 is -90, 6 is 180."""
    angle = (hour % 12) * 30.0
    return angle if angle <= 180.0 else angle - 360.0


def net_turn_deg(degrees: float) -> float:
    """The turn that ends at the same heading, above -180 up to 180: 270 is -90, and 720 is none."""
    return 180.0 - (180.0 - degrees) % 360.0


def manner_deg(word: str) -> float | None:
    """The angle that "slightly" or "sharp" stands for."""
    if word in SLIGHT:
        return SLIGHT_DEG
    return SHARP_DEG if word in SHARP else None


def _continues(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and _spelled(tokens[at].lower) is not None


def _digits(word: str) -> float | None:
    text = word.replace(",", "")
    return float(text) if text and text.replace(".", "", 1).isdecimal() and text.isascii() else None


def _spelled(word: str) -> float | None:
    if word in WORDS:
        return WORDS[word]
    tens, _, ones = word.partition("-")
    return WORDS[tens] + WORDS[ones] if tens in _TENS and ones in _ONES[1:] else None
