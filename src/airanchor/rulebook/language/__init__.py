"""Language: instructions and subtasks in plain English, read into clauses."""

from airanchor.rulebook.language.clause import Clause, Manoeuvre, Mention
from airanchor.rulebook.language.reading import Passage, Reading, Reference, read, read_clauses, read_mentions

__all__ = [
    "Clause",
    "Manoeuvre",
    "Mention",
    "Passage",
    "Reading",
    "Reference",
    "read",
    "read_clauses",
    "read_mentions",
]
