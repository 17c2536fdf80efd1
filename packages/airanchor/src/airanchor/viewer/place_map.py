"""A map of places that a navigator noted: read as far as it is sound, for nothing promises that it is."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

MAP_KEYS = frozenset({"places", "edges", "current", "options"})
"""What of a note's data makes the map."""
MOST_PLACES, MOST_EDGES, MOST_OPTIONS = 1000, 5000, 100
_PlaceId = Annotated[str, Field(max_length=40)]
_Metres = Annotated[float, Field(ge=-1e6, le=1e6)]


class _Part(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        allow_inf_nan=False,
        coerce_numbers_to_str=True,
        str_strip_whitespace=True,
    )


class MapPlace(_Part):
    """A place: where it is (north, east and perhaps up), and whether the drone was there."""

    id: _PlaceId
    position: tuple[_Metres, _Metres] | tuple[_Metres, _Metres, _Metres]
    visited: bool = False


class MapOption(_Part):
    """A choice that was offered; without a place it is no way to one, such as stopping."""

    letter: Annotated[str, Field(max_length=40)] = ""
    place: _PlaceId | None = None
    words: Annotated[str, Field(max_length=2000)] = ""


class PlaceMap(_Part):
    """Places, the ways between them, where the drone is, and what it may choose."""

    places: Annotated[tuple[MapPlace, ...], Field(min_length=1, max_length=MOST_PLACES)]
    edges: Annotated[tuple[tuple[_PlaceId, _PlaceId], ...], Field(max_length=MOST_EDGES)]
    current: _PlaceId | None = None
    options: Annotated[tuple[MapOption, ...], Field(max_length=MOST_OPTIONS)] = ()

    def chosen(self, parameters: Mapping[str, Any]) -> str | None:
        """The place that a skill's parameters name, by itself or by the letter of its option."""
        known = {place.id for place in self.places}
        letters = {option.letter: option.place for option in self.options if option.letter}
        named = [str(parameters.get("place")), letters.get(str(parameters.get("action")))]
        return next((place for place in named if place in known), None)


def read_place_map(data: Mapping[str, Any]) -> PlaceMap | None:
    """The map in a note's data without ways to nowhere; None where there is none that can be read."""
    if not {"places", "edges"} <= data.keys():
        return None
    try:
        found = PlaceMap.model_validate({key: data[key] for key in MAP_KEYS & data.keys()})
    except ValidationError:
        return None
    known = {place.id for place in found.places}
    return found.model_copy(update={"edges": tuple(way for way in found.edges if known.issuperset(way))})
