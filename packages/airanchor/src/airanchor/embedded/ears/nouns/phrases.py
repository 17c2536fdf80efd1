"""Noun phrases: what a phrase names, how it describes it, and what it leaves to an earlier one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from airanchor.embedded.ears.nouns.cores import read_core, split_core
from airanchor.embedded.ears.nouns.description_words import QUALITY_NOUNS
from airanchor.embedded.ears.nouns.descriptions import read_description
from airanchor.embedded.ears.nouns.openings import NounOpening, can_be_core, read_opening
from airanchor.embedded.ears.nouns.words import is_adjective, is_name, singular
from airanchor.embedded.ears.tokens.lexicon import COLLECTIVES, NOT_LANDMARKS, PARTITIVES, PRONOUNS, UNSEEN
from airanchor.embedded.ears.tokens.numbers import read_measure
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words

_MAX_DEPTH = 2
_NOUNS_TOO = frozenset(
    ("light", "square", "high-rise", "low-rise", "mid-rise", "4-way", "four-way", "three-way")
)
_NEVER_LANDMARKS = words("level side direction way turn step metre meter degree o'clock size altitude view")


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase; `first` and `last` are token indices, [first, last), determiner included."""

    first: int
    last: int
    category: str
    span: tuple[int, int]
    head: tuple[int, int]
    attributes: tuple[str, ...] = ()
    determiner: str | None = None
    ordinal: int | None = None
    count: int | None = None
    side: str | None = None
    part: str | None = None
    """ "end" in "the end of the block"."""
    is_pronoun: bool = False
    """ "it", "that one", "the second": the noun is to be found earlier."""
    is_name: bool = False
    is_same: bool = False
    """ "the same tower", "that tower"."""
    is_plural: bool = False

    @property
    def is_landmark(self) -> bool:
        """Whether it can be looked for in the scene."""
        if self.is_pronoun or self.is_name:
            return self.is_name
        parts = self.category.split()
        if len(parts) == 1 and is_adjective(parts[0]) and parts[0] not in _NOUNS_TOO:
            return False
        return parts[-1] not in (NOT_LANDMARKS if len(parts) == 1 else _NEVER_LANDMARKS)


def read_noun_phrase(tokens: Sequence[Token], at: int, depth: int = 0) -> NounPhrase | None:
    """The noun phrase that starts at `at`, or None; `depth` counts the phrases it lies in."""
    opening = read_opening(tokens, at)
    core = read_core(tokens, opening)
    one = _read_one(tokens, opening, core, at=at, depth=depth)
    if one is not None:
        return one
    if not core:
        return _elliptical(tokens, at, opening)
    phrase = _from_core(tokens, at, opening, core)
    inner = _read_inner(tokens, phrase, depth)
    if inner is not None:
        return inner
    return _chosen(tokens, _described(tokens, _with_contents(tokens, phrase)))


def _with_contents(tokens: Sequence[Token], phrase: NounPhrase) -> NounPhrase:
    """ "block of flats", "pile of shipping containers": what it is made of belongs to the name."""
    at = phrase.last + 1
    if phrase.is_name or at >= len(tokens) or tokens[phrase.last].lower != "of":
        return phrase
    if not can_be_core(tokens, at) or is_name(tokens[at]) or read_measure(tokens, at) is not None:
        return phrase
    core = read_core(tokens, NounOpening(at))
    if not core or singular(tokens[core[-1]].lower) in QUALITY_NOUNS:
        return phrase
    contents = " ".join(tokens[index].lower for index in core)
    end = tokens[core[-1]].end
    return replace(
        phrase, category=f"{phrase.category} of {contents}", last=core[-1] + 1, span=(phrase.span[0], end),
        head=(phrase.head[0], end),
    )  # fmt: skip


def _chosen(tokens: Sequence[Token], phrase: NounPhrase) -> NounPhrase:
    """ "the left-hand house of the two": the choice adds nothing to the side or the order."""
    after = [token.lower for token in tokens[phrase.last : phrase.last + 3]]
    if after[:2] in (["of", "the"], ["of", "these"], ["of", "those"]) and after[2:] in (
        ["two"],
        ["pair"],
        ["three"],
    ):
        return replace(phrase, last=phrase.last + 3)
    return phrase


def _described(tokens: Sequence[Token], phrase: NounPhrase) -> NounPhrase:
    """The phrase with the description that follows it."""
    attributes, last = read_description(tokens, phrase.last, phrase.category or "one")
    if last == phrase.last:
        return phrase
    unique = dict.fromkeys((*phrase.attributes, *attributes))
    ordered = tuple(sorted(unique, key=lambda attribute: attribute.startswith("with ")))
    return replace(phrase, attributes=ordered, last=last, span=(phrase.span[0], tokens[last - 1].end))


