"""The last map of places that a method noted, on the map of a figure: visited filled, only seen hollow."""

from airanchor.drawing import PAPER, Dot, MapFrame, Mark, Stroke
from airanchor.viewer.notes import noted_map
from airanchor.viewer.story import FlightStory

PLACE = "#51608f"


def draw_places(story: FlightStory, frame: MapFrame) -> list[Mark]:
    """The ways, then the places; nothing where no map was noted."""
    maps = (found for moment in reversed(story.moments) if (found := noted_map(moment.notes)) is not None)
    last = next(maps, None)
    if last is None:
        return []
    spots = {place.id: frame.at(place.position) for place in last.places}
    ways = [Stroke((spots[one], spots[other]), PLACE, 0.6) for one, other in last.edges]
    nodes = [
        Dot(spots[place.id], 2.6, PLACE if place.visited else PAPER, PAPER if place.visited else PLACE)
        for place in last.places
    ]
    return [*ways, *nodes]
