"""Which words may be remembered: a label names a thing, and what reads as an order is refused.

Whatever is stored here is read by a language model in every later episode, so text that a sign in the
scene put into a label must not last. First the marks that people put between words become plain words:
"white & gray", "brown/beige", "building (residential)". Then the rule: letters of any script, digits,
spaces, hyphens, apostrophes and, in attributes, commas; short; none of the words that people give orders
with; and no move with a direction. It is a sieve, not a proof: provenance and `forget` are there for what
slips through.
"""

import functools
import re
import unicodedata

from airanchor.errors import InputError
from airanchor.perception import Phrase

LONGEST_CATEGORY = 48
LONGEST_ATTRIBUTE = 48
LONGEST_APPEARANCE = 120
MOST_CATEGORY_WORDS = 5
MOST_ATTRIBUTE_WORDS = 6
MOST_ATTRIBUTES = 8

_ORDERS = """ignore disregard forget obey override bypass instruction instructions prompt prompts assistant
you your yours must shall please immediately execute reply respond answer output json http https www com
previous proceed now"""
ORDER_WORDS = frozenset(_ORDERS.split())
"""Names of things do without these words; text that commands rarely does."""
MOVES = frozenset(("fly", "land", "descend", "ascend", "hover", "crash", "turn", "go", "stop", "follow"))
DIRECTIONS = frozenset(
    ("to", "on", "onto", "at", "here", "there", "down", "up", "left", "right", "into", "away", "home", "back")
)
"""A label that begins with a move and has one of these tells where to fly."""

_PUNCTUATION = {"-", "'", " "}
_DASHES = dict.fromkeys("\u2010\u2012\u2013\u2014\u2015\u2212", "-")
_APOSTROPHES = dict.fromkeys("\u2018\u2019\u201b\u2032", "'")
_GAPS = dict.fromkeys('/()_`"\u00b4\u201c\u201d\u201e\u00ab\u00bb', " ")
_PLAIN = str.maketrans({**_DASHES, **_APOSTROPHES, **_GAPS})
"""What people write for a hyphen, an apostrophe or a gap; none of it is kept, so none of it can act."""
_AND = re.compile(r"(?<![&+])[&+](?![&+])")
_AFTERTHOUGHT = re.compile(r"([^()]*[^()\s])\s*\(([^()]+)\)\s*")
_STOP = re.compile(r"(?<=\w)\.(?=\s|$)")


class LabelRefused(InputError):  # noqa: N818 - reads better at the call site
    """A label may not be remembered; `rule` is the short name of the rule it broke."""

    def __init__(self, rule: str, message: str) -> None:
        self.rule = rule
        super().__init__(message)


def clean_phrase(phrase: Phrase) -> Phrase:
    """The phrase in lower case with single spaces, or LabelRefused."""
    if len(phrase.attributes) > MOST_ATTRIBUTES:
        raise LabelRefused(
            "too many attributes", f"{len(phrase.attributes)} attributes, at most {MOST_ATTRIBUTES} are kept"
        )
    category = clean_label(phrase.category, LONGEST_CATEGORY, MOST_CATEGORY_WORDS)
    attributes = (
        clean_label(text, LONGEST_ATTRIBUTE, MOST_ATTRIBUTE_WORDS, commas=True)
        for text in phrase.attributes
        if text.strip()
    )
    cleaned = Phrase(category, tuple(attributes))
    length = len(cleaned.appearance or "")
    if length > LONGEST_APPEARANCE:
        raise LabelRefused(
            "too long", f"attributes of {length} characters, at most {LONGEST_APPEARANCE} are kept"
        )
    return cleaned


def check_stored(text: str) -> str:
    """A text as it stands in a bank, or LabelRefused: what enters is held to what files are held to."""
    longest = LONGEST_CATEGORY + LONGEST_APPEARANCE + 16
    most_words = MOST_CATEGORY_WORDS + MOST_ATTRIBUTES * MOST_ATTRIBUTE_WORDS
    if clean_label(text, longest, most_words, commas=True) != text.replace("\u2019", "'"):  # of older files
        raise LabelRefused("form", f"label {_shown(text)} must be lower case with single spaces")
    return text


def plain_words(text: str) -> str:
    """The text with the harmless marks between its words as words.

    "white & gray" is "white and gray", "brown/beige" is "brown beige"; what stands in brackets at the end
    says which, as in "building (residential)", and goes before the noun.
    """
    plain = unicodedata.normalize("NFKC", text)
    if said := _AFTERTHOUGHT.fullmatch(plain):
        plain = f"{said[2]} {said[1]}"
    plain = _AND.sub(" and ", plain.translate(_PLAIN))
    return " ".join(part for part in _STOP.sub(" ", plain).split(" ") if part)


@functools.lru_cache(maxsize=4096)
def clean_label(text: str, longest: int, most_words: int, *, commas: bool = False) -> str:
    """One label in lower case with single spaces, or LabelRefused naming the rule."""
    if len(text) > 4 * longest:
        raise LabelRefused("too long", f"label of {len(text)} characters, at most {longest} are kept")
    plain = plain_words(text) if commas else plain_words(text.replace(",", " "))
    allowed = _PUNCTUATION | ({","} if commas else set())
    for character in plain:
        if character not in allowed and unicodedata.category(character)[0] not in "LMN":
            raise LabelRefused(
                "character",
                f"label {_shown(text)} holds {character!a}; only letters, digits, spaces, - and ' are kept",
            )
    plain = " ".join(unicodedata.normalize("NFKC", plain.lower()).split())
    if not any(character.isalpha() for character in plain):
        raise LabelRefused("no letters", f"label {_shown(text)} names nothing: it holds no letter")
    if len(plain) > longest:
        raise LabelRefused(
            "too long", f"label {_shown(text)} has {len(plain)} characters, at most {longest} are kept"
        )
    words = plain.replace(",", " ").replace("-", " ").split()
    if len(words) > most_words:
        raise LabelRefused(
            "too many words", f"label {_shown(text)} has {len(words)} words, at most {most_words} are kept"
        )
    if order := _order_in(words):
        raise LabelRefused("order", f"label {_shown(text)} reads as an order, not as a name: {order!r}")
    return plain


def _order_in(words: list[str]) -> str | None:
    """The word that makes an order of a label: "ignore" anywhere, or "land" where "on" or "here" follows."""
    if found := sorted(ORDER_WORDS.intersection(words)):
        return found[0]
    return words[0] if words[0] in MOVES and DIRECTIONS.intersection(words[1:]) else None


def _shown(text: str) -> str:
    """The label for a message: escaped and short."""
    return ascii(text if len(text) <= 60 else text[:57] + "...")
