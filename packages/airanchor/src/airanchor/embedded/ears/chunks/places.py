"""Phrases of several words about place: relations, sides as the flyer sees them, and turns said as nouns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.nouns.words import is_name
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    DETERMINERS,
    FUNCTION_WORDS,
    JUNCTIONS,
    ORDINALS,
    SHARP,
    SIDES,
    SLIGHT,
)
from airanchor.embedded.ears.tokens.numbers import manner_deg
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import read_verb

_RELATIONS: Mapping[tuple[str, ...], str] = {
    tuple(phrase.split()): name
    for phrase, name in (
        ("next to", "next to"), ("in front of", "in front of"), ("at the front of", "in front of"),
        ("on top of", "on top of"), ("in between", "between"), ("away from", "away from"),
        ("out of", "away from"), ("across from", "opposite"), ("close to", "near"),
        ("adjacent to", "next to"), ("up to", "up to"), ("down to", "down to"),
        ("on the other side of", "beyond"), ("on the far side of", "beyond"),
        ("on the opposite side of", "beyond"), ("at the far side of", "beyond"),
        ("to the far side of", "across"), ("around the back of", "behind"), ("round the back of", "behind"),
        ("your back to", "away from"), ("your back on", "away from"), ("in view of", "in view"),
        ("in sight of", "in view"), ("within sight of", "in view"),
        ("parallel to", "along"), ("parallel with", "along"), ("short of", "before"),
        ("higher than", "higher than"), ("lower than", "lower than"),
        ("to the other side of", "across"), ("opposite of", "opposite"), ("opposite to", "opposite"),
        ("to the left of", "left of"), ("to the right of", "right of"), ("on the left of", "left of"),
        ("on the right of", "right of"), ("left of", "left of"), ("right of", "right of"),
        ("on the left side of", "left of"), ("on the right side of", "right of"),
        ("by the side of", "next to"), ("beside of", "next to"), ("in line with", "level"),
        ("level with", "level"), ("even with", "next to"), ("in the direction of", "toward"),
        ("as far as", "to"), ("as soon as", "as soon as"), ("by the time", "by the time"),
        ("instead of", "instead of"), ("rather than", "rather than"), ("in order to", "to"),
        ("so as to", "to"), ("all the way to", "to"), ("all the way", "all the way"),
        ("to the top of", "to the top of"), ("at the level of", "level"), ("to the level of", "level"),
        ("to the height of", "level"), ("at the foot of", "near"), ("at the back of", "behind"),
        ("directly in front of", "in front of"), ("just past", "past"), ("just before", "before"),
        ("far from", "away from"), ("around to", "to"), ("back to", "to"), ("over to", "to"),
        ("right up to", "up to"), ("past by", "past"), ("in the middle of", "in the middle of"),
        ("in the center of", "in the middle of"), ("in the centre of", "in the middle of"),
        ("at the end of", "at the end of"), ("to the end of", "to the end of"),
        ("at the middle of", "in the middle of"), ("outside of", "outside"), ("halfway to", "halfway to"),
        ("half way to", "halfway to"), ("midway to", "halfway to"), ("part way to", "halfway to"),
        ("half way down", "halfway along"), ("half way up", "halfway along"),
        ("halfway down", "halfway along"), ("halfway up", "halfway along"),
        ("midway down", "halfway along"), ("halfway along", "halfway along"),
    )
}  # fmt: skip
_LONGEST = max(map(len, _RELATIONS))
_VIEW_OF_SELF = frozenset(("you", "yourself", "us", "me"))
_PLACE_WORDS = SIDES.keys() | words(
    "hand near far side corner corners opposite either both each other same immediate very sides your the "
    "its my our this that all four two both immediate front-left front-right outer inner"
)
_PLACE_NOUNS = words("side corner corners sides")
_MANNERS = words(
    "very quick immediate gentle wide tight full slight sharp hard soft gradual little bit small"
)
_TURN_NOUNS = words("turn turning bend turn-off turnoff hand-turn")
_U_TURNS = words("u-turn uturn u-turns about-face 180")


@dataclass(frozen=True, slots=True)
class TurnNoun:
    """A turn said as a noun."""

    word: str
    last: int
    degrees: float | None
    ordinal: int | None


def read_relation(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """The longest relation of several words that starts here, and the index after it."""
    for length in range(_LONGEST, 1, -1):
        words = tuple(token.lower for token in tokens[at : at + length])
        if len(words) == length and words in _RELATIONS:
            return _RELATIONS[words], at + length
    return None


def read_place(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """ "on your left", "on the far right corner", "into view": the side, "ahead", "behind", "in view" or "".

    Who flies on its left side has it on the right.
    """
    word = tokens[at].lower
    words = [token.lower for token in tokens[at : at + 10]]
    for phrase, name in (
        (("ahead", "of"), "ahead"),
        (("in", "front", "of"), "ahead"),
        (("behind",), "behind"),
        (("below",), "below"),
        (("beneath",), "below"),
        (("under",), "below"),
    ):
        size = len(phrase)
        if tuple(words[:size]) == phrase and len(words) > size and words[size] in _VIEW_OF_SELF:
            return name, at + size + 1
    if word in ("in", "into") and words[1:2] in (["view"], ["sight"]):
        return "in view", at + 2
    if word not in ("on", "to", "at", "in", "toward", "towards", "from"):
        return None
    end = 1
    while end < len(words) and words[end] in _PLACE_WORDS:
        end += 1
    return _place_of(tokens, at, words[:end])


def _place_of(tokens: Sequence[Token], at: int, words: list[str]) -> tuple[str, int] | None:
    sides = [SIDES[word] for word in words if word in SIDES]
    if "its" in words:
        sides = ["left" if side == "right" else "right" for side in sides]
    last = at + len(words)
    follows = tokens[last].lower if last < len(tokens) else ""
    is_corner = words[0] == "on" and words[-1] in _PLACE_NOUNS
    if follows in ("one", "ones"):
        return None
    if sides and follows == "of" and not _is_own_street(tokens, last + 1):
        return None
    if not sides and not is_corner:
        return None
    names_thing = last < len(tokens) and tokens[last].is_word and follows not in FUNCTION_WORDS
    if words[-1] not in _PLACE_NOUNS and names_thing and not _may_follow_side(tokens, last):
        return None
    return (sides[-1] if sides else ""), last


def _is_own_street(tokens: Sequence[Token], at: int) -> bool:
    """ "on the left side of the street" is on the flyer's left; "to the left of the church" is beside it."""
    near = {token.lower for token in tokens[at : at + 3]}
    return bool(near & (JUNCTIONS | _VIEW_OF_SELF)) or any(is_name(token) for token in tokens[at : at + 2])


