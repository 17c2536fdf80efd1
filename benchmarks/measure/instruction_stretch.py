"""A leg of a benchmark text with the clauses read for it, and whether a clause names the leg's landmark."""

import re
from dataclasses import dataclass

from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.ears import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.tokens.wordset import words

TURNS = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND)
CLIMBS = (Manoeuvre.ASCEND, Manoeuvre.DESCEND)
_SMALL = words(
    "the a an of two one other second third nearest closest more distant farther further left-hand "
    "right-hand and with that reads on its"
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A leg with where the text names its landmark, and what was read for it."""

    leg: Leg
    at: int
    phrase: str
    start: int
    end: int
    clauses: list[tuple[int, Clause]]


def moves_to(clause: Clause, phrase: str) -> bool:
    return clause.manoeuvre not in (*TURNS, *CLIMBS, Manoeuvre.FACE) and names(clause, phrase)


def names(clause: Clause, phrase: str) -> bool:
    if clause.manoeuvre in CLIMBS:
        return False
    goals = clause.until if clause.manoeuvre in TURNS else (*clause.mentions, *clause.until)
    return any(is_named(one, phrase) for one in goals)


def words_of(text: str) -> set[str]:
    found = set(re.findall(r"[a-z0-9'-]+", text.lower())) - _SMALL
    return {re.sub(r"(?<=[a-rt-z])'?s'?$", "", re.sub("(?<=ch|sh|ss)es$", "", word)) for word in found}


def is_named(mention: Mention, phrase: str) -> bool:
    """Whether the mention's own noun is in the phrase."""
    head = words_of(mention.category)
    return bool(head) and len(head & words_of(phrase)) * 2 > len(head)
