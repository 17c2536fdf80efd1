"""Words that lead to something, of which the reader kept nothing but to go ahead."""

import re
from collections.abc import Sequence

from airanchor.embedded.ears import Clause, Manoeuvre
from airanchor.embedded.rules.goal import mentions_of

_OBJECT = re.compile(
    r"(?i)\b(?:to|towards?|at|see|visit|reach|find) (?:the|an?|my|that|this|some|your|any)\b"
    r"(?! (?:left|right|north|south|east|west|rear|front|side|other|same|very|sky|ground|way|bit|little)\b)"
)


def has_lost_object(text: str, clauses: Sequence[Clause], *, names_landmark: bool) -> bool:
    """Whether a stretch of text names something to go to, and none of its clauses does."""
    names_something = names_landmark or _OBJECT.search(text) is not None
    return names_something and any(map(_is_bare, clauses)) and not any(map(mentions_of, clauses))


def _is_bare(clause: Clause) -> bool:
    is_told = clause.metres is not None or clause.relation or clause.beside or mentions_of(clause)
    return clause.manoeuvre is Manoeuvre.FORWARD and not is_told
