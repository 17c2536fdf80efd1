"""What follows a noun and only describes it: "with arched windows", "characterized by", ", large in size"."""

from collections.abc import Sequence

from airanchor.embedded.ears.nouns.description_words import QUALITY_NOUNS, SPATIAL, read_attributes
from airanchor.embedded.ears.nouns.words import is_adjective, is_name, singular
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    AUXILIARIES,
    COLOURS,
    COPULAS,
    DESCRIBERS,
    DETERMINERS,
    FUNCTION_WORDS,
    JUNCTIONS,
    PARTITIVES,
    PARTS,
    PREPOSITIONS,
    PRONOUNS,
    SHADES,
    SIDES,
    SUBJECTS,
)
from airanchor.embedded.ears.tokens.numbers import read_measure, read_number
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import Form, read_verb

_MAX_REGION = 60
_ENDS = frozenset(".;!?:(")
_LEAVING = words(
    "until till once when before after then while if at near past beside behind opposite across along "
    "toward towards around through unless where"
)
_ALONGSIDE = words("at along around across through")
_BEFORE_TO = words("relative compared similar due adjacent close addition next")
_SELF = words("you your us me")
_NEVER_ALONE = words(
    "roof rooftop dome spire steeple facade façade window balcony door gable turret cladding awning sail "
    "column pillar leg stripe pump lane row parasol arch blade frame funnel band storey story floor clock "
    "sign logo lettering chimney porch"
)
"""Parts that are never landmarks of their own: "the church with the red roof on your left"."""
_SUPPORTS = words("legs stilts columns pillars wheels posts poles piles stumps skids tracks stone brick")
_VERBS_OF_HAVING = words("has have features feature boasts boast shows displays includes contains also")
_WRITING = words("reads reading says saying spells spelling")
"""Before words in quotes these say only that the words are written there."""
_QUOTES = frozenset('"“”')
_VERBS_OF_PLACE = words("leads lead runs run goes ends connects faces sits follows intersects")


def read_description(tokens: Sequence[Token], at: int, category: str) -> tuple[tuple[str, ...], int]:
    """The attributes that start at `at`, right after the noun, and the index after them."""
    attributes: list[str] = []
    index = at
    for _ in range(6):
        body = _opens(tokens, index, category)
        if body is None:
            break
        end = _region_end(tokens, body)
        if end <= body:
            break
        attributes += read_attributes(tokens[body:end])
        index = end
    return tuple(dict.fromkeys(attributes)), index


def _word(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].lower if 0 <= at < len(tokens) else ""


def _opens(tokens: Sequence[Token], at: int, category: str) -> int | None:
    """Where the description's own words begin, or None if no description starts here."""
    comma = _word(tokens, at) == ","
    index = at + comma
    word = _word(tokens, index)
    if word == "with":
        return index + 1 if _is_part(tokens, index + 1, category) else None
    if word in _WRITING and _word(tokens, index + 1) in _QUOTES:
        return index + 1
    if word in DESCRIBERS:
        return index + 1
    if word == "on" and not comma and _is_support(tokens, index + 1):
        return index + 1
    if word in ("which", "that"):
        return _opens_relative(tokens, index + 1) if category.split()[-1] not in JUNCTIONS else None
    if word == "in" and (_word(tokens, index + 1) in COLOURS or _word(tokens, index + 1) in SHADES):
        return index + 1
    if comma and is_adjective(word) and not is_name(tokens[index]) and _is_apposition(tokens, index):
        return index
    return None


def _is_support(tokens: Sequence[Token], at: int) -> bool:
    """ "on its plinth", "on legs": what a thing stands on."""
    is_own = _word(tokens, at) == "its" and _word(tokens, at + 1) not in SIDES
    return is_own or _word(tokens, at) in _SUPPORTS


def _opens_relative(tokens: Sequence[Token], at: int) -> int | None:
    """ "which is tall", "that features"; "which is next to" and "that leads" tell a place instead."""
    word = _word(tokens, at)
    if word in _WRITING and _word(tokens, at + 1) in _QUOTES:
        return at + 1
    if word in COPULAS or word in _VERBS_OF_HAVING:
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is None or is_name(following):
            return None
        if following.lower in PREPOSITIONS | SIDES.keys() or following.lower in ("next", "directly", "just"):
            return None
        return at + 1
    if word in AUXILIARIES or word in SUBJECTS or word in _VERBS_OF_PLACE or not word or read_verb(word):
        return None
    return at if word.endswith("s") and word not in FUNCTION_WORDS else None


def _is_apposition(tokens: Sequence[Token], at: int) -> bool:
    """ ", large in size" and ", tall and narrow ," but not ", large trees on the left"."""
    index = at
    while (
        index < len(tokens)
        and index < at + 6
        and (is_adjective(tokens[index].lower) or tokens[index].lower in ("and", ","))
    ):
        index += 1
    word = _word(tokens, index)
    return (
        (word == "in" and _word(tokens, index + 1) in QUALITY_NOUNS) or word in QUALITY_NOUNS or word in _ENDS
    )


