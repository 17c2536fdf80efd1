"""Reads the scene list that a prompt tells: names, places in the view, distances."""

import math
import re
from dataclasses import dataclass

from airanchor.embedded.rules.peers.mind import direction_sentence, object_sentence

_PART = r"(-?\d{1,3}\.\d{2})"
_METRES = r"(-?\d{1,6}\.\d) m"
_LINE = re.compile(
    rf"(?P<name>.{{1,120}}): x {_PART}, y {_PART}, width {_PART}, height {_PART}"
    rf"(?:, colour (?P<colour>[^,]{{0,60}}))?(?:, distance {_METRES}, top {_METRES}|, too far to measure)\Z"
)
MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class SceneLine:
    """One object of the list; None where it is too far to measure."""

    name: str
    x: float
    y: float
    distance_m: float | None

    @property
    def bearing_deg(self) -> float:
        """To the right of straight ahead, in a view of 90 degrees."""
        return math.degrees(math.atan(2 * self.x - 1))

    @property
    def dz_m(self) -> float:
        """Of its middle above the drone, as far as its distance is known."""
        ahead_m = (self.distance_m or 0.0) * math.cos(math.radians(self.bearing_deg))
        return ahead_m * (1 - 2 * self.y)


def read_scene_lines(text: str) -> tuple[SceneLine, ...]:
    """The objects of a list; other lines are passed over."""
    lines = (line.strip() for line in text.split("\n")[:MOST_LINES])
    return tuple(_read(match) for line in lines if (match := _LINE.match(line)))


def _read(match: re.Match[str]) -> SceneLine:
    x, y = float(match.group(2)), float(match.group(3))
    told = match.group(7)
    return SceneLine(match["name"].strip(), x, y, None if told is None else float(told))


def graph_of(lines: tuple[SceneLine, ...], free_ahead_m: float | None, far_m: float) -> str:
    """The list as the sentences of an anchor graph; what is too far to measure stands at `far_m`."""
    sentences = [
        object_sentence(place, one.name, one.bearing_deg, one.distance_m or far_m, one.dz_m)
        for place, one in enumerate(lines, 1)
    ]
    if free_ahead_m is not None:
        sentences.append(direction_sentence(len(sentences) + 1, 0.0, free_ahead_m))
    return "\n".join(sentences)
