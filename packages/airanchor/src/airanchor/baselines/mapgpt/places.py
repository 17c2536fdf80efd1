"""The map that grows in flight: places in the order they were found, and the ways between them.

A place keeps the number and the position it was found with, whatever is merged into it later: what was said
of "Place 7" stays true of Place 7.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Position = tuple[float, float, float]
"""Metres north, east and up."""


@dataclass(slots=True, eq=False)
class Place:
    """Where the drone was, or could go from where it was."""

    id: int
    position: Position
    is_visited: bool = False
    last_seen: int = 0
    """The step at which it was seen last."""
    image: NDArray[np.uint8] | None = None
    """The newest view towards it; where the flight began has none until it is seen from elsewhere."""


class TopologicalMap:
    """Places, the ways between them that were seen free or flown, and where the drone went."""

    def __init__(self, merge_m: float, merge_height_m: float) -> None:
        self._merge_m, self._merge_height_m = merge_m, merge_height_m
        self.places: list[Place] = []
        self.trajectory: list[int] = []
        self._ways: set[frozenset[int]] = set()
        self._closed: set[frozenset[int]] = set()

    @property
    def current(self) -> Place:
        """The place that the drone is at."""
        return self.places[self.trajectory[-1]]

    def arrive(self, position: Position, meant: int | None = None) -> Place:
        """The drone is here: at the place it flew to if near enough, else at the nearest, else a new one."""
        if meant is not None and self._is_one(self.places[meant].position, position):
            place = self.places[meant]
        else:
            place = self.find(position) or self._found(position)
        if self.trajectory:
            self._join(self.trajectory[-1], place.id)
        place.is_visited = True
        self.trajectory.append(place.id)
        return place

    def see(self, position: Position, step: int) -> Place | None:
        """The place that lies there, joined with the current one; None where it is the current one."""
        place = self.find(position) or self._found(position)
        if place is self.current:
            return None
        self._join(self.current.id, place.id)
        place.last_seen = step
        return place

    def find(self, position: Position) -> Place | None:
        """The nearest place that this position belongs to; of two as near, the one found first."""
        same = [place for place in self.places if self._is_one(place.position, position)]
        return min(same, key=lambda place: math.dist(place.position, position), default=None)

    def close(self, one: int, other: int) -> None:
        """A way that could not be flown: it is shown no longer."""
        self._closed.add(frozenset((one, other)))

    def is_closed(self, one: int, other: int) -> bool:
        """Whether the way between two places could not be flown."""
        return frozenset((one, other)) in self._closed

    def neighbours(self, id: int) -> tuple[int, ...]:
        """The places joined with one, by number."""
        open_ways = self._ways - self._closed
        return tuple(sorted(other for way in open_ways if id in way for other in way - {id}))

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """Every way that is open, once."""
        pairs = [sorted(way) for way in self._ways - self._closed]
        return tuple(sorted((low, high) for low, high in pairs))

    def _is_one(self, one: Position, other: Position) -> bool:
        apart_m = math.dist(one[:2], other[:2])
        return apart_m <= self._merge_m and abs(one[2] - other[2]) < self._merge_height_m

    def _found(self, position: Position) -> Place:
        place = Place(len(self.places), position)
        self.places.append(place)
        return place

    def _join(self, one: int, other: int) -> None:
        if one != other:
            self._ways.add(frozenset((one, other)))
