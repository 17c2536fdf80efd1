"""A text as words with their places, and as the pieces that the text encoder knows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.perception.text.wordpiece import WordPiece

LONGEST_PIECES = 512
"""The encoder has no places for more."""
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class CutWords:
    """The words of a text, and the pieces of all of them between a start and an end mark."""

    spans: tuple[tuple[int, int], ...]
    """Each word as [start, end) of the text."""
    pieces: tuple[int, ...]
    heads: tuple[int, ...]
    """Where among the pieces each word begins."""
    is_whole: bool = True
    """Whether these are all words of the text."""


def cut(text: str, cutter: WordPiece) -> CutWords:
    """The words of a text up to what the encoder can take in."""
    found = [(match.span(), cutter.encode(match.group(), LONGEST_PIECES)) for match in _WORD.finditer(text)]
    start, end = cutter.encode("", 2)
    pieces: list[int] = [start]
    spans: list[tuple[int, int]] = []
    heads: list[int] = []
    for span, (_, *own, _) in found:
        if len(pieces) + len(own) >= LONGEST_PIECES:
            return CutWords(tuple(spans), (*pieces, end), tuple(heads), is_whole=False)
        if own:
            spans.append(span)
            heads.append(len(pieces))
            pieces += own
    return CutWords(tuple(spans), (*pieces, end), tuple(heads))


def covered(spans: Sequence[tuple[int, int]], start: int, end: int) -> range:
    """The words that lie in a stretch of the text."""
    inside = [place for place, (first, last) in enumerate(spans) if first < end and last > start]
    return range(inside[0], inside[-1] + 1) if inside else range(0)
