"""Landmarks said without any verb: "pool", "the red church please", "to the stadium, then the river"."""

import re

from airanchor.embedded.ears.clause import Manoeuvre
from airanchor.embedded.ears.nouns.words import singular
from airanchor.embedded.ears.reader import read_clauses
from airanchor.embedded.ears.tokens.lexicon import ADJECTIVES, COLOURS, SHADES
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.eyes.reader.names import NAMES

MOST_WORDS = 10
LONGEST = 120
_OPENINGS = words("to towards toward into over the a an that this my your nearest closest next first then")
_POLITE = words("please now thanks thank you quickly")
_JOIN = r"(?:and|then|after that|afterwards|finally|lastly)"
_PARTS = re.compile(rf"\s*(?:,|;|\b{_JOIN}\b|\.)+\s*(?:{_JOIN}\b\s*)*", re.IGNORECASE)
_THINGS = frozenset(word for one in NAMES for word in (*one.all_words, *one.kinds)) | {"building", "tower"}


def with_verbs(text: str) -> str | None:
    """The text with "fly to" before every landmark, where it is nothing but landmarks; else None."""
    if len(text) > LONGEST:
        return None
    parts = [part for part in _PARTS.split(text.strip(" .!?\n")) if part.strip()]
    goals = [_goal(part) for part in parts]
    if not goals or not all(goals):
        return None
    said = ", then ".join(f"fly to the {goal}" for goal in goals)
    return f"{said[0].upper()}{said[1:]}."


def as_goal(text: str) -> str | None:
    """A landmark told by what it is good for: "the place where I can swim"."""
    said = text[: LONGEST + 1].strip(" .!?\n")
    opens = said.lower().startswith(("the ", "a ", "some", "where ", "any", "to ", "my "))
    clauses = read_clauses(f"Fly to {said.removeprefix('to ')}.") if opens and len(said) <= LONGEST else ()
    goals = [clause.mentions for clause in clauses if clause.manoeuvre is Manoeuvre.TO]
    is_one = len(clauses) == 1 and len(goals) == 1 and len(goals[0]) == 1
    return f"Fly to {said.removeprefix('to ')}." if is_one and goals[0][0].category in _THINGS else None


def _goal(part: str) -> str | None:
    """The landmark of a part without its openings; None where it is more, or no landmark."""
    said = re.findall(r"[\w'’-]+", part.lower())
    while said and said[0] in _OPENINGS:
        said.pop(0)
    while said and said[-1] in _POLITE:
        said.pop()
    if not 0 < len(said) <= MOST_WORDS:
        return None
    for at in range(len(said)):
        head = " ".join((*said[at:-1], singular(said[-1])))
        if head in _THINGS or " ".join(said[at:]) in _THINGS:
            return " ".join(said) if all(map(_describes, said[:at])) else None
    return None


def _describes(word: str) -> bool:
    return word in ADJECTIVES or word in SHADES or word in COLOURS or "-" in word or word == "and"
