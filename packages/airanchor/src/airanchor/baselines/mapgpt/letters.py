"""Letters for options: A to Z, then AA, AB and so on, so that every option has one of its own."""

import re

_LETTERS = 26
_FORM = re.compile(r"[A-Z]{1,6}")


def letter_of(index: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    if index < 0:
        raise ValueError(f"option {index} has no letter; options count from 0")
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def index_of(letters: str) -> int:
    """The other way round."""
    if not _FORM.fullmatch(letters):
        raise ValueError(f"{letters[:20]!r} is no letter of an option; they are A, B, ..., Z, AA, ...")
    index = 0
    for letter in letters:
        index = index * _LETTERS + ord(letter) - ord("A") + 1
    return index - 1
