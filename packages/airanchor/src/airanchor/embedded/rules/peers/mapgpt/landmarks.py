"""The landmarks of the text as the views show them, told as places.

A question tells no distances of things: what a picture tells of them, by where a thing meets the ground, is
all there is. Told as the sentences of a graph it outlives the hop after which a landmark is out of view.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.notes.note import read_note, with_note
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, plain, wrap_deg
from airanchor.embedded.rules.peers.glance import named_landmarks
from airanchor.embedded.rules.peers.mind import MindNote, object_sentence
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import best_detection, track_of
from airanchor.trace import plain_text


def seen_ahead(
    instruction: str, ahead: NDArray[np.uint8] | None, senses: Senses
) -> tuple[LandmarkTrack, ...]:
    """Every landmark that is clear to see ahead and whose distance the picture tells."""
    if ahead is None:
        return ()
    tracks = [_track(mention, ahead, senses) for mention in _different(named_landmarks(instruction, senses))]
    return tuple(track for track in tracks if track is not None)


def flown_to(memory: str, motion: Motion, seen: Sequence[LandmarkTrack]) -> tuple[LandmarkTrack, ...]:
    """Where the landmarks must be now that the last hop went by and that are not in sight any more."""
    note = read_note(memory, MindNote)
    if note is None:
        return ()
    known = {plain(track.label) for track in seen}
    return tuple(motion.carry(place) for place in note.intent.places if plain(place.label) not in known)


def sentences(tracks: Sequence[LandmarkTrack]) -> str:
    """The tracks as a graph tells objects; those at an unknown distance are left out."""
    told = [track for track in tracks if track.d_xy_m is not None]
    return "\n".join(
        object_sentence(number, track.label, track.bearing_deg, track.d_xy_m or 0.0, track.dz_m or 0.0)
        for number, track in enumerate(told, 1)
    )


def corrected(memory: str, motion: Motion, seen: Sequence[LandmarkTrack], agrees_deg: float) -> str:
    """A memory in which what the last hop went by lies where it is seen now, if that is about where it must.

    Ranges of pictures are guesses: without this the first of them would decide where a flight ends.
    """
    note = read_note(memory, MindNote)
    if note is None:
        return memory
    now = {plain(track.label): track for track in seen}
    places = []
    for place in note.intent.places:
        sight, carried = now.get(plain(place.label)), motion.carry(place)
        is_it = sight is not None and abs(wrap_deg(sight.bearing_deg - carried.bearing_deg)) <= agrees_deg
        places.append(_before(place, sight, motion) if sight is not None and is_it else place)
    intent = replace(note.intent, places=tuple(places))
    return with_note(plain_text(memory), note.model_copy(update={"intent": intent}))


def _before(place: LandmarkTrack, sight: LandmarkTrack, motion: Motion) -> LandmarkTrack:
    """Where a thing that is seen now was before a motion."""
    now = cmath.rect(sight.d_xy_m or 0.0, math.radians(sight.bearing_deg + motion.turned_deg))
    then = now + complex(motion.forward_m, motion.right_m)
    bearing_deg = wrap_deg(math.degrees(cmath.phase(then)))
    return replace(place, bearing_deg=bearing_deg, d_xy_m=abs(then), dz_m=(sight.dz_m or 0.0) + motion.up_m)


def _track(mention: Mention, image: NDArray[np.uint8], senses: Senses) -> LandmarkTrack | None:
    found = best_detection(mention, image, senses, least_score=senses.config.seen_score)
    track = None if found is None else track_of(mention, found)
    is_near = track is not None and track.d_xy_m is not None and track.d_xy_m < senses.config.sight_range_m
    return track if is_near else None


def _different(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    return tuple({mention.label: mention for mention in mentions}.values())
