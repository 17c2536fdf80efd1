"""The start of a noun phrase: determiner, order, number and side, before any description."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.nouns.words import is_name
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    DETERMINERS,
    FUNCTION_WORDS,
    ORDINALS,
    PLAIN_SELECTORS,
    SIDES,
)
from airanchor.embedded.ears.tokens.numbers import read_number
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.verbs.verbs import read_verb


@dataclass(slots=True)
class NounOpening:
    """What stands before the descriptions."""

    at: int
    determiner: str | None = None
    ordinal: int | None = None
    count: int | None = None
    side: str | None = None
    is_same: bool = False


def read_opening(tokens: Sequence[Token], at: int) -> NounOpening:
    """All that stands before the descriptions and the noun, from `at` on."""
    found = NounOpening(at)
    while found.at < len(tokens) and found.at < at + 8:
        token, word = tokens[found.at], tokens[found.at].lower
        following = tokens[found.at + 1].lower if found.at + 1 < len(tokens) else ""
        if word in DETERMINERS and not (found.determiner and word == "that"):
            found.determiner = word if found.determiner != "another" else "another"
            found.is_same |= word in ("this", "that", "these", "those")
        elif word in ORDINALS and not is_name(token) and not _is_no_order(word, following):
            found.ordinal = ORDINALS[word]
        elif word in PLAIN_SELECTORS and (found.determiner or word == "other"):
            found.is_same |= word in ("same", "latter", "former", "previous")
        elif (
            word in SIDES
            and (found.determiner or found.ordinal)
            and (following == "one" or can_be_core(tokens, found.at + 1))
        ):
            found.side = SIDES[word]
        elif word == "one" and (found.determiner in ("this", "that", "the", "another") or found.ordinal):
            break
        elif (number := _count(tokens, found.at)) and not found.count:
            found.count = number
            found.at += int(following == "more")
        else:
            break
        found.at += 1
    return found


def _is_no_order(word: str, following: str) -> bool:
    """ "next to" is a relation, "following the road" a verb."""
    return (word == "next" and following == "to") or (word == "following" and following in DETERMINERS)


def _count(tokens: Sequence[Token], at: int) -> int | None:
    number = read_number(tokens, at)
    if number is None or number[1] != at + 1:
        return None
    at += int(at + 1 < len(tokens) and tokens[at + 1].lower == "more")
    if not can_be_core(tokens, at + 1):
        return None
    return int(number[0]) if 1 <= number[0] < 100 and not is_name(tokens[at + 1]) else None


def can_be_core(tokens: Sequence[Token], at: int) -> bool:
    """Whether a description or a noun can stand at `at`."""
    if at >= len(tokens) or not tokens[at].is_word:
        return False
    word = tokens[at].lower
    if word == "round":
        return at + 1 < len(tokens) and tokens[at + 1].lower != word and can_be_core(tokens, at + 1)
    return (
        word not in FUNCTION_WORDS and (word not in ADVERBS or word in ORDINALS) and read_verb(word) is None
    )
