"""Spelling: words one or two slips of the finger off a word the reader knows, and the short forms of chats.

A word is put right if it is one slip (a letter too much, too few, wrong, or two swapped) off a known word of
five letters or more, or two off one of eight or more, and is no word of its own. `real_words.txt` holds those
words of English, from the vocabulary of the text encoder and with their endings, that lie so near to one of
ours; other unknown words are never touched.
"""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import combinations, groupby

from airanchor.embedded.ears.nouns.words import singular
from airanchor.embedded.ears.tokens import lexicon
from airanchor.embedded.ears.tokens.numbers import WORDS as NUMBERS
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import FORMS
from airanchor.embedded.eyes.reader.names import NAMES

ONE_SLIP, TWO_SLIPS = 5, 8
"""Letters of a known word from which on one slip, and two, are put right."""
LONGEST = 20
MAX_CORRECTIONS = 100
"""A text with more of them is not typed by a person."""
_SHORT_FORMS = {
    "pls": "please", "plz": "please", "u": "you", "ur": "your", "thx": "thanks", "ty": "thanks",
    "wanna": "want to", "gimme": "give me", "lemme": "let me",
}  # fmt: skip
"""Understood as they are; nobody means to be told of them."""
_SLIPS = {
    "stpo": "stop", "sotp": "stop", "teh": "the", "hte": "the", "tge": "the", "trun": "turn", "tunr": "turn",
    "lfet": "left", "letf": "left", "rihgt": "right", "fyl": "fly", "adn": "and", "nad": "and",
    "tehn": "then", "thne": "then", "dont": "don't", "whats": "what's", "wheres": "where's", "isnt": "isn't",
}  # fmt: skip
_WORD = re.compile(r"(?<![\w'’&-])[^\W\d_]+(?![\w'’&-])")
_UNITS = words("metres meters metre meter degrees degree kilometres kilometers yards street height altitude")


@dataclass(frozen=True, slots=True)
class Spelt:
    """A text put right."""

    text: str
    corrections: tuple[tuple[str, str], ...] = ()
    """As written, and as read; each once."""
    changes: tuple[tuple[int, int, int, int], ...] = ()
    """Where: from and to in the text as written, from and to in the text put right."""

    def written(self, at: int) -> int:
        """The place in the text as written of a place in the text put right."""
        moved = 0
        for _, end, new_start, new_end in self.changes:
            if new_start < at < new_end:
                return end
            moved = end - new_end if at >= new_end else moved
        return at + moved


def spell(text: str) -> Spelt:
    """The text with its slips put right."""
    pieces: list[str] = []
    said: dict[tuple[str, str], None] = {}
    changes: list[tuple[int, int, int, int]] = []
    at = size = 0
    for found in _WORD.finditer(text):
        right = _right(found.group(), is_first=_opens(text, found.start()))
        if right is None or len(changes) >= MAX_CORRECTIONS:
            continue
        pieces += [text[at : found.start()], right]
        size += found.start() - at
        changes.append((*found.span(), size, size + len(right)))
        size, at = size + len(right), found.end()
        if found.group().lower() not in _SHORT_FORMS:
            said[(found.group(), right)] = None
    return Spelt("".join((*pieces, text[at:])), tuple(said), tuple(changes))


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins here, so that a capital makes no name."""
    return text[:at][-20:].rstrip()[-1:] in ("", ".", "!", "?", ":", "\n")


def _right(word: str, *, is_first: bool) -> str | None:
    """What a word should be, with its capital; None where it may stay."""
    lower = word.lower()
    if (
        not word.islower()
        and not (is_first and word[1:].islower())
        and not (word.isupper() and len(word) > 3)
    ):
        return None
    right = _SHORT_FORMS.get(lower) or _SLIPS.get(lower) or closest(lower)
    if right is None or right == lower:
        return None
    if word.isupper() and len(word) > 1:
        return right.upper()
    return right[0].upper() + right[1:] if word[0].isupper() else right


@functools.lru_cache(maxsize=4096)
def closest(word: str) -> str | None:
    """The known word that a lower-case word was meant to be; None if it is one itself, or may be several."""
    if not ONE_SLIP - 1 <= len(word) <= LONGEST or not word.isascii() or is_word(word):
        return None
    ranked = sorted((_rank(word, known), known) for known in near_words(word))
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def near_words(word: str) -> list[str]:
    """The known words from which a word is a slip or two away."""
    met = {known for less in _shortened(word, 2) for known in _index().get(less, ())}
    return [known for known in met if _distance(word, known) <= _allowed(word, known)]


def _allowed(word: str, known: str) -> int:
    """How many slips are put right; hardly anybody gets the first letter wrong and another one too."""
    return 2 if len(known) >= TWO_SLIPS and known[0] == word[0] else 1


def _rank(word: str, known: str) -> tuple[int, bool, bool]:
    """Fewer slips first, then the same first letter, then letters that were only swapped or doubled."""
    is_kept = sorted(known) == sorted(word) or _single(known) == _single(word)
    return _distance(word, known), known[0] != word[0], not is_kept


def _single(word: str) -> str:
    """Without doubled letters."""
    return "".join(letter for letter, _ in groupby(word))


def is_word(word: str) -> bool:
    """Whether a lower-case word is one of ours, or a real one near to ours."""
    forms = (word, singular(word))
    return any(form in _known() or form in _real_words() or _is_compound(form) for form in forms)


def _is_compound(word: str) -> bool:
    """ "boathouse": two of our words in one."""
    return any(word[:at] in _known() and word[at:] in _known() for at in range(3, len(word) - 2))


def _distance(one: str, other: str) -> int:
    """Letters put in, left out, wrong, or swapped with the next."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(row[-1] + 1, rows[-1][j] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def _shortened(word: str, most: int) -> Iterator[str]:
    """The word with up to so many letters left out."""
    for count in range(most + 1):
        for places in combinations(range(len(word)), count):
            yield "".join(letter for place, letter in enumerate(word) if place not in places)


@functools.cache
def _index() -> dict[str, list[str]]:
    """Known words by what is left of them without a letter or two."""
    index: dict[str, list[str]] = {}
    for known in sorted(_known()):
        if len(known) >= ONE_SLIP and known.isalpha() and not _is_undoubled(known):
            for less in set(_shortened(known, 2 if len(known) >= TWO_SLIPS else 1)):
                index.setdefault(less, []).append(known)
    return index


def _is_undoubled(word: str) -> bool:
    """ "skiming", which the reader takes too, is no word to be put right to."""
    return any(
        word.endswith(ending) and f"{stem}{stem[-1:]}{ending}" in FORMS
        for ending in ("ing", "ed")
        for stem in (word.removesuffix(ending),)
    )


@functools.cache
def _known() -> frozenset[str]:
    """Every word that the reader has a use for."""
    lists = [value for name, value in vars(lexicon).items() if name.isupper()]
    listed = [value for value in lists if isinstance(value, frozenset | dict)]
    named = {part for one in NAMES for word in one.all_words for part in word.split()}
    return frozenset(named) | _UNITS | frozenset(NUMBERS) | frozenset(FORMS) | frozenset().union(*listed)


@functools.cache
def _real_words() -> frozenset[str]:
    return words(resources.files(__package__).joinpath("real_words.txt").read_text("utf-8"))