def _read_one(
    tokens: Sequence[Token], opening: NounOpening, core: list[int], *, at: int, depth: int
) -> NounPhrase | None:
    """ "the red one", "the one with the red roof", "the taller of the two towers": told by its looks."""
    index = core[-1] + 1 if core else opening.at
    word = tokens[index].lower if index < len(tokens) else ""
    looks = [tokens[place].lower for place in core]
    if opening.determiner is None or not all(is_adjective(each) for each in looks):
        return None
    seen = tuple(each for each in looks if each not in UNSEEN)
    if word in ("one", "ones"):
        span = (tokens[at].start, tokens[index].end)
        phrase = NounPhrase(
            at, index + 1, "", span, span, attributes=seen, determiner=opening.determiner,
            ordinal=opening.ordinal, side=opening.side, is_pronoun=True, is_same=opening.is_same,
        )  # fmt: skip
        index += 1
        follows = tokens[index].lower if index < len(tokens) else ""
        if follows != "of" or not (looks or opening.ordinal or opening.side):
            return _described(tokens, phrase)
    word = tokens[index].lower if index < len(tokens) else ""
    selects = bool(looks or opening.ordinal or opening.side) and depth < _MAX_DEPTH
    if word != "of" or not selects or index + 1 >= len(tokens):
        return None
    inner = read_noun_phrase(tokens, index + 1, depth + 1)
    if inner is None or not inner.is_plural:
        return None
    return replace(
        inner, first=at, attributes=(*seen, *inner.attributes), ordinal=opening.ordinal, count=None,
        determiner=opening.determiner, is_plural=False, side=opening.side or inner.side,
    )  # fmt: skip


def _elliptical(tokens: Sequence[Token], at: int, opening: NounOpening) -> NounPhrase | None:
    """ "it", "that", "the second", "next one"."""
    index = opening.at
    word = tokens[index].lower if index < len(tokens) else ""
    is_one = word in ("one", "ones") and opening.ordinal is not None
    if is_one or (index == at and word in PRONOUNS and word not in ("here", "there")):
        last = index + 1
    elif index > at and (opening.is_same or (opening.ordinal is not None and opening.determiner)):
        last = index
    else:
        return None
    span = (tokens[at].start, tokens[last - 1].end)
    return NounPhrase(
        at, last, "", span, span, ordinal=opening.ordinal, determiner=opening.determiner, is_pronoun=True,
        is_same=opening.is_same,
    )  # fmt: skip


def _from_core(tokens: Sequence[Token], at: int, opening: NounOpening, core: list[int]) -> NounPhrase:
    attributes, noun = split_core(tokens, core)
    parts = [tokens[index] for index in noun]
    named = any(is_name(word) for word in parts)
    if named:
        category = " ".join(word.text for word in parts)
    else:
        category = " ".join([*(word.lower for word in parts[:-1]), singular(parts[-1].lower)])
    return NounPhrase(
        first=at,
        last=core[-1] + 1,
        category=category,
        span=(tokens[core[0]].start, tokens[core[-1]].end),
        head=(parts[0].start, parts[-1].end),
        attributes=attributes,
        determiner=opening.determiner,
        ordinal=opening.ordinal,
        count=opening.count,
        side=opening.side,
        is_name=named,
        is_same=opening.is_same,
        is_plural=not named and singular(parts[-1].lower) != parts[-1].lower,
    )


def _read_inner(tokens: Sequence[Token], phrase: NounPhrase, depth: int) -> NounPhrase | None:
    """ "the end of the block" is the block, "a row of trees" a tree, "block's end" the block."""
    parts = phrase.category.split()
    is_part, is_many = parts[-1] in PARTITIVES, parts[-1] in COLLECTIVES or singular(parts[-1]) in COLLECTIVES
    if not (is_part or is_many) or phrase.last >= len(tokens) or tokens[phrase.last].lower != "of":
        return None
    if phrase.last + 1 >= len(tokens) or depth >= _MAX_DEPTH:
        return None
    if read_measure(tokens, phrase.last + 1) is not None:
        return None
    inner = read_noun_phrase(tokens, phrase.last + 1, depth + 1)
    if inner is None:
        return None
    if is_part:
        return replace(inner, first=phrase.first, part=parts[-1])
    return replace(
        inner, first=phrase.first, ordinal=phrase.ordinal, count=phrase.count, determiner=phrase.determiner
    )
