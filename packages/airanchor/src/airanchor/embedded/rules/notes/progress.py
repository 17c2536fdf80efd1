"""How far a subtask is flown, as numbers and as the progress text: the rulebook's only memory between calls.

Reflection writes the text; every later prompt brings it back. Anyone else's text starts at the first part.
"""

import re
from dataclasses import dataclass, replace

from airanchor.embedded.rules.notes.orbit import Orbit, read_orbit
from airanchor.embedded.rules.notes.past import PastPart, past_words, read_past
from airanchor.embedded.rules.notes.proof import Proof, read_proofs
from airanchor.embedded.rules.notes.track import Track, plain, read_tracks

MAX_TRACKS = 6
MAX_PROOFS = 4
SINKING = "All parts flown but for sinking back"
TURNED_DEG = 20.0
"""A look around that turned this far has claimed to see something."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Which part of the subtask is being flown and what was done for it so far."""

    part: int = 0
    """From 0."""
    decisions: int = 0
    flown_m: float = 0.0
    climbed_m: float = 0.0
    turned_deg: float = 0.0
    """Net, right is positive."""
    looks: int = 0
    failures: int = 0
    """Failed or blocked skills in a row."""
    closest_m: float | None = None
    """The least distance to the part's landmark so far."""
    stalled: int = 0
    """Decisions since the landmark came no closer."""
    aim_deg: float | None = None
    """Where the last flight was aimed, from the heading of now."""
    looked_deg: float | None = None
    """By how much the look around just made has turned; None after anything else. Right is positive."""
    detour_m: float = 0.0
    """Climbed only to clear something; still to be undone."""
    is_sinking: bool = False
    """Whether all parts are flown and only that is left."""
    tracks: tuple[Track, ...] = ()
    """Where things are known to be, from the pose of now."""
    past: tuple[PastPart, ...] = ()
    """What became of the parts that are over."""
    proofs: tuple[Proof, ...] = ()
    """What speaks for each landmark being what it is taken for."""
    began_m: complex | None = None
    """Where the part began, from the start: north as the real part, east as the other."""
    orbit: Orbit | None = None
    """The circle that the part flies."""
    seen: tuple[str, ...] = ()
    """What a look around for an answer has shown so far, each with where it lies."""
    failure: str | None = None
    """Why the last skill failed, as the controller tells."""

    @property
    def is_failing(self) -> bool:
        """Whether the last flight or climb did not do what it should; a turn of nothing is no failure."""
        return self.failures > 0 or (self.failure is not None and "turn" not in self.failure)

    @property
    def is_turned_to(self) -> bool:
        """Whether a look around has just turned to what it took for the landmark."""
        return self.looked_deg is not None and abs(self.looked_deg) >= TURNED_DEG

    def next_part(self) -> "Progress":
        """The next part, not begun."""
        return Progress(
            part=self.part + 1,
            looked_deg=self.looked_deg,
            detour_m=self.detour_m,
            tracks=self.tracks,
            past=self.past,
            proofs=self.proofs,
        )

    def knows(self, label: str) -> Track | None:
        """Where the thing of that name is, if it is known."""
        return next((track for track in self.tracks if track.label == plain(label)), None)


