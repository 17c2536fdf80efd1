"""Numbers of how names and texts are compared. Set by hand while tuning on train/dev flights and texts."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingRules(Ranged):
    """How far two names agree, from 0 to 1."""

    place: ClassVar[str] = "rulebook naming"

    synonym_score: float = ranged(0.95, 0.0, 1.0)
    """Two words for one concept."""
    kind_share: float = ranged(0.96, 0.0, 1.0)
    """Words that share a concept at least so much are a thing and its kind."""
    kind_score: float = ranged(0.85, 0.0, 1.0)
    """Agreement of a thing with a word for its kind: "church" and "building"."""
    head_score: float = ranged(0.7, 0.0, 1.0)
    """Agreement of names with one head noun, unless both are known to be different things."""
    near_score: float = ranged(0.75, 0.0, 1.0)
    """The most that nearness of meaning alone is worth."""
    unstated: float = ranged(0.75, 0.0, 1.0)
    """Agreement of an attribute of which the other side says nothing."""
    partly_stated: float = ranged(0.9, 0.0, 1.0)
    """Agreement of an attribute of several words of which the other side says some."""
    near_colour: float = ranged(0.6, 0.0, 1.0)
    """Agreement of colours that people take for each other."""
    clash: float = ranged(0.15, 0.0, 1.0)
    """Agreement of attributes that exclude each other: red and blue, tall and low."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionRules(Ranged):
    """Which remembered object a landmark is."""

    place: ClassVar[str] = "rulebook selection"

    same_mention: float = ranged(0.9, 0.0, 1.0)
    """The least agreement of a landmark with words of the subtask to be what they name."""
    passed_m: float = ranged(25.0, 0.0, 200.0)
    """What is nearer at the beginning of a subtask is the first of its kind, not the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRules(Ranged):
    """How texts become subtasks, and how many decisions those are granted."""

    place: ClassVar[str] = "rulebook stages"

    stage_m: float = ranged(150.0, 10.0, 1000.0)
    """What three decisions fly."""
    leg: int = ranged(2, 1, 10)
    """The stages of a leg to a landmark: it is found, then flown to. With one, the way back that too many
    decisions trigger broke off 10 legs begun rightly in 240 train and dev flights; one ended rightly."""
    home: int = ranged(5, 1, 50)
    """The stages of a way home, whose length the text does not tell."""
    stage_deg: float = ranged(90.0, 10.0, 360.0)
    """How far round a circle one stage leads."""
