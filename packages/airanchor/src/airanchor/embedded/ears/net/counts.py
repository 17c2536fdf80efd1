"""Which of a row a leg is about, and how long it is, as its words say: "pass the second", "for 80 metres"."""

import re

from airanchor.embedded.ears.tokens.numbers import read_measure
from airanchor.embedded.ears.tokens.tokens import tokenize

_PLACES = {
    **dict.fromkeys(("second", "2nd", "two", "2", "both", "farther one", "further one"), 2),
    **dict.fromkeys(("third", "3rd", "three", "3"), 3),
    **dict.fromkeys(("fourth", "4th", "four", "4"), 4),
}
_NTH, _CARDINAL = "second|2nd|third|3rd|fourth|4th", "two|three|four|2|3|4"
_UNITS = r" (?:m|met\w+|feet|foot|o'clock|degrees)\b"
_COUNTED = (
    rf"\b(?:the|its|that) ({_NTH})\b(?! (?:time|leg|stop|turn|thing|street|road|floor|corner|crossing))",
    rf"\b(?:number|no\.?|nr\.?|#) ?({_CARDINAL})\b",
    rf"\b({_CARDINAL}) of (?:them|those|these)\b",
    rf"(?<!half )(?<!quarter )\b(?:pass|passed|past|after|all|let) (?:all )?({_CARDINAL})\b(?!{_UNITS})",
    r"\b(both|(?:farther|further) one)\b",
)
_NOT_FLOWN = re.compile(
    r"\b(?:short|off|away|from|left|right|clear|before|after|still|more|out|beside)\b", re.I
)
_SHORTEST_M, _LONGEST_M = 15.0, 400.0


def place_in_row(words: str) -> int | None:
    """2 for "pass the second", "number two", "two of them"; None if nothing is counted."""
    for pattern in _COUNTED:
        found = re.search(pattern, words, re.IGNORECASE)
        if found is not None:
            return _PLACES[found[1].lower()]
    return None


def length_m(words: str) -> float | None:
    """The metres that are to be flown; None where they tell how far off something is."""
    if _NOT_FLOWN.search(words):
        return None
    tokens = tokenize(words)
    for at in range(len(tokens)):
        measure = read_measure(tokens, at)
        if measure is not None and measure.metres is not None:
            return round(measure.metres, 1) if _SHORTEST_M <= measure.metres <= _LONGEST_M else None
    return None
