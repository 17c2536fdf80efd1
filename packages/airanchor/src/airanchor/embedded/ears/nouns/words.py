"""Single words inside a noun phrase: which describe, which name, and their singular."""

from airanchor.embedded.ears.tokens.lexicon import (
    ADJECTIVES,
    ADVERBS,
    COLOURS,
    COMPASS,
    DESCRIBERS,
    FUNCTION_WORDS,
    JUNCTIONS,
    NOUNS_LIKE_ADJECTIVES,
    ORDINALS,
    PLAIN_SELECTORS,
    SHADES,
)
from airanchor.embedded.ears.tokens.numbers import WORDS as NUMBERS
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words

_ADJECTIVE_ENDINGS = (
    "ish", "ous", "ful", "less", "ive", "ular", "ese", "ern", "like", "ed", "ic", "al",
)  # fmt: skip
_NOUNS_IN_ING = words(
    "hoarding clearing scaffolding "
    "building parking crossing landing clothing railing housing opening painting awning wing ring spring "
    "king ceiling swing string sling dwelling mooring shopping bowling dining sibling icing lodging"
)
_SAME_IN_PLURAL = words("bus gas glass lens campus canvas atlas cactus chaos genius iris oasis series")
_IRREGULAR_PLURALS = {
    "men": "man", "women": "woman", "people": "person", "children": "child", "leaves": "leaf", "buses": "bus",
    "shelves": "shelf", "halves": "half",
}  # fmt: skip


def is_adjective(word: str) -> bool:
    """Whether a lower-case word before a noun describes it; unknown words are judged by their ending."""
    if word in ADJECTIVES or word in SHADES:
        return True
    if word in NOUNS_LIKE_ADJECTIVES or word in JUNCTIONS or len(word) < 5:
        return False
    if "-" in word:
        return True
    return word.endswith(_ADJECTIVE_ENDINGS)


def is_participle_after_noun(word: str) -> bool:
    """Whether a word after a noun starts a description of it: "a street intersecting", "a tower located"."""
    if word in DESCRIBERS:
        return True
    if "-" in word or word in _NOUNS_IN_ING or word in NOUNS_LIKE_ADJECTIVES:
        return False
    return (len(word) > 5 and word.endswith("ing")) or (len(word) > 5 and word.endswith("ed"))


def is_shade_of(word: str, following: str) -> bool:
    """ "light" in "light gray", "dark" in "dark-red"."""
    return word in SHADES and (following in COLOURS or following.split("-")[0] in COLOURS)


def is_name(token: Token) -> bool:
    """Whether a token looks like part of a proper name."""
    word = token.lower
    if not token.is_capital or word in JUNCTIONS or (len(word) > 2 and word[1] == "-" and word[0].isalpha()):
        return False
    if word in ORDINALS and token.text.isupper():
        return False
    if not token.opens_sentence:
        return True
    is_plain = (
        word in FUNCTION_WORDS
        or word in PLAIN_SELECTORS
        or (word in NUMBERS and not token.precedes_capital)
        or (word in ORDINALS and not token.precedes_capital)
        or (word in ADVERBS and not (word in COMPASS and token.precedes_capital))
    )
    return not is_plain and (token.precedes_capital or not is_adjective(word))


def singular(word: str) -> str:
    """The singular of a lower-case noun, by rule."""
    if word in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[word]
    if (
        word in _SAME_IN_PLURAL
        or not word.endswith("s")
        or word.endswith(("ss", "us", "is", "'s"))
        or len(word) < 4
    ):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1]
