"""Text into tokens with their places; "flat - roofed" is one word, an abbreviation keeps its dot."""

import re
from dataclasses import dataclass

from airanchor.embedded.ears.tokens.lexicon import ABBREVIATIONS, ADVERBS, FUNCTION_WORDS, SIDES
from airanchor.embedded.ears.verbs.verbs import VerbKind, read_verb

MAX_CHARACTERS = 12_000
"""Longer texts are read up to here: an instruction is never that long, and reading must stay cheap."""

_PATTERN = re.compile(
    r"\d{1,9}(?:st|nd|rd|th)\b"
    r"|\d{1,9}/\d{1,9}"
    r"|\d{1,9}+(?:[.,]\d{1,9}+)?+(?![^\W\d_]*-[^\W\d_])"
    r"|[^\W_]+(?:['’&-][^\W_]+|\.(?![A-Z][a-z]{2})[^\W_]+)*(?<=[^\W_])(?:['’](?=\s[A-Z])|(?<=s)['’](?=\s[a-z]))?"
    r"|\S"
)
_APART = FUNCTION_WORDS | (ADVERBS - SIDES.keys())
_PREFIXES = frozenset(("off", "multi", "semi", "mid", "half", "all", "two", "one", "ultra"))
_DASHES = frozenset("-–—")
_ENDS = frozenset(".!?")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark."""

    text: str
    lower: str
    start: int
    end: int
    is_word: bool
    is_capital: bool
    """Written with a capital where the place in the sentence does not ask for one."""
    opens_sentence: bool
    precedes_capital: bool


def tokenize(text: str) -> list[Token]:
    """The tokens of the first `MAX_CHARACTERS` characters."""
    text = text[:MAX_CHARACTERS]
    pieces = _join_dots(_join_hyphens([match.span() for match in _PATTERN.finditer(text)], text), text)
    capitals_mean_names = any(character.islower() for character in text)
    tokens: list[Token] = []
    opens = True
    for place, (start, end) in enumerate(pieces):
        following = text[pieces[place + 1][0]] if place + 1 < len(pieces) else ""
        word = text[start:end]
        is_word = word[0].isalnum()
        tokens.append(
            Token(
                text=word,
                lower=_plain(word),
                start=start,
                end=end,
                is_word=is_word,
                is_capital=capitals_mean_names and is_word and any(map(str.isupper, word)),
                opens_sentence=opens and is_word,
                precedes_capital=following.isupper(),
            )
        )
        opens = word in _ENDS or word in "\n:•" or (opens and not is_word)
    return tokens


def _plain(word: str) -> str:
    return "-".join(part.strip() for part in re.split("[-–—]", word.lower().replace("’", "'")))


def _join_hyphens(spans: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """ "flat - roofed" is one word; the dash of "go on - this is far" is not."""
    joined: list[tuple[int, int]] = []
    at = 0
    while at < len(spans):
        start, end = spans[at]
        while at + 2 < len(spans) and _is_hyphen(text, end, spans[at : at + 3]):
            end = spans[at + 2][1]
            at += 2
        joined.append((start, end))
        at += 1
    return joined


def _is_hyphen(text: str, end: int, triple: list[tuple[int, int]]) -> bool:
    left, dash, right = (text[start:stop] for start, stop in triple)
    if dash not in _DASHES or triple[1][0] - end > 1 or triple[2][0] - triple[1][1] > 1:
        return False
    words = (left.lower(), right.lower())
    if words[0] in _PREFIXES and right[0].isalnum():
        return True
    verb = read_verb(words[1])
    commands = verb is not None and verb.kind in (VerbKind.TURN, VerbKind.GO, VerbKind.STOP, VerbKind.PASS)
    return all(word[0].isalnum() and word not in _APART for word in words) and not commands


def _join_dots(spans: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        is_dot = text[start:end] == "." and joined and joined[-1][1] == start
        if is_dot and text[joined[-1][0] : start].lower() in ABBREVIATIONS:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
