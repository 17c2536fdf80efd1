"""How far a subtask is flown: the rulebook's only memory between calls, as a note in the progress text.

Reflection writes the text; every later prompt brings it back. Anyone else's text starts at the first part.
"""

import re
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from airanchor.embedded.rules.notes.leg_evidence import MAX_LEGS, LegEvidence
from airanchor.embedded.rules.notes.note import Count, Note, Number, Place, read_note, with_note
from airanchor.embedded.rules.notes.orbit import Orbit
from airanchor.embedded.rules.notes.past import MAX_PAST, PastPart, Words, kept, past_words
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import MAX_TRACKS, LandmarkTrack, plain
from airanchor.reasoner.roles.context import MAX_TEXT

MAX_PROOFS = 4
MAX_SEEN = 12
MAX_NOTE = MAX_TEXT - 200
"""Longer texts are cut at their end; what is left is for people."""


@dataclass(frozen=True, slots=True)
class SubtaskProgress:
    """Which part of the subtask is being flown and what was done for it so far."""

    part: Count = 0
    """From 0."""
    decisions: Count = 0
    flown_m: Number = 0.0
    climbed_m: Number = 0.0
    turned_deg: Number = 0.0
    """Net, right is positive."""
    looks: Count = 0
    failures: Count = 0
    """Failed or blocked skills in a row."""
    closest_m: Number | None = None
    """The least distance to the part's landmark so far."""
    stalled: Count = 0
    """Decisions since the landmark came no closer."""
    aim_deg: Number | None = None
    """Where the last flight was aimed, from the heading of now."""
    looked_deg: Number | None = None
    """By how much the look around just made has turned; None after anything else. Right is positive."""
    detour_m: Number = 0.0
    """Climbed only to clear something; still to be undone."""
    is_sinking: bool = False
    """Whether all parts are flown and only that is left."""
    tracks: Annotated[tuple[LandmarkTrack, ...], Field(max_length=MAX_TRACKS)] = ()
    """Where things are known to be, from the pose of now."""
    past: Annotated[tuple[PastPart, ...], Field(max_length=MAX_PAST)] = ()
    """What became of the parts that are over."""
    proofs: Annotated[tuple[Proof, ...], Field(max_length=MAX_PROOFS)] = ()
    """What speaks for each landmark being what it is taken for."""
    legs: Annotated[tuple[LegEvidence, ...], Field(max_length=MAX_LEGS)] = ()
    """What the legs to landmarks that are over have shown of being right."""
    began_m: Place | None = None
    """Where the part began, from the start: north as the real part, east as the other."""
    orbit: Orbit | None = None
    """The circle that the part flies."""
    seen: Annotated[tuple[Words, ...], Field(max_length=MAX_SEEN)] = ()
    """What a look around for an answer has shown so far, each with where it lies."""
    failure: Annotated[str | None, Field(exclude=True)] = None
    """Why the last skill failed, as the controller tells: in its own words behind the note."""

    @property
    def is_failing(self) -> bool:
        """Whether the last skill did not do what it should."""
        return self.failures > 0 or self.failure is not None

    def is_turned_to(self, least_deg: float) -> bool:
        """Whether a look around has just turned so far: to what it took for the landmark."""
        return self.looked_deg is not None and abs(self.looked_deg) >= least_deg

    def next_part(self) -> "SubtaskProgress":
        """The next part, not begun."""
        return SubtaskProgress(
            part=self.part + 1,
            looked_deg=self.looked_deg,
            detour_m=self.detour_m,
            tracks=self.tracks,
            past=self.past,
            proofs=self.proofs,
            legs=self.legs,
        )

    def is_lost(self, label: str) -> bool:
        """Whether a decision was taken without knowing where the thing of that name is."""
        return self.decisions > 0 and self.knows(label) is None

    def knows(self, label: str) -> LandmarkTrack | None:
        """Where the thing of that name is, if it is known."""
        return next((track for track in self.tracks if track.label == plain(label)), None)


class ProgressNote(Note):
    """The progress of a subtask of so many parts."""

    note: Literal["progress"]
    parts: Count
    progress: SubtaskProgress


def progress_words(progress: SubtaskProgress, part_words: str, total: int) -> str:
    """The progress text: for people as many sentences as there is room for, and the note."""
    note = _note(progress, total)
    room = MAX_TEXT - len(note.line) - 1
    words = ""
    for sentence in _sentences(progress, part_words, total):
        longer = f"{words} {sentence}.".strip()
        words = longer if len(longer) <= room else words
    return with_note(words, note)


def _note(progress: SubtaskProgress, total: int) -> ProgressNote:
    """What is to be known of it; where that is too much, the places named last are forgotten first."""
    bounded = replace(
        progress,
        tracks=progress.tracks[:MAX_TRACKS],
        past=kept(progress.past),
        proofs=progress.proofs[-MAX_PROOFS:],
        legs=progress.legs[-MAX_LEGS:],
        seen=progress.seen[:MAX_SEEN],
    )
    note = ProgressNote.model_construct(note="progress", parts=total, progress=bounded)
    if len(note.line) <= MAX_NOTE:
        return note
    for name in ("legs", "tracks", "seen"):  # what is only told comes before what is flown by
        if kept_ones := getattr(bounded, name):
            return _note(replace(bounded, **{name: kept_ones[:-1]}), total)
    return note


def _sentences(progress: SubtaskProgress, part_words: str, total: int) -> list[str]:
    """The progress for people; nobody reads it back."""
    side = "right" if progress.turned_deg >= 0 else "left"
    sentences = [
        f"Done {progress.part} of {total}",
        f"Now part {progress.part + 1}: {plain(part_words)}",
        f"In this part {progress.decisions} decisions, {progress.flown_m:.1f} m flown, "
        f"{progress.climbed_m:.1f} m climbed, turned {abs(progress.turned_deg):.1f} degrees {side}, "
        f"{progress.looks} looks, {progress.failures} failures",
    ]
    if progress.detour_m:
        sentences.append(f"Climbed {progress.detour_m:.1f} m to clear the way")
    if progress.is_sinking:
        sentences.append("All parts flown but for sinking back")
    if progress.past:
        sentences.append(past_words(progress.past))
    if progress.tracks:
        sentences.append("Known: " + "; ".join(track.words for track in progress.tracks[:MAX_TRACKS]))
    return sentences


_FAILURE = re.compile(r"\[last action failed: ?([^\]]{0,300})")


def read_progress(text: str, total: int) -> SubtaskProgress:
    """The progress that a text notes; the beginning where it notes none for as many parts."""
    failed = _FAILURE.search(text)
    failure = (failed.group(1).strip() or "unknown reason") if failed else None
    note = read_note(text, ProgressNote)
    if note is None or note.parts != total or note.progress.part >= total:
        return SubtaskProgress(failure=failure)
    return replace(note.progress, failure=failure)
