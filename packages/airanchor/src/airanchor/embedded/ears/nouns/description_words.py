"""A description into attributes, one for each property: "with rectangular windows", "large"."""

from collections.abc import Sequence

from airanchor.embedded.ears.nouns.words import is_adjective, is_participle_after_noun, is_shade_of
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    COPULAS,
    DESCRIBERS,
    DETERMINERS,
    FUNCTION_WORDS,
    RELATIVES,
    UNSEEN,
)
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words

_MAX_WORDS = 7
QUALITY_NOUNS = words("size color colour height shape style design appearance width tone hue form")
SPATIAL = words(
    "left right foreground background center centre side ahead front corner distance image cityscape "
    "above below behind surrounding nearby foremost rear"
)


def read_attributes(region: Sequence[Token]) -> list[str]:
    """The region's properties, one each: "with rectangular windows", "large"."""
    found: list[str] = []
    waiting: list[str] = []
    for piece, goes_on in _pieces(region):
        told = _telling(piece)
        if not told or any(word in SPATIAL for word in told):
            continue
        if all(is_adjective(word) for word in told):
            waiting += told
        elif _is_quality(told):
            found += _shades([*waiting, *(word for word in told if word not in ("in", *QUALITY_NOUNS))])
            waiting = []
        else:
            found.append(_phrase([word for word in (*waiting, *told) if word not in UNSEEN]))
            waiting = []
        if not goes_on:
            found += _shades(waiting)
            waiting = []
    return [attribute for attribute in (*found, *_shades(waiting)) if attribute]


def _shades(words: Sequence[str]) -> list[str]:
    """Adjectives one by one, "dark brown" as one."""
    found: list[str] = []
    for place, word in enumerate(words):
        if place > 0 and is_shade_of(words[place - 1], word) and found:
            found[-1] = f"{found[-1]} {word}"
        elif word not in UNSEEN:
            found.append(word)
    return found


def _telling(piece: Sequence[str]) -> list[str]:
    """The words that describe; "classified as a tower" tells no part of it, only how it looks."""
    words = [word for word in piece if word not in DETERMINERS and word not in ("its", "by", "of", "with")]
    if words and words[0] == "as":
        return [word for word in words if is_adjective(word)]
    while words and (words[0] in FUNCTION_WORDS or words[0] in ADVERBS):
        words.pop(0)
    return words


def _is_quality(words: Sequence[str]) -> bool:
    return all(is_adjective(word) for word in words if word not in ("in", *QUALITY_NOUNS))


def _phrase(words: Sequence[str]) -> str:
    """A part of the noun gets "with"."""
    kept = list(words[:_MAX_WORDS])
    while kept and (kept[0] in FUNCTION_WORDS or kept[0] in ADVERBS or kept[0] in DESCRIBERS):
        kept.pop(0)
    while kept and (kept[-1] in FUNCTION_WORDS or kept[-1] in ADVERBS):
        kept.pop()
    if kept[-2:] == ["on", "top"]:
        kept = kept[:-2]
    if not kept or (len(kept) == 1 and is_participle_after_noun(kept[0])):
        return ""
    return " ".join(kept) if all(is_adjective(word) for word in kept) else "with " + " ".join(kept)


def _pieces(region: Sequence[Token]) -> list[tuple[list[str], bool]]:
    """Cut at commas, "and", "with" and participles; whether adjectives may describe the next piece's noun."""
    pieces: list[tuple[list[str], bool]] = []
    piece: list[str] = []
    for token in region:
        word = token.lower
        if not token.is_word or word in ("and", "or"):
            pieces.append((piece, True))
            piece = []
        elif word == "with" or word in DESCRIBERS or word in RELATIVES or word in COPULAS:
            pieces.append((piece, False))
            piece = []
        else:
            piece.append(word)
    return [*pieces, (piece, False)]
