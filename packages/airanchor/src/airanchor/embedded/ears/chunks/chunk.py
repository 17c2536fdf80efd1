"""A chunk: a stretch of tokens that does one thing in its sentence."""

from dataclasses import dataclass
from enum import StrEnum

from airanchor.embedded.ears.nouns.phrases import NounPhrase
from airanchor.embedded.ears.tokens.numbers import Quantity
from airanchor.embedded.ears.verbs.verbs import Verb


class ChunkKind(StrEnum):
    """What a chunk does in a sentence."""

    VERB = "verb"
    NOUN = "noun"
    RELATION = "relation"
    DIRECTION = "direction"
    """left, right, around, back, straight, up, down, or a compass point."""
    PLACE = "place"
    """Where something lies as the flyer sees it: "on your left", "ahead of you"."""
    MEASURE = "measure"
    MANNER = "manner"
    SUBORDINATOR = "subordinator"
    NEGATION = "negation"
    SUBJECT = "subject"
    AUXILIARY = "auxiliary"
    COPULA = "copula"
    JOIN = "join"
    """and, then, a comma."""
    END = "end"
    """The end of a sentence."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of tokens, [first, last)."""

    kind: ChunkKind
    first: int
    last: int
    word: str = ""
    verb: Verb | None = None
    noun: NounPhrase | None = None
    measure: Quantity | None = None
    degrees: float | None = None
    ordinal: int | None = None
