"""Maps on a sheet: north up, metres to points, a scale bar, an arrow to the north, and room for names."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.drawing.sheet import INK, PAPER, Box, Mark, Point, Stroke, Words

Place = Sequence[float] | NDArray[np.float64]
"""North, east, and perhaps up, in metres."""
MARGIN = 1.16
FURNITURE = 15.0
"""Room above for the north arrow and below for the scale bar."""


@dataclass(frozen=True, slots=True)
class MapFrame:
    """Metres to points: the middle of the map, its scale, and its box on the sheet."""

    box: Box
    north_m: float
    east_m: float
    points_per_m: float

    @classmethod
    def around(cls, places: Iterable[Place], box: Box, least_m: float = 40.0) -> "MapFrame":
        """The frame that shows all places."""
        norths, easts = zip(*((float(place[0]), float(place[1])) for place in places), strict=True)
        tall_m = max(least_m, (max(norths) - min(norths)) * MARGIN)
        wide_m = max(least_m, (max(easts) - min(easts)) * MARGIN)
        scale = min(box[2] / wide_m, (box[3] - 2 * FURNITURE) / tall_m)
        return cls(box, (max(norths) + min(norths)) / 2, (max(easts) + min(easts)) / 2, scale)

    @classmethod
    def square(cls, size: float, middle: Place, span_m: float) -> "MapFrame":
        """A square sheet that shows `span_m` from side to side around a place."""
        return cls((0.0, 0.0, size, size), float(middle[0]), float(middle[1]), size / span_m)

    @property
    def span_m(self) -> float:
        """How much is shown from side to side."""
        return self.box[2] / self.points_per_m

    def at(self, place: Place) -> Point:
        """Where a place is on the sheet."""
        left, top, width, height = self.box
        return (
            left + width / 2 + (float(place[1]) - self.east_m) * self.points_per_m,
            top + height / 2 - (float(place[0]) - self.north_m) * self.points_per_m,
        )

    def line(self, places: Iterable[Place]) -> tuple[Point, ...]:
        """A line through places."""
        return tuple(self.at(place) for place in places)

    def round_m(self, share: float) -> float:
        """The longest round length that is at most this share of the map."""
        most_m = self.span_m * share
        power = 10.0 ** math.floor(math.log10(most_m))
        return max(step * power for step in (1, 2, 5) if step * power <= most_m)


def scale_bar(frame: MapFrame, size: float = 6.0, share: float = 1 / 3.5) -> list[Mark]:
    """A bar of a round length, at most this share of the map, in the lower left; `size` is of its words."""
    left, top, _, height = frame.box
    length_m = frame.round_m(share)
    x, y = left + 1.2 * size, top + height - 1.2 * size
    end = x + length_m * frame.points_per_m
    line = ((x, y - 0.42 * size), (x, y), (end, y), (end, y - 0.42 * size))
    words = Words(((x + end) / 2, y - 0.5 * size), f"{length_m:g} m", size, INK, "middle", has_halo=True)
    return [Stroke(line, PAPER, 0.35 * size), Stroke(line, INK, 0.15 * size), words]


def north_arrow(frame: MapFrame, size: float = 6.0) -> list[Mark]:
    """An arrow in the upper right corner; `size` is that of its letter."""
    left, top, width, _ = frame.box
    x, y = left + width - 1.5 * size, top + 1.2 * size
    strokes = (
        ((x, y + 1.8 * size), (x, y)),
        ((x - 0.43 * size, y + 0.67 * size), (x, y), (x + 0.43 * size, y + 0.67 * size)),
    )
    return [
        *(Stroke(line, PAPER, 0.35 * size) for line in strokes),
        *(Stroke(line, INK, 0.15 * size) for line in strokes),
        Words((x, y + 3.0 * size), "N", size, INK, "middle", has_halo=True),
    ]


class TakenRoom:
    """Boxes of a sheet that hold something already."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._boxes = np.array([*boxes], dtype=np.float64).reshape(-1, 4)

    def is_free(self, box: Box) -> bool:
        """Whether a box overlaps none of them."""
        left, top, width, height = box
        taken = self._boxes
        across = (taken[:, 0] < left + width) & (left < taken[:, 0] + taken[:, 2])
        return not bool((across & (taken[:, 1] < top + height) & (top < taken[:, 1] + taken[:, 3])).any())

    def take(self, box: Box) -> None:
        """From now on it is in use."""
        self._boxes = np.concatenate([self._boxes, np.array([box], dtype=np.float64)])