def _may_follow_side(tokens: Sequence[Token], at: int) -> bool:
    """A capital, a verb or an adverb after "on your right" starts something new; a plain noun does not."""
    return is_name(tokens[at]) or tokens[at].lower in ADVERBS or read_verb(tokens[at].lower) is not None


def read_turn_noun(tokens: Sequence[Token], at: int) -> TurnNoun | None:
    """ "a left", "the second right turn", "a sharp left-hand turn", "a 90 degree right", "a U-turn"."""
    index, degrees, ordinal = at, None, None
    opener = tokens[index].lower
    if opener not in DETERMINERS and opener not in ORDINALS and opener not in _MANNERS:
        return None
    while index < len(tokens) and index < at + 6:
        word = tokens[index].lower
        if word in ORDINALS:
            ordinal = ORDINALS[word] if word not in ("next", "following", "upcoming") else 1
        elif word in _MANNERS or word in SLIGHT or word in SHARP:
            degrees = manner_deg(word) or degrees
        elif word not in DETERMINERS:
            break
        index += 1
    return _turn_at(tokens, index, degrees, ordinal)


def _turn_at(
    tokens: Sequence[Token], index: int, degrees: float | None, ordinal: int | None
) -> TurnNoun | None:
    word = tokens[index].lower if index < len(tokens) else ""
    if word in _U_TURNS:
        return TurnNoun("around", index + 1, 180.0, ordinal)
    if word not in SIDES:
        return None
    end = index + 1
    after = [token.lower for token in tokens[end : end + 2]]
    if after == ["one", "of"]:
        return None
    if end < len(tokens) and (tokens[end].lower in _TURN_NOUNS or tokens[end].lower in ("one", "fork")):
        return TurnNoun(SIDES[word], end + 1, degrees, ordinal)
    names_thing = end < len(tokens) and tokens[end].is_word and tokens[end].lower not in FUNCTION_WORDS
    if names_thing and not _may_follow_side(tokens, end):
        return None
    return TurnNoun(SIDES[word], end, degrees, ordinal)
