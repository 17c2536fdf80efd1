"""What a navigator noted for who looks: each note's words and data, no longer than can be read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from airanchor.trace import NoteEvent
from airanchor.viewer.place_map import MAP_KEYS, PlaceMap, read_place_map

LONGEST_TEXT = 20_000
"""Characters; a page holds many notes, and the recording keeps the rest."""
LONGEST_DATA = 50_000
"""Characters of JSON."""


@dataclass(frozen=True, slots=True)
class ShownNote:
    """One note as the page shows it."""

    title: str
    text: str | None
    """What was written; None for a note of data alone."""
    left_out: int
    """How many characters of the text are left out."""
    data: dict[str, Any]
    is_data_left_out: bool = False


def shown_note(event: NoteEvent) -> ShownNote:
    """The note without what is drawn as a map."""
    data: dict[str, Any] = dict(event.data)
    text = data.pop("text") if isinstance(data.get("text"), str) else None
    if read_place_map(data) is not None:
        data = {key: value for key, value in data.items() if key not in MAP_KEYS}
    is_long = len(json.dumps(data)) > LONGEST_DATA
    return ShownNote(
        title=event.text[:LONGEST_TEXT],
        text=None if text is None else text[:LONGEST_TEXT],
        left_out=max(0, len(text or "") - LONGEST_TEXT),
        data={} if is_long else data,
        is_data_left_out=is_long,
    )


def noted_map(notes: Sequence[NoteEvent]) -> PlaceMap | None:
    """The last map of places among the notes of a moment."""
    maps = [found for note in notes if (found := read_place_map(note.data)) is not None]
    return maps[-1] if maps else None
