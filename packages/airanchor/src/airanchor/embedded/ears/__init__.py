"""Language: instructions and subtasks in plain English, read into clauses."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.reader import (
    InstructionReading,
    Passage,
    Reference,
    read,
    read_clauses,
    read_mentions,
)

__all__ = [
    "Clause",
    "InstructionReading",
    "Manoeuvre",
    "Mention",
    "Passage",
    "Reference",
    "read",
    "read_clauses",
    "read_mentions",
]
