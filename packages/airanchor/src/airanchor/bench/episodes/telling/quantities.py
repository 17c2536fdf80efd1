"""Distances, heights and angles in words: metres or feet, digits or number words, either spelling."""

from airanchor.bench.episodes.telling.traits import number_word

_FEET = 3.28084
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(number: int) -> str:
    """A whole number below a thousand, written out."""
    if number <= 12:
        return number_word(number)
    if number < 20:
        return _TEENS[number - 13]
    if number < 100:
        tens, ones = _TENS[number // 10 - 2], number % 10
        return f"{tens}-{number_word(ones)}" if ones else tens
    hundreds, rest = f"{in_words(number // 100)} hundred", number % 100
    return f"{hundreds} and {in_words(rest)}" if rest else hundreds


class LengthStyle:
    """How one speaker states lengths."""

    def __init__(self, unit: str, *, digits: bool, dialect: str, short: bool) -> None:
        self._unit = unit
        self._digits = digits
        self._short = short and digits
        self._metres = "meters" if dialect == "us" else "metres"

    def distance(self, metres: float) -> str:
        """A distance flown, rounded as people do."""
        if self._unit == "m":
            return self._say(max(5, round(metres / 5) * 5 if self._digits else round(metres / 10) * 10))
        return self._say(max(10, round(metres * _FEET / 25) * 25))

    def height(self, metres: float) -> str:
        """A height or a change of height."""
        if self._unit == "m":
            return self._say(max(1, round(metres)))
        return self._say(max(5, round(metres * _FEET / 5) * 5))

    def _say(self, number: int) -> str:
        amount = str(number) if self._digits else in_words(number)
        if self._short:
            return f"{amount} {'m' if self._unit == 'm' else 'ft'}"
        return f"{amount} {self._metres if self._unit == 'm' else 'feet'}"
