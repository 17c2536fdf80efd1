"""Chunks of fixed words: auxiliaries, joints of clauses, and idioms such as "set off" and "back up"."""

from collections.abc import Mapping, Sequence

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.nouns.words import is_name
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    AUXILIARIES,
    COMPASS,
    COPULAS,
    DETERMINERS,
    NEGATIONS,
    ONWARD,
    ORDINALS,
    SHARP,
    SLIGHT,
    SUBJECTS,
    SUBORDINATORS,
    UPWARD,
    WEAK_AUXILIARIES,
)
from airanchor.embedded.ears.tokens.placing import PLACING
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import GO, STOP, Form, Verb, VerbKind, read_verb

_IDIOMS: Mapping[tuple[str, ...], Verb] = {
    **dict.fromkeys(
        (("back", "up"), ("back", "away"), ("back", "off")), Verb("back", VerbKind.GO, Form.BASE)
    ),
    **dict.fromkeys((("set", "off"), ("set", "out")), GO),
    **dict.fromkeys(((lead, them) for lead in ("take", "bring") for them in ("me", "us", "it", "her")), GO),
    **dict.fromkeys((("touch", "down"), ("set", "down"), ("park", "yourself"), ("park", "it")), STOP),
}
_SELVES = words("yourself me us myself ourselves")


def read_closed(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """Words of one class wherever they stand."""
    word = tokens[at].lower
    if is_name(tokens[at]) and not tokens[at].opens_sentence and word not in SUBJECTS:
        return None
    if (pair := _read_pair(tokens, at, before)) is not None:
        return pair
    if word in _SELVES:
        return Chunk(ChunkKind.OTHER, at, at + 1, word)
    if word.endswith("ly") and len(word) > 5 and word not in SLIGHT | SHARP | ONWARD | UPWARD:
        return Chunk(ChunkKind.OTHER, at, at + 1, word)
    if word in SUBORDINATORS and not (word in ("before", "after") and _governs_noun(tokens, at + 1)):
        return Chunk(ChunkKind.SUBORDINATOR, at, at + 1, word)
    if word in NEGATIONS:
        return Chunk(ChunkKind.NEGATION, at, at + 1, word)
    if word in SUBJECTS:
        return Chunk(ChunkKind.SUBJECT, at, at + 1, word)
    if word in COPULAS or (word in PLACING and before is not None and before.kind is ChunkKind.NOUN):
        return Chunk(ChunkKind.COPULA, at, at + 1, word)
    if word in AUXILIARIES and not (read_verb(word) and before is None):
        return Chunk(ChunkKind.AUXILIARY, at, at + 1, "weak" if word in WEAK_AUXILIARIES else word)
    return None


def _read_pair(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """Words that mean something else with the next one: "going to", "head on", "due north"."""
    word = tokens[at].lower
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if word == "once" and following in ("more", "again"):
        return Chunk(ChunkKind.OTHER, at, at + 2, word)
    if word == "going" and following == "to" and at + 2 < len(tokens) and read_verb(tokens[at + 2].lower):
        return Chunk(ChunkKind.AUXILIARY, at, at + 2, word)
    if word == "due" and following in COMPASS:
        return Chunk(ChunkKind.OTHER, at, at + 1, word)
    if word == "head" and following == "on" and before is not None and before.kind is ChunkKind.NOUN:
        return Chunk(ChunkKind.OTHER, at, at + 2, word)
    if word in ("want", "need") and following in DETERMINERS and before and before.kind is ChunkKind.SUBJECT:
        return Chunk(ChunkKind.VERB, at, at + 1, word, verb=Verb("reach", VerbKind.REACH, Form.BASE))
    if word in ("slow", "speed") and following in ("down", "up"):
        return Chunk(ChunkKind.OTHER, at, at + 2, word)
    return None


def _governs_noun(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun phrase, not a clause, follows: "before the tower" against "before you turn"."""
    if at >= len(tokens) or tokens[at].lower in SUBJECTS or not tokens[at].is_word:
        return False
    word = tokens[at].lower
    return read_verb(word) is None and (word not in ADVERBS or word in ORDINALS)


def read_idiom(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """ "back up" goes backwards, "set off" goes."""
    pair = tuple(token.lower for token in tokens[at : at + 2])
    if pair not in _IDIOMS or not is_verb_place(before):
        return None
    return Chunk(ChunkKind.VERB, at, at + 2, pair[0], verb=_IDIOMS[pair])


def is_verb_place(before: Chunk | None) -> bool:
    """Whether a verb can stand after a chunk."""
    return before is None or before.kind in (
        ChunkKind.JOIN,
        ChunkKind.END,
        ChunkKind.SUBJECT,
        ChunkKind.AUXILIARY,
        ChunkKind.MANNER,
    )
