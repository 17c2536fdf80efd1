"""The landmarks of the text as the views show them, told as places.

A question tells no distances of things: what a picture tells of them, by where a thing meets the ground, is
all there is. Told as the sentences of a graph it outlives the hop after which a landmark is out of view.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.notes.note import read_note
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, plain
from airanchor.embedded.rules.peers.glance import named_landmarks
from airanchor.embedded.rules.peers.mind import MindNote, object_sentence
from airanchor.embedded.rules.peers.nearness import begins_m
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import best_detection, track_of


def seen_ahead(
    instruction: str, ahead: NDArray[np.uint8] | None, senses: Senses
) -> tuple[LandmarkTrack, ...]:
    """Every landmark that is clear to see ahead and whose distance the picture tells."""
    if ahead is None:
        return ()
    tracks = [_track(mention, ahead, senses) for mention in _different(named_landmarks(instruction, senses))]
    return tuple(track for track in tracks if track is not None)


def seen_beside(
    memory: str,
    instruction: str,
    views: Sequence[tuple[float, NDArray[np.uint8]]],
    seen: Sequence[LandmarkTrack],
    senses: Senses,
) -> tuple[LandmarkTrack, ...]:
    """The landmarks that the last hop went by as the views to both sides show them, if none does ahead."""
    lost = {plain(place.label) for place in flown_to(memory, Motion(), seen)}
    mentions = [one for one in _different(named_landmarks(instruction, senses)) if plain(one.label) in lost]
    tracks = [
        _track(mention, image, senses, offset_deg)
        for offset_deg, image in sorted(views, key=lambda view: abs(view[0]))
        for mention in mentions
        if 1.0 < abs(offset_deg) <= senses.config.peers.side_view_deg
    ]
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


def _track(
    mention: Mention, image: NDArray[np.uint8], senses: Senses, offset_deg: float = 0.0
) -> LandmarkTrack | None:
    config = senses.config
    found = best_detection(
        mention, image, senses, least_score=config.seen_score, farthest_m=config.sight_range_m
    )
    if found is None:
        return None
    begins = replace(found, range_m=begins_m(found, senses.scenes.read(image)))
    return track_of(mention, begins, offset_deg)


def _different(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    return tuple({mention.label: mention for mention in mentions}.values())
