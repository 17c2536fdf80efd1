"""Places in a memory, set right by what is seen after a move.

Ranges that pictures tell are guesses, directions are not. So what a move went by is taken to lie where it is
seen now, if from where the move began that is the direction in which it was seen then. Without this the first
guess would decide where a flight ends.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import replace

from airanchor.embedded.rules.notes.note import read_note, with_note
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, plain, wrap_deg
from airanchor.embedded.rules.peers.mind import MindNote
from airanchor.trace import plain_text


def corrected(memory: str, motion: Motion, seen: Sequence[LandmarkTrack], agrees_deg: float) -> str:
    """A memory in which the places that its move went by are where they are seen now."""
    note = read_note(memory, MindNote)
    if note is None:
        return memory
    places = tuple(_corrected(place, motion, seen, agrees_deg) for place in note.intent.places)
    intent = replace(note.intent, places=places)
    return with_note(plain_text(memory), note.model_copy(update={"intent": intent}))


def _corrected(
    place: LandmarkTrack, motion: Motion, seen: Sequence[LandmarkTrack], agrees_deg: float
) -> LandmarkTrack:
    """The place by the first sight of its name that agrees with it."""
    sights = (_before(place, one, motion) for one in seen if plain(one.label) == plain(place.label))
    agreeing = (one for one in sights if abs(wrap_deg(one.bearing_deg - place.bearing_deg)) <= agrees_deg)
    return next(agreeing, place)


def _before(place: LandmarkTrack, sight: LandmarkTrack, motion: Motion) -> LandmarkTrack:
    """Where a thing that is seen now was before a motion."""
    now = cmath.rect(sight.d_xy_m or 0.0, math.radians(sight.bearing_deg + motion.turned_deg))
    then = now + complex(motion.forward_m, motion.right_m)
    bearing_deg = wrap_deg(math.degrees(cmath.phase(then)))
    return replace(place, bearing_deg=bearing_deg, d_xy_m=abs(then), dz_m=(sight.dz_m or 0.0) + motion.up_m)
