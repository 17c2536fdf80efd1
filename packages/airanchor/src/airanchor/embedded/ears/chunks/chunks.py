"""Text into chunks: verbs, noun phrases, relations, directions, measures and the words between clauses."""

from collections.abc import Callable, Sequence

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.chunks.places import read_place, read_relation, read_turn_noun
from airanchor.embedded.ears.nouns.phrases import NounPhrase, read_noun_phrase
from airanchor.embedded.ears.nouns.words import is_name
from airanchor.embedded.ears.tokens.fixed_words import is_verb_place, read_closed, read_idiom
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    BACKWARD,
    COMPASS,
    DETERMINERS,
    DOWNWARD,
    ONWARD,
    ORDINALS,
    PREPOSITIONS,
    SHARP,
    SIDES,
    SLIGHT,
    UPWARD,
)
from airanchor.embedded.ears.tokens.numbers import manner_deg, read_measure
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import Verb, VerbKind, read_verb

_ENDS = frozenset(".!?;:\n•")
_JOINS = frozenset((",", "and", "then", "&", "but", "-", "–", "—", "(", ")", "or", "so", "plus"))
_NEARNESS = words("after before next past in where when as near by ahead here there down up at")
_STOPPING = frozenset(("stop", "stopping", "hover", "land", "end", "ending", "finish", "halt", "is"))
_STRAIGHT_THROUGH = words("through over under between above")
_NOUN_OPENERS = frozenset(("all", "both", "either", "each", "another", "several", "some", "every"))


def read_chunks(tokens: Sequence[Token]) -> list[Chunk]:
    """The chunks in order; every token belongs to exactly one."""
    chunks: list[Chunk] = []
    at = 0
    while at < len(tokens):
        chunk = _read_chunk(tokens, at, chunks[-1] if chunks else None)
        chunks.append(chunk)
        at = chunk.last
    return chunks


