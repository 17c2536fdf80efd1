"""What a piece of an instruction asks for: one manoeuvre, with what it refers to and how far it goes."""

from dataclasses import dataclass
from enum import StrEnum


class Manoeuvre(StrEnum):
    """The kinds of motion an instruction can ask for."""

    TO = "to"
    """Approach a landmark, or arrive at it."""
    PAST = "past"
    OVER = "over"
    """Fly above it, across its top."""
    UNDER = "under"
    AROUND = "around"
    BETWEEN = "between"
    ALONG = "along"
    ACROSS = "across"
    THROUGH = "through"
    CIRCLE = "circle"
    """All around a landmark, or by its degrees; with the relation "right" clockwise, "left" the other way."""
    HOME = "return to start"
    """Back to where the flight began."""
    TELL = "tell"
    """Answer a question: whether and where its landmark is in sight, or without one what is."""
    AWAY = "away"
    """Leave a landmark behind."""
    FORWARD = "forward"
    """Go straight on, without a landmark to reach; with the relation "left" or "right" sideways instead."""
    TURN_LEFT = "turn left"
    TURN_RIGHT = "turn right"
    TURN_AROUND = "turn around"
    FACE = "face"
    """Turn towards a landmark or a compass direction; to turn one's back on it is FACE, then TURN_AROUND."""
    ASCEND = "ascend"
    DESCEND = "descend"
    STOP = "stop"
    """End here, or hover; with a landmark: at, near, above, in front of it."""


STEERING = frozenset(
    (
        Manoeuvre.TURN_LEFT,
        Manoeuvre.TURN_RIGHT,
        Manoeuvre.TURN_AROUND,
        Manoeuvre.FACE,
        Manoeuvre.ASCEND,
        Manoeuvre.DESCEND,
    )
)
"""Manoeuvres that lead nowhere by themselves."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A landmark as the text names it."""

    category: str
    """The head noun with its fixed compounds, singular and lower case: "building", "water tower"; a proper
    name keeps its letters: "Chase Bank"."""
    attributes: tuple[str, ...] = ()
    """Intrinsic visible properties only: "red", "tall", "with arched windows"."""
    ordinal: int | None = None
    """2 for "the second tower"; -1 for "the last"."""
    side: str | None = None
    """"left" or "right" where the text says it lies or should be kept there; else None."""
    span: tuple[int, int] = (0, 0)
    """Where in the text, as [start, end)."""
    head: tuple[int, int] = (0, 0)
    """Where its category stands, inside the span."""

    @property
    def label(self) -> str:
        """As people say it: "red tower with arched windows"."""
        before = [word for word in self.attributes if not word.startswith("with ")]
        after = [word.removeprefix("with ") for word in self.attributes if word.startswith("with ")]
        core = " ".join((*before, self.category))
        return f"{core} with {' and '.join(after)}" if after else core


@dataclass(frozen=True, slots=True)
class Clause:
    """One manoeuvre in the order of the text."""

    manoeuvre: Manoeuvre
    mentions: tuple[Mention, ...] = ()
    """What the manoeuvre refers to; "it" and "the same tower" are resolved to the earlier mention."""
    until: tuple[Mention, ...] = ()
    """Landmarks that end it: "until you reach the bridge", "towards the park"."""
    metres: float | None = None
    """"for 40 metres", "climb 20 m", "descend to 15 m" (with `is_absolute`)."""
    degrees: float | None = None
    """The angle of a turn where it is given; "slightly" is 30, "sharply" 120."""
    is_absolute: bool = False
    """Whether `metres` is a height above ground ("to 15 m", "to street level" is 10)."""
    relation: str | None = None
    """For STOP and TO: "near", "above", "in front of", "next to", "behind", "between", ...; for ASCEND and
    DESCEND: "above" or "below" the mention, "level" with it; for FACE a compass direction; for FORWARD the
    side to slide to; for a turn when it is due: "at", "before" or "after" the mention, or "in view" of it."""
    beside: tuple[Mention, ...] = ()
    """Landmarks that are only to be seen on the way: "with the park on your left", "a church will be on your
    right"."""
    span: tuple[int, int] = (0, 0)
    """The words that command it, as [start, end) of the text."""
