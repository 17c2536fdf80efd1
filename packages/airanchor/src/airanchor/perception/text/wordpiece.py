"""WordPiece: cuts a text into the pieces that uncased BERT models were trained on.

The words of the vocabulary's own markers, such as [SEP], are ordinary text here: what a camera reads from a
sign must not be able to end a sentence.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

LONGEST_WORD = 100
"""Longer words become one unknown piece."""

_SPACES = re.compile(r"[ \t\r\n]+")
_CHUNKS_KEPT = 8192
"""Prompts use the same words again and again."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co")
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """A vocabulary and the greedy longest-first cut of words into its pieces."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._ids = dict(vocabulary)
        self._unknown = self._ids["[UNK]"]
        self._start, self._end = self._ids["[CLS]"], self._ids["[SEP]"]
        self._pieces = lru_cache(maxsize=_CHUNKS_KEPT)(self._cut_chunk)

    @classmethod
    def read(cls, path: Path) -> "WordPiece":
        """From a vocabulary file with one piece per line."""
        pieces = path.read_text(encoding="utf-8").split("\n")
        return cls({piece: number for number, piece in enumerate(pieces) if piece})

    def encode(self, text: str, longest: int) -> list[int]:
        """The ids of a text between start and end marks, at most `longest` of them."""
        ids = [number for chunk in _SPACES.split(text) for number in self._pieces(chunk)]
        return [self._start, *ids[: longest - 2], self._end]

    def count(self, text: str) -> int:
        """How many pieces a text has, without the marks."""
        return sum(len(self._pieces(chunk)) for chunk in _SPACES.split(text))

    def _cut_chunk(self, chunk: str) -> tuple[int, ...]:
        """The ids of what stands between two spaces; nothing in it depends on its neighbours."""
        return tuple(number for word in words(chunk) for number in self._cut(word))

    def _cut(self, word: str) -> list[int]:
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                found = self._ids.get(prefix + word[start:end])
                if found is not None:
                    break
            else:
                return [self._unknown]
            ids.append(found)
            start = end
        return ids


def words(text: str) -> Iterator[str]:
    """The words and punctuation marks of a text, lower case and without accents."""
    spaced = "".join(_replacement(character) for character in text)
    bare = "".join(c for c in unicodedata.normalize("NFD", spaced) if unicodedata.category(c) != "Mn")
    # One character at a time: str.lower would change a final sigma by its neighbours.
    lower = "".join(character.lower() for character in bare)
    for chunk in lower.split():
        yield from _split_punctuation(chunk)


def _split_punctuation(chunk: str) -> Iterator[str]:
    word = ""
    for character in chunk:
        if not _is_punctuation(character):
            word += character
            continue
        if word:
            yield word
        yield character
        word = ""
    if word:
        yield word


@lru_cache(maxsize=4096)
def _replacement(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if character == "\ufffd" or unicodedata.category(character) in _UNSEEN:
        return ""
    if character.isspace():
        return " "
    if any(first <= ord(character) <= last for first, last in _IDEOGRAPHS):
        return f" {character} "
    return character


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    is_ascii_symbol = character.isascii() and character.isprintable() and not character.isalnum()
    return (is_ascii_symbol and character != " ") or unicodedata.category(character).startswith("P")