def progress_words(progress: Progress, part_words: str, total: int) -> str:
    """The progress text."""
    side = "right" if progress.turned_deg >= 0 else "left"
    pieces = [
        f"Done {progress.part} of {total}",
        f"Now part {progress.part + 1}: {plain(part_words)}",
        f"In this part {progress.decisions} decisions, {progress.flown_m:.1f} m flown, "
        f"{progress.climbed_m:.1f} m climbed, turned {abs(progress.turned_deg):.1f} degrees {side}, "
        f"{progress.looks} looks, {progress.failures} failures, stalled {progress.stalled}",
    ]
    if progress.closest_m is not None:
        pieces.append(f"Closest {progress.closest_m:.1f} m")
    if progress.aim_deg is not None:
        side = "right" if progress.aim_deg >= 0 else "left"
        pieces.append(f"Last aim {abs(progress.aim_deg):.1f} degrees {side}")
    if progress.looked_deg is not None:
        side = "right" if progress.looked_deg >= 0 else "left"
        pieces.append(f"Last look turned {abs(progress.looked_deg):.1f} degrees {side}")
    if progress.detour_m:
        pieces.append(f"Climbed {progress.detour_m:.1f} m to clear the way")
    if progress.is_sinking:
        pieces.append(SINKING)
    if progress.past:
        pieces.append(past_words(progress.past))
    if progress.proofs:
        pieces.append("Proof: " + "; ".join(proof.words for proof in progress.proofs[-MAX_PROOFS:]))
    if progress.began_m is not None:
        pieces.append(f"Began {progress.began_m.real:.1f} m north and {progress.began_m.imag:.1f} m east")
    if progress.orbit is not None:
        pieces.append(progress.orbit.words)
    if progress.seen:
        pieces.append("Seen: " + "; ".join(progress.seen))
    if progress.tracks:
        pieces.append("Known: " + "; ".join(track.words for track in progress.tracks[:MAX_TRACKS]))
    return ". ".join(pieces) + "."


_NUMBER = r"(-?\d{1,7}\.\d)"
_COUNT = r"(\d{1,4})"
_DONE = re.compile(rf"Done {_COUNT} of {_COUNT}\.")
_WORK = re.compile(
    rf"In this part {_COUNT} decisions, {_NUMBER} m flown, {_NUMBER} m climbed, "
    rf"turned {_NUMBER} degrees (left|right), {_COUNT} looks, {_COUNT} failures, stalled {_COUNT}"
)
_CLOSEST = re.compile(rf"Closest {_NUMBER} m")
_AIM = re.compile(rf"Last aim {_NUMBER} degrees (left|right)")
_LOOKED = re.compile(rf"Last look turned {_NUMBER} degrees (left|right)")
_DETOUR = re.compile(rf"Climbed {_NUMBER} m to clear the way")
_BEGAN = re.compile(rf"Began {_NUMBER} m north and {_NUMBER} m east")
_SEEN = re.compile(r"Seen: ([^.]{1,600})\.")
_FAILURE = re.compile(r"\[last action failed: ?([^\]]{0,300})")


def read_progress(text: str, total: int) -> Progress:
    """The text as numbers; the beginning where it is no text of this rulebook about as many parts."""
    failed = _FAILURE.search(text)
    failure = (failed.group(1).strip() or "unknown reason") if failed else None
    done, work = _DONE.search(text), _WORK.search(text)
    if not done or not work or int(done.group(2)) != total or not int(done.group(1)) < total:
        return Progress(failure=failure)
    closest, detour = _CLOSEST.search(text), _DETOUR.search(text)
    began, seen = _BEGAN.search(text), _SEEN.search(text)
    return replace(
        _worked(work),
        part=int(done.group(1)),
        failure=failure,
        closest_m=float(closest.group(1)) if closest else None,
        aim_deg=_sided(_AIM.search(text)),
        looked_deg=_sided(_LOOKED.search(text)),
        detour_m=float(detour.group(1)) if detour else 0.0,
        is_sinking=f"{SINKING}." in text,
        tracks=read_tracks(text),
        past=read_past(text),
        proofs=read_proofs(text),
        began_m=complex(float(began.group(1)), float(began.group(2))) if began else None,
        orbit=read_orbit(text),
        seen=tuple(seen.group(1).split("; ")) if seen else (),
    )


def _sided(found: re.Match[str] | None) -> float | None:
    """A number with its side, right positive."""
    return None if found is None else float(found.group(1)) * (1 if found.group(2) == "right" else -1)


def _worked(work: re.Match[str]) -> Progress:
    sign = 1 if work.group(5) == "right" else -1
    return Progress(
        decisions=int(work.group(1)),
        flown_m=float(work.group(2)),
        climbed_m=float(work.group(3)),
        turned_deg=sign * float(work.group(4)),
        looks=int(work.group(6)),
        failures=int(work.group(7)),
        stalled=int(work.group(8)),
    )
