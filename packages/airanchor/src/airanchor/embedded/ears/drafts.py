"""A manoeuvre while its clause is being read: the verb and all that was found to belong to it."""

from dataclasses import dataclass, field

from airanchor.embedded.ears.chunks.chunk import Chunk
from airanchor.embedded.ears.nouns.phrases import NounPhrase
from airanchor.embedded.ears.tokens.numbers import Quantity
from airanchor.embedded.ears.verbs.verbs import Verb


@dataclass(slots=True, eq=False)
class NounMention:
    """A noun phrase in its sentence."""

    noun: NounPhrase
    side: str | None = None
    is_goal: bool = False
    """Whether a manoeuvre is about it; "it" means such a one rather than one seen in passing."""
    host: "NounMention | None" = None
    """What stands there, where it only tells a place: the fountain of "the fountain on the plaza"."""


@dataclass(slots=True, eq=False)
class Step:
    """A relation and what it relates to: "past the church and the park"."""

    relation: str
    things: list[NounMention]
    first: int
    last: int


@dataclass(slots=True, eq=False)
class Draft:
    """One verb with its complements; indices are of tokens, [first, last)."""

    verb: Verb
    first: int
    """The verb, with "slightly" before it."""
    start: int
    """Where its text begins: after the text of the manoeuvre before it."""
    last: int
    verb_last: int
    steps: list[Step] = field(default_factory=list)
    conditions: list[Step] = field(default_factory=list)
    until: list[NounMention] = field(default_factory=list)
    beside: list[NounMention] = field(default_factory=list)
    directions: list[Chunk] = field(default_factory=list)
    measures: list[tuple[Quantity, str]] = field(default_factory=list)
    degrees: float | None = None
    is_void: bool = False
    """Forbidden, only possible, or said of something else: no manoeuvre."""

    @property
    def has_content(self) -> bool:
        """Whether anything but the verb was read."""
        return bool(self.steps or self.directions or self.measures or self.until)

    @property
    def has_side(self) -> bool:
        """Whether it says left or right."""
        return any(chunk.word in ("left", "right", "around") for chunk in self.directions)
