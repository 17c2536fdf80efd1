"""The question of one step: the map in words and pictures, and the options with their letters."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.baselines.mapgpt.config import MapGptConfig
from airanchor.baselines.mapgpt.options import LetteredOption
from airanchor.baselines.mapgpt.places import Place, TopologicalMap
from airanchor.baselines.mapgpt.surroundings import MapView
from airanchor.baselines.mapgpt.words import (
    connection_words,
    history_words,
    supplement_words,
    trajectory_words,
)
from airanchor.reasoner.roles.peers.mapgpt import PlaceOption, PlaceRequest, PlaceView, RememberedPlace
from aircity.geometry import Pose


@dataclass(frozen=True, slots=True, eq=False)
class MapSituation:
    """All that a step is decided on."""

    instruction: str
    chart: TopologicalMap
    pose: Pose
    views: tuple[MapView, ...]
    """Those that are shown."""
    remembered: tuple[Place, ...]
    """Places out of sight whose pictures are shown."""
    options: tuple[LetteredOption, ...]
    history: Sequence[str]
    planning: str


def place_question(situation: MapSituation, config: MapGptConfig) -> PlaceRequest:
    """The request, with no more places in words than the settings allow."""
    chart, pose = situation.chart, situation.pose
    adjacent = {option.candidate.place.id for option in situation.options if option.candidate is not None}
    return PlaceRequest(
        instruction=situation.instruction,
        step=len(situation.history),
        views=tuple(_view(view) for view in situation.views),
        remembered=tuple(_remembered(place) for place in situation.remembered),
        history=history_words(situation.history),
        trajectory=trajectory_words(chart),
        connections=connection_words(chart),
        supplement=supplement_words(chart, pose, adjacent, config.listed_places),
        planning=situation.planning,
        options=tuple(_option(option) for option in situation.options),
    )


def _view(view: MapView) -> PlaceView:
    id = None if view.place is None else view.place.id
    return PlaceView(view.observation.rgb, view.offset_deg, id, view.free_m, view.is_repeat)


def _remembered(place: Place) -> RememberedPlace:
    assert place.image is not None
    return RememberedPlace(place.image, place.id, place.last_seen)


def _option(option: LetteredOption) -> PlaceOption:
    candidate = option.candidate
    is_around = candidate is not None and not candidate.climb_m
    offset_deg = candidate.offset_deg if candidate is not None and is_around else None
    return PlaceOption(option.letter, option.words, offset_deg, is_stop=candidate is None)
