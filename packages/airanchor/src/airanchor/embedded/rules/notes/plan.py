"""What comes next, as a reflection leaves it to the next decision: the part, and where its landmarks lie.

The progress tells what was done; where to go on to is the plan's to tell, as a note beside the words. Where
a plan has no note, such places count as the progress may tell.
"""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from airanchor.embedded.rules.notes.note import Note, read_note, with_note
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.notes.track import MAX_TRACKS, LandmarkTrack


class PlanNote(Note):
    """Where the landmarks of what comes next are, from the pose of now."""

    note: Literal["plan"]
    tracks: Annotated[tuple[LandmarkTrack, ...], Field(max_length=MAX_TRACKS)]


def plan_words(part_words: str, tracks: tuple[LandmarkTrack, ...]) -> str:
    """The plan text: for people, and the note where any place is known."""
    words, known = f"Next: {part_words}.", tracks[:MAX_TRACKS]
    if not known:
        return words
    where = "; ".join(track.words for track in known)
    return with_note(f"{words} Known: {where}.", PlanNote.model_construct(note="plan", tracks=known))


def planned(progress: SubtaskProgress, plan: str) -> SubtaskProgress:
    """The progress with the places that a plan notes."""
    note = read_note(plan, PlanNote)
    return progress if note is None else replace(progress, tracks=note.tracks)
