"""Cues in words, read back as numbers: where a prompt says that remembered things are."""

import re
from dataclasses import dataclass

from airanchor.embedded.rules.notes.track import plain, wrap_deg
from aircity.geometry import read_cue_words

_PRIOR = re.compile(
    r"Landmark [^\[\]\n]{1,40} \[(?P<label>[^\n]{0,400}?)\] -> (?P<id>[^\n:]{1,80}): (?P<cue>[^\n]{1,400})"
)
_RELIABILITY = re.compile(r"reliability (\d(?:\.\d{1,3})?)")


@dataclass(frozen=True, slots=True)
class RememberedCue:
    """Where a remembered thing is said to be, and how reliable that is."""

    bearing_deg: float
    dz_m: float | None
    d_xy_m: float | None
    reliability: float


def read_cue(text: str) -> RememberedCue | None:
    """The numbers of a cue in words; None where it has no bearing."""
    told, reliability = read_cue_words(text), _RELIABILITY.search(text)
    if told.bearing_deg is None:
        return None
    return RememberedCue(
        wrap_deg(told.bearing_deg), told.dz_m, told.d_xy_m, float(reliability[1]) if reliability else 0.0
    )


def read_priors(text: str) -> tuple[tuple[str, RememberedCue], ...]:
    """The remembered landmarks of a prompt, by label."""
    found = []
    for match in _PRIOR.finditer(text):
        cue = read_cue(match["cue"])
        if cue is not None:
            found.append((plain(match["label"]), cue))
    return tuple(found)
