"""The middle of a noun phrase: from the first description to the head, found by place rather than by list."""

from collections.abc import Sequence

from airanchor.embedded.ears.nouns.openings import NounOpening, can_be_core
from airanchor.embedded.ears.nouns.words import (
    is_adjective,
    is_name,
    is_participle_after_noun,
    is_shade_of,
    singular,
)
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    COMPOUND_HEADS,
    COMPOUND_TAILS,
    DETERMINERS,
    FUNCTION_WORDS,
    SIDES,
    UNSEEN,
)
from airanchor.embedded.ears.tokens.placing import PLACING
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import read_verb

_MAX_CORE = 16
_NAME_LINKS = frozenset(("of", "de", "la", "du", "del", "&", "n", "'n'", "the", "a"))
_NOUNS_FIRST = words("bank point view bend circle loop track spot")
_GENERAL = words("center centre area place point spot location space")
"""Too general to stand alone: the word before belongs to the name, "medical center", "open area"."""
_AFTER_PARTICIPLES = words("station pool lot site centre center mall court")
"""What a name and a participle can stand before: "the Star Gas filling station"."""


def read_core(tokens: Sequence[Token], opening: NounOpening) -> list[int]:
    """The indices of the words from the first description to the head, after an opening."""
    core: list[int] = []
    index = opening.at
    is_open = opening.determiner is not None or opening.ordinal is not None or opening.count is not None
    while index < len(tokens) and index < opening.at + _MAX_CORE:
        step = _core_step(tokens, index, core, is_open)
        if step == 0:
            break
        if step == 1:
            core.append(index)
        index += abs(step)
    return core


def split_core(tokens: Sequence[Token], core: list[int]) -> tuple[tuple[str, ...], list[int]]:
    """Descriptions in front, then the noun with its compounds."""
    attributes: list[str] = []
    place = 0
    while place < len(core) - 1:
        token, following = tokens[core[place]], tokens[core[place + 1]]
        if is_shade_of(token.lower, following.lower) and place < len(core) - 2:
            attributes.append(f"{token.lower} {following.lower}")
            place += 2
            continue
        if (
            is_name(token)
            or not is_adjective(token.lower)
            or (token.lower == "light" and place == len(core) - 2)
        ):
            break
        if token.lower not in UNSEEN:
            attributes.append(token.lower)
        place += 1
    if place > 0 and place == len(core) - 1 and singular(tokens[core[-1]].lower) in _GENERAL and attributes:
        return tuple(attributes[:-1]), core[place - 1 :]
    return tuple(attributes), core[place:]


def _core_step(tokens: Sequence[Token], index: int, core: list[int], is_open: bool) -> int:
    """1 takes the word, -n skips n tokens inside the phrase, 0 ends it."""
    token, word = tokens[index], tokens[index].lower
    has_noun = bool(core) and _is_noun(tokens, core[-1], word)
    after_name = bool(core) and is_name(tokens[core[-1]])
    follows = tokens[index + 1] if index + 1 < len(tokens) else None
    if is_name(token) and not (token.opens_sentence and read_verb(word)) and _keeps_name(word, core):
        return 1
    if not token.is_word or word in ("and", "or"):
        return _joined_step(tokens, index, core, has_noun)
    if after_name and word in _NAME_LINKS and follows is not None and is_name(follows) and word != "a":
        return 1
    if token.text[0].isdigit() and "-" not in word:
        starts_name = not core and follows is not None and is_name(follows)
        return 1 if starts_name or (has_noun and after_name and not _is_unit_next(follows)) else 0
    if has_noun and word.endswith("s") and follows is not None and follows.lower in DETERMINERS:
        return 0
    if word in SIDES and core and not has_noun and can_be_core(tokens, index + 1):
        return -1
    if word == "round" and not has_noun and (core or is_open) and can_be_core(tokens, index):
        return 1
    if word in FUNCTION_WORDS or word in SIDES or (word in ADVERBS and (has_noun or not is_open)):
        return 0
    if word in ADVERBS:
        return 1 if can_be_core(tokens, index + 1) else 0
    return _open_word_step(tokens, index, core, has_noun=has_noun, is_open=is_open)


def _is_noun(tokens: Sequence[Token], at: int, following: str) -> bool:
    """Whether the word at `at` can be the head; "light" is a lamp unless a colour follows."""
    word = tokens[at].lower
    return is_name(tokens[at]) or not is_adjective(word) or (word == "light" and not is_adjective(following))


def _open_word_step(
    tokens: Sequence[Token], index: int, core: list[int], *, has_noun: bool, is_open: bool
) -> int:
    word = tokens[index].lower
    verb = read_verb(word)
    if (
        word in PLACING
        and has_noun
        and tokens[core[-1]].lower not in COMPOUND_HEADS
        and not is_name(tokens[core[-1]])
    ):
        return 0
    follows = tokens[index + 1].lower if index + 1 < len(tokens) else ""
    if has_noun and verb is None and is_name(tokens[core[-1]]) and follows in _AFTER_PARTICIPLES:
        return 1
    if has_noun and (verb is not None or is_participle_after_noun(word)):
        ends_compound = singular(word) in COMPOUND_TAILS and tokens[core[-1]].lower in COMPOUND_HEADS
        return int(ends_compound or (word in _NOUNS_FIRST and follows not in SIDES))
    if verb is not None and not core and not is_open:
        return 0
    return 1


def _joined_step(tokens: Sequence[Token], index: int, core: list[int], has_noun: bool) -> int:
    """Commas, slashes and "and" between descriptions stay inside: "tall , pink building"."""
    word = tokens[index].lower
    if not core or not can_be_core(tokens, index + 1):
        return 0
    if word == "&":
        return 1
    follows = tokens[index + 1]
    if word == "/":
        return -1
    if word not in (",", "and", "or") or has_noun or is_name(follows):
        return 0
    return -1


def _keeps_name(word: str, core: list[int]) -> bool:
    return bool(core) or word not in DETERMINERS


def _is_unit_next(token: Token | None) -> bool:
    return token is not None and token.lower in (
        "metres",
        "meters",
        "m",
        "feet",
        "ft",
        "degrees",
        "more",
        "blocks",
    )
