"""Recorded texts as people read them: without the line of JSON that a reasoner left in one for itself."""

import json
from typing import TypeVar

from airanchor.trace.record import Record

NOTE = '{"note":'
"""How such a line begins."""
MOST_NOTE = 4000
"""Characters; what is longer is no note: nobody leaves so much to himself."""
Told = TypeVar("Told")
_FIELDS = ("reason", "progress", "plan")
"""Texts of events that come from a reasoner and go back to it."""


def split_note(text: str) -> tuple[str, str | None]:
    """A text without its note, and the note as JSON; None where it has none that is whole."""
    start = text.rfind(NOTE)  # the last: words before a note may quote another
    if start < 0:
        return text, None
    line = text[start : start + MOST_NOTE].split("\n", 1)[0]
    try:
        _, length = json.JSONDecoder().raw_decode(line)
    except (ValueError, RecursionError):
        return text, None
    before, after = text[:start].rstrip(), text[start + length :].strip()
    return f"{before} {after}".strip(), line[:length]


def plain_text(text: str) -> str:
    """A text without its note."""
    return split_note(text)[0]


def without_notes(event: Told) -> Told:
    """An event as people read it; other things as they are."""
    if not isinstance(event, Record):
        return event
    texts = {name: text for name in _FIELDS if isinstance(text := getattr(event, name, None), str)}
    told = {name: plain_text(text) for name, text in texts.items()}
    return event if told == texts else event.model_copy(update=told)