def _is_part(tokens: Sequence[Token], at: int, category: str) -> bool:
    """Whether what comes "with" the noun is a part of it rather than another landmark."""
    index = at
    while index < len(tokens) and tokens[index].lower in DETERMINERS:
        index += 1
    last = index
    while last < len(tokens) and last < index + 12 and _stays(tokens, last):
        last += 1
    if last == index or is_name(tokens[index]) or is_name(tokens[last - 1]):
        return False
    head = singular(tokens[last - 1].lower)
    is_bare = index == at and (head != tokens[last - 1].lower or read_number(tokens, at) is not None)
    is_placed = _tells_place(tokens, last) and head not in _NEVER_ALONE and not is_bare
    if is_placed or category.split()[-1] in JUNCTIONS:
        return False
    return head in PARTS or head in _NEVER_ALONE or _word(tokens, at) not in ("the", "this", "that", "your")


def _stays(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].lower
    if word in (",", "and", "/"):
        return is_adjective(_word(tokens, at - 1)) and is_adjective(_word(tokens, at + 1))
    if word == "next" and _word(tokens, at + 1) == "to":
        return False
    return tokens[at].is_word and word not in FUNCTION_WORDS and word not in SIDES


def _tells_place(tokens: Sequence[Token], at: int) -> bool:
    """ "on your right", "to the left", "ahead", "behind you"; "behind it" is no place of the flyer's."""
    word, following = _word(tokens, at), _word(tokens, at + 1)
    if word == "in" and following == "front":
        return _word(tokens, at + 2) != "of" or _word(tokens, at + 3) in _SELF
    if word in ("across", "behind", "opposite"):
        return not following or following in _SELF or following not in DETERMINERS | PRONOUNS | {"from"}
    if word == "ahead":
        return True
    if word not in ("on", "to", "at"):
        return False
    near = {_word(tokens, place) for place in range(at + 1, at + 6)}
    return following in ("your", "either", "both", "each") or bool(
        near & (SIDES.keys() | {"corner", "corners"})
    )


def _region_end(tokens: Sequence[Token], at: int) -> int:
    index = at
    while index < len(tokens) and index < at + _MAX_REGION and not _leaves(tokens, index):
        index += 1
    while index > at and (not tokens[index - 1].is_word or tokens[index - 1].lower in ("and", "or")):
        index -= 1
    return index


def _leaves(tokens: Sequence[Token], at: int) -> bool:
    token, word = tokens[at], tokens[at].lower
    if word in _ALONGSIDE and any(singular(_word(tokens, place)) in PARTS for place in range(at + 1, at + 4)):
        return False
    if word in _ENDS or token.opens_sentence or word in _LEAVING or word in SUBJECTS:
        return True
    if word in ("that's", "it's", "which"):
        return True
    if word in (",", "for") and _is_length(tokens, at + 1):
        return True
    if word == "and" and _names_other(tokens, at + 1):
        return True
    if word == "as":
        return _word(tokens, at + 1) in SUBJECTS
    if word == "to":
        return _word(tokens, at - 1) not in _BEFORE_TO
    if word in (",", "and"):
        return _commands(tokens, at + 1)
    if word == "next" and _word(tokens, at + 1) == "to":
        return not _names_part(tokens, at + 2)
    if word in ("on", "in") and _word(tokens, at + 1) in ("your", "the", "front", "top"):
        return _tells_place(tokens, at) or not _names_part(tokens, at + 1)
    return False


def _is_length(tokens: Sequence[Token], at: int) -> bool:
    at += _word(tokens, at) == "for"
    measure = read_measure(tokens, at) if at < len(tokens) else None
    return measure is not None and measure.metres is not None


def _names_other(tokens: Sequence[Token], at: int) -> bool:
    """Whether "and the bridge" goes on with another landmark, not with a part."""
    if _word(tokens, at) != "the":
        return False
    last = at + 1
    while last < len(tokens) and last < at + 8 and _stays(tokens, last):
        last += 1
    head = singular(_word(tokens, last - 1))
    return head not in PARTS and head not in PARTITIVES


def _names_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether a part of the thing follows: "on the facade", "in the middle", "next to the windows"."""
    near = [singular(_word(tokens, place)) for place in range(at, at + 4)]
    return any(word in PARTS or word in PARTITIVES or word in SPATIAL for word in near)


def _commands(tokens: Sequence[Token], at: int) -> bool:
    """Whether an imperative starts here: ", and slightly turn left", ", then", ", this one"."""
    index = at
    while index < len(tokens) and index < at + 5:
        word = tokens[index].lower
        if word in ("then", "finally", "next", "afterward", "afterwards") or word in SUBJECTS:
            return True
        if word not in ADVERBS and word not in ("and", ","):
            break
        index += 1
    verb = read_verb(_word(tokens, index))
    if verb is None or verb.form is not Form.BASE:
        return verb is not None and verb.form is Form.ING and _word(tokens, at - 1) == "," and index == at
    following = _word(tokens, index + 1)
    if following and read_number(tokens, index + 1) is not None:
        return True
    return following in FUNCTION_WORDS or following in ADVERBS or following in _ENDS or following in (",", "")