def _read_chunk(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk:
    for reader in _READERS:
        chunk = reader(tokens, at, before)
        if chunk is not None:
            return chunk
    return Chunk(ChunkKind.OTHER, at, at + 1, tokens[at].lower)


def _read_mark(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    word = tokens[at].lower
    if word in _ENDS:
        return Chunk(ChunkKind.END, at, at + 1, word)
    if word in _JOINS:
        return Chunk(ChunkKind.JOIN, at, at + 1, word)
    return None


def _read_turn(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """ "a sharp left", "the second right turn", "a 90-degree left", "a U-turn"."""
    turn = read_turn_noun(tokens, at)
    is_thing = before is not None and before.kind is ChunkKind.RELATION
    if turn is None or (is_thing and tokens[turn.last - 1].lower == "one"):
        return None
    return Chunk(ChunkKind.DIRECTION, at, turn.last, turn.word, degrees=turn.degrees, ordinal=turn.ordinal)


def _read_spot(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    place, relation = read_place(tokens, at), read_relation(tokens, at)
    is_longer = place and relation and place[0] not in SIDES and relation[1] > place[1]
    if place is not None and not is_longer:
        return Chunk(ChunkKind.PLACE, at, place[1], place[0])
    return Chunk(_relation_kind(relation[0]), at, relation[1], relation[0]) if relation else None


def _relation_kind(word: str) -> ChunkKind:
    if word in ("as soon as", "by the time", "every time"):
        return ChunkKind.SUBORDINATOR
    return ChunkKind.NEGATION if word in ("instead of", "rather than") else ChunkKind.RELATION


def _read_quantity(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    measure = read_measure(tokens, at)
    return Chunk(ChunkKind.MEASURE, at, measure.end, measure=measure) if measure else None


def _read_direction(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    word = tokens[at].lower
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if is_name(tokens[at]):
        return None
    if (word in SLIGHT or word in SHARP) and word in ADVERBS:
        return Chunk(ChunkKind.MANNER, at, at + 1, word, degrees=manner_deg(word))
    if word in SIDES:
        return _side_chunk(tokens, at, following, before)
    if word in COMPASS:
        return Chunk(ChunkKind.DIRECTION, at, at + 1, COMPASS[word])
    is_measured = at + 1 < len(tokens) and read_measure(tokens, at + 1) is not None
    if word in PREPOSITIONS and not is_measured and _can_open_noun(tokens, at + 1):
        return Chunk(ChunkKind.RELATION, at, at + 1, word)
    if word == "sideways":
        return Chunk(ChunkKind.DIRECTION, at, at + 1, word)
    for forms, name in ((UPWARD, "upward"), (DOWNWARD, "downward"), (BACKWARD, "back"), (ONWARD, "straight")):
        if word in forms and not (word == "lower" and is_verb_place(before)):
            return Chunk(ChunkKind.DIRECTION, at, at + 1, word if word in ("around", "up", "down") else name)
    return Chunk(ChunkKind.RELATION, at, at + 1, word) if word in PREPOSITIONS else None


def _side_chunk(tokens: Sequence[Token], at: int, following: str, before: Chunk | None) -> Chunk:
    """ "right after" and "right ahead" say how near, not which way, unless a verb stands before."""
    word = tokens[at].lower
    flies = before is not None and before.verb is not None and before.verb.kind is not VerbKind.TURN
    if word == "right" and flies and following in _STRAIGHT_THROUGH:
        return Chunk(ChunkKind.OTHER, at, at + 1, "just")
    turns = (
        before is not None
        and before.kind in (ChunkKind.VERB, ChunkKind.MANNER)
        and before.word not in _STOPPING
    )
    elides = (before is None or before.kind in (ChunkKind.JOIN, ChunkKind.END)) and following == "at"
    if word == "right" and not turns and not elides and following in _NEARNESS:
        return Chunk(ChunkKind.OTHER, at, at + 1, "just")
    return Chunk(ChunkKind.DIRECTION, at, at + 1, SIDES[word])


def _can_open_noun(tokens: Sequence[Token], at: int) -> bool:
    if at >= len(tokens) or not tokens[at].is_word:
        return False
    word = tokens[at].lower
    if word in DETERMINERS or word in ORDINALS or is_name(tokens[at]) or word in ("it", "them", "one"):
        return True
    return word not in PREPOSITIONS and word not in ADVERBS and word not in _JOINS and read_verb(word) is None


def _read_action(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    token, word = tokens[at], tokens[at].lower
    verb = read_verb(word)
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if verb is None or (
        is_name(token) and not token.opens_sentence and not _is_titled_verb(before, following)
    ):
        return None
    if verb.lemma == "take" and following == "off":
        return Chunk(ChunkKind.VERB, at, at + 2, word, verb=Verb("lift", VerbKind.ASCEND, verb.form))
    return Chunk(ChunkKind.VERB, at, at + 1, word, verb=verb)


def _is_titled_verb(before: Chunk | None, following: str) -> bool:
    """A capital on every word: "Then Turn Left"."""
    return (
        before is None or before.kind in (ChunkKind.JOIN, ChunkKind.OTHER)
    ) and following in SIDES.keys() | PREPOSITIONS


def _read_noun(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    if not tokens[at].is_word:
        return None
    noun = read_noun_phrase(tokens, at)
    return Chunk(ChunkKind.NOUN, at, noun.last, noun=noun) if noun else None


def _read_there(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """ "fly there", "head over there": the place named before."""
    flies = before is not None and before.verb is not None and before.verb.kind is VerbKind.GO
    last = at + 1 + (tokens[at].lower == "over")
    if not flies or last > len(tokens) or tokens[last - 1].lower != "there":
        return None
    span = (tokens[at].start, tokens[last - 1].end)
    noun = NounPhrase(at, last, "", span, span, determiner="there", is_pronoun=True)
    return Chunk(ChunkKind.NOUN, at, last, noun=noun)


def _read_early_noun(tokens: Sequence[Token], at: int, before: Chunk | None) -> Chunk | None:
    """A noun phrase whose first word can be nothing else."""
    word = tokens[at].lower
    is_opener = word in DETERMINERS or word in ORDINALS or word in _NOUN_OPENERS
    if word in ("that", "so") and before is not None and before.kind is ChunkKind.NOUN:
        return None
    if word in ("next", "first", "last") and (
        before is None or before.kind in (ChunkKind.END, ChunkKind.JOIN)
    ):
        follows = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        is_opener = follows not in ADVERBS and follows != "," and read_verb(follows) is None
    return _read_noun(tokens, at, before) if is_opener else None


_READERS: tuple[Callable[[Sequence[Token], int, Chunk | None], Chunk | None], ...] = (
    _read_mark,
    _read_turn,
    _read_spot,
    _read_quantity,
    _read_there,
    _read_early_noun,
    read_closed,
    read_idiom,
    _read_direction,
    _read_action,
    _read_noun,
)
