"""Questions: a look around, and then an answer in words."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.notes.track import LandmarkTrack, plain, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.roles import Skill

LOOK_DEG = 90.0
LOOKS = 3
"""Turns of that size that show all around."""
MAX_SEEN = 3
"""Things told of in one direction."""
_WHERE = ("ahead", "to the right", "behind", "to the left")
_WHERE_FINELY = (
    "ahead", "ahead to the right", "to the right", "behind to the right",
    "behind", "behind to the left", "to the left", "ahead to the left",
)  # fmt: skip


def look_and_tell(situation: DecisionSituation) -> list[SkillCandidate]:
    """TELL: look around; what is asked for is measured in the view that shows it, without moving."""
    mentions, why = mentions_of(situation.clause), situation.because()
    track = situation.track(mentions[0]) if mentions else None
    if track is not None:
        why = situation.taking(track)
        if track.source.is_sure and track.d_xy_m is not None:
            return [
                SkillCandidate(Skill.ALTITUDE, {"delta_h_m": 0.0}, why.more("in sight")),
                SkillCandidate(Skill.VIEW, {}, why),
            ]
    elif mentions:
        why = situation.missing(mentions[0])
    return [SkillCandidate(Skill.VIEW, {}, why.more("look around"))]


def answer(
    clause: Clause, progress: SubtaskProgress, before: Sequence[LandmarkTrack | None], *, turned_deg: float
) -> str | None:
    """The answer, once enough was looked at; None while there is more to see.

    A look around that turned less than `turned_deg` has found nothing to look at.
    """
    if not clause.mentions:
        return _all_seen(progress) if progress.looks >= LOOKS else None
    name, track = plain(clause.mentions[0].label), before[0] if before else None
    if track is not None and track.source.is_sure and track.d_xy_m is not None:
        bearing_deg = track.bearing_deg + progress.turned_deg - (progress.looked_deg or 0.0)
        return f"Yes: {_a(name)} about {track.d_xy_m:.0f} m away, {_finely(bearing_deg)}."
    has_turned_to = progress.looked_deg is not None and abs(progress.looked_deg) >= turned_deg
    if progress.looks == 0 or (has_turned_to and progress.looks < 2):
        return None  # what was turned to is yet to be measured
    if track is not None and track.source.is_sure is False and progress.looks >= 2:
        bearing_deg = track.bearing_deg + progress.turned_deg - (progress.looked_deg or 0.0)
        return f"Perhaps: something like {_a(name)}, {_finely(bearing_deg)}."
    return f"No {name} in sight from here."


def seen_so_far(
    old: SubtaskProgress,
    clause: Clause,
    images: Sequence[NDArray[np.uint8]],
    turned_deg: float,
    senses: Senses,
) -> tuple[str, ...]:
    """What the views of a look around have shown, for a question that names nothing."""
    if clause.manoeuvre is not Manoeuvre.TELL or clause.mentions or len(images) < 2:
        return old.seen
    before, after = images[:2]
    first = _shown(before, 0.0, senses) if old.decisions == 0 else old.seen
    return tuple(dict.fromkeys((*first, *_shown(after, old.turned_deg + turned_deg, senses))))


def _shown(image: NDArray[np.uint8], bearing_deg: float, senses: Senses) -> tuple[str, ...]:
    where = _WHERE[round(bearing_deg % 360.0 / LOOK_DEG) % len(_WHERE)]
    return tuple(
        f"{_a(plain(one.phrase.label))} {where}" for one in senses.scenes.read(image).objects(MAX_SEEN)
    )


def _all_seen(progress: SubtaskProgress) -> str:
    return (
        f"In sight: {'; '.join(progress.seen)}." if progress.seen else "Nothing that has a name is in sight."
    )


def _finely(bearing_deg: float) -> str:
    return _WHERE_FINELY[round(wrap_deg(bearing_deg) % 360.0 / 45.0) % len(_WHERE_FINELY)]


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
