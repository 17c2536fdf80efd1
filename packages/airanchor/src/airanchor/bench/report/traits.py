"""Traits by which results are broken down: scene, its style, the ending, the text's voice and landmarks."""

from collections.abc import Callable, Iterable

from airanchor.bench.episodes import Episode
from airanchor.bench.results import EpisodeResult
from airanchor.errors import InputError
from aircity.city.catalogue import style_of

Trait = Callable[[EpisodeResult], str]
TRAITS = ("scene", "style", "ending", "voice", "landmarks")
_UNKNOWN = "not known"
_MANY = 6


def trait_by(name: str, episodes: Iterable[Episode] = ()) -> Trait:
    """The trait of that name; voice and landmarks are looked up in the episodes."""
    if name not in TRAITS:
        raise InputError(f"trait {name!r} is unknown; valid are {', '.join(TRAITS)}")
    if name == "scene":
        return lambda one: one.scene_id
    if name == "ending":
        return lambda one: one.ending
    if name == "style":
        return lambda one: style_of(one.scene_id) or _UNKNOWN
    read = _voice if name == "voice" else _landmarks
    known = {one.episode_id: read(one) for one in episodes}
    return lambda one: known.get(one.episode_id, _UNKNOWN)


def _voice(episode: Episode) -> str:
    return str(episode.facts.get("voice", _UNKNOWN))


def _landmarks(episode: Episode) -> str:
    """How many different landmarks the legs have."""
    if "legs" not in episode.facts:
        return _UNKNOWN
    found = {leg.get("landmark") for leg in episode.facts["legs"]} - {None}
    return f"{_MANY} or more" if len(found) >= _MANY else str(len(found))
