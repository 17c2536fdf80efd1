"""NavGPT's observation as the mind takes it in: objects and free directions as the sentences of a graph."""

import math
from collections.abc import Iterator, Sequence

from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, plain, wrap_deg
from airanchor.embedded.rules.peers.mind import Sight, direction_sentence, object_sentence
from airanchor.embedded.rules.space.evidence import is_jump
from airanchor.embedded.rules.space.expectation import Sector, range_weight
from airanchor.reasoner.roles.peers.navgpt.observation import ObjectCue, ToldSurroundings


def sight_of(seen: ToldSurroundings, known: Sequence[LandmarkTrack], config: RulebookConfig) -> Sight:
    """All that an observation tells but for namesakes of what is known elsewhere, the likeliest first.

    What is known comes after that, so that it gives way to a new measurement of itself, and to nothing else.
    """
    cues = [
        cue
        for block in seen.blocks
        for cue in block.objects
        if not any(_is_namesake(cue, track, config) for track in known)
    ]
    cues.sort(key=lambda cue: -_weight(cue, config))
    cues += [ObjectCue(one.label, one.bearing_deg, one.d_xy_m, one.dz_m) for one in known if one.d_xy_m]
    things = [
        object_sentence(place, cue.name, cue.bearing_deg, _away_m(cue, config), cue.dz_m or 0.0)
        for place, cue in enumerate(cues, 1)
    ]
    ways = [
        direction_sentence(place, bearing_deg, free_m, dz_m)
        for place, (bearing_deg, free_m, dz_m) in enumerate(_ways(seen), len(things) + 1)
    ]
    return Sight(graph="\n".join((*things, *ways)), state=seen.state)


def _ways(seen: ToldSurroundings) -> Iterator[tuple[float, float, float]]:
    """Bearing, free distance and height of its end for every direction that is told."""
    for block in seen.blocks:
        if block.free_m is not None:
            yield block.direction.offset_deg, block.free_m, 0.0
    if seen.ground_m is not None:  # a look down at 45 degrees that meets the ground
        yield 0.0, seen.ground_m * math.sqrt(2.0), -seen.ground_m


def free_ahead_m(seen: ToldSurroundings) -> float | None:
    """How far the way straight ahead is free; None where that is not told."""
    ahead = next((block for block in seen.blocks if block.direction.offset_deg == 0.0), None)
    return None if ahead is None or ahead.free_m is None else math.inf if ahead.is_capped else ahead.free_m


def far_names(seen: ToldSurroundings) -> frozenset[str]:
    """What is told of by an angle alone, wherever it is told of."""
    return _names(seen, is_far=True) - _names(seen, is_far=False)


def came_near(guessed: Sequence[LandmarkTrack], seen: ToldSurroundings, config: RulebookConfig) -> bool:
    """Whether the distance is told now of something that had none before, roughly where it was."""
    cues = [cue for block in seen.blocks for cue in block.objects if cue.distance_m is not None]
    return any(
        plain(cue.name) == track.label
        and abs(wrap_deg(cue.bearing_deg - track.bearing_deg)) <= config.abeam_deg
        for cue in cues
        for track in guessed
    )


def _names(seen: ToldSurroundings, *, is_far: bool) -> frozenset[str]:
    cues = (cue for block in seen.blocks for cue in block.objects)
    return frozenset(plain(cue.name) for cue in cues if (cue.distance_m is None) == is_far)


def _away_m(cue: ObjectCue, config: RulebookConfig) -> float:
    return config.peers.far_m if cue.distance_m is None else cue.distance_m


def _weight(cue: ObjectCue, config: RulebookConfig) -> float:
    """How likely a leg leads to a thing there: ahead, and a few score metres away."""
    sector = Sector(spread_deg=config.legs.untold_spread_deg)
    return sector.weight(cue.bearing_deg) * range_weight(_away_m(cue, config), config.legs)


def _is_namesake(cue: ObjectCue, known: LandmarkTrack, config: RulebookConfig) -> bool:
    """Whether a thing has the name of one that is known to be elsewhere; what is known beats a mere angle."""
    if plain(cue.name) != known.label or known.d_xy_m is None:
        return False
    place = LandmarkTrack(cue.name, cue.bearing_deg, _away_m(cue, config), cue.dz_m, PlaceSource.MEASURED)
    return cue.distance_m is None or is_jump(place, known, config)
