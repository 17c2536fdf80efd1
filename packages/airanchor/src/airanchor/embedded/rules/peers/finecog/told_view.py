"""A view in words: how the rules' perception writes down what it sees, and how judge and decision read it.

Whoever judges and decides is shown no picture. To the rules a view in words is a picture of which only those
things are known that were written down, so they are asked of it as of any other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader import (
    NamedDetection,
    PictureDetection,
    column_of_bearing,
    pixel_of_bearing,
)
from airanchor.embedded.rules.config import FineCogRules
from airanchor.perception import Phrase

SIZE_PX = (512, 512)
MOST_READ = 20_000
"""Characters of a view in words."""

_NUMBER = r"(\d{1,4}(?:\.\d{1,2})?)"
_SIGHT = re.compile(
    rf"(?P<label>[^:;\n]{{1,80}}): (?P<sure>\d{{1,3}}) percent sure, "
    rf"(?:about (?P<range>{_NUMBER}) m away|too far to tell), "
    rf"(?P<bearing>{_NUMBER}) degrees to the (?P<side>left|right), "
    rf"middle (?P<middle>{_NUMBER}) degrees (?P<level>above|below), "
    rf"top (?P<top>{_NUMBER}) degrees (?P<top_level>above|below)"
)
_HEIGHT = re.compile(rf"about {_NUMBER} m above the ground")
_OPEN = re.compile(rf"open {_NUMBER} degrees to the (left|right)")


@dataclass(frozen=True, slots=True)
class ToldSight:
    """A thing as it is written down."""

    label: str
    score: float
    """0 to 1: how probably it is that thing."""
    range_m: float | None
    """None: too far to tell."""
    bearing_deg: float
    elevation_deg: float
    top_deg: float

    @property
    def words(self) -> str:
        """Such as "red tower: 83 percent sure, about 42.0 m away, 12.0 degrees to the right, ..."."""
        far = "too far to tell" if self.range_m is None else f"about {self.range_m:.1f} m away"
        side = f"{abs(self.bearing_deg):.1f} degrees to the {'right' if self.bearing_deg >= 0 else 'left'}"
        return (
            f"{self.label}: {100 * self.score:.0f} percent sure, {far}, {side}, "
            f"middle {_level(self.elevation_deg)}, top {_level(self.top_deg)}"
        )

    @property
    def detection(self) -> PictureDetection:
        """As if it had been found in a picture; where its outline runs was not written down."""
        pixel = pixel_of_bearing(self.bearing_deg, self.elevation_deg, SIZE_PX)
        return PictureDetection(
            box_px=(pixel[0], pixel[1], pixel[0] + 1, pixel[1] + 1),
            pixel=pixel,
            mask=np.zeros(SIZE_PX, dtype=bool),
            score=self.score,
            bearing_deg=self.bearing_deg,
            elevation_deg=self.elevation_deg,
            range_m=self.range_m,
            base_px=None,
            touches_border=False,
            top_deg=self.top_deg,
        )


def sight_of(label: str, detection: PictureDetection) -> ToldSight:
    """What is written down of a thing in a picture."""
    return ToldSight(
        " ".join(re.sub(r"[:;]", " ", label).split())[:80],
        detection.score,
        detection.range_m,
        detection.bearing_deg,
        detection.elevation_deg,
        detection.top_deg,
    )


class ToldScene:
    """What a view in words shows."""

    size_px = SIZE_PX

    def __init__(self, text: str, rules: FineCogRules) -> None:
        text, self._rules = text[:MOST_READ], rules
        self.sights = tuple(_sight(match) for match in _SIGHT.finditer(text))
        height = _HEIGHT.search(text)
        self.height_m = float(height.group(1)) if height else rules.height_m
        self._open_deg = [_signed(one.group(1), one.group(2)) for one in _OPEN.finditer(text)] or [0.0]

    def find(self, phrase: Phrase, limit: int = 5) -> tuple[PictureDetection, ...]:
        """What was written down under the name, the surest first."""
        named = [one for one in self.sights if one.label.lower() == phrase.label.lower()]
        return tuple(one.detection for one in sorted(named, key=lambda one: -one.score)[:limit])

    def objects(self, limit: int = 8) -> tuple[NamedDetection, ...]:
        """All that was written down."""
        return tuple(NamedDetection(one.label, (), one.detection) for one in self.sights[:limit])

    def openness(self) -> NDArray[np.float64]:
        """Open near the bearings that are said to be."""
        columns, half = np.zeros(SIZE_PX[0]), self._rules.open_half_px
        for bearing_deg in self._open_deg:
            at = column_of_bearing(bearing_deg, SIZE_PX[0])
            columns[max(at - half, 0) : at + half] = 1.0
        return columns

    def open_pixel(self, toward_px: tuple[int, int] | None = None) -> tuple[int, int]:
        """The open bearing nearest to the wished one, at the drone's own height."""
        wished = SIZE_PX[0] / 2 if toward_px is None else toward_px[0]
        columns = (column_of_bearing(bearing_deg, SIZE_PX[0]) for bearing_deg in self._open_deg)
        return min(columns, key=lambda column: abs(column - wished)), SIZE_PX[1] // 2

    def caption(self) -> str:
        """Nothing beyond what is written down."""
        return ""


class ToldScenes:
    """Gives the view in words for whatever picture is asked about: there is no other."""

    def __init__(self, text: str, rules: FineCogRules) -> None:
        self.scene = ToldScene(text, rules)

    def read(self, rgb: NDArray[np.uint8]) -> ToldScene:
        """The view in words."""
        return self.scene


def height_words(height_m: float) -> str:
    """The height as it is read back."""
    return f"The camera is about {height_m:.0f} m above the ground."


def open_words(bearings_deg: Sequence[float]) -> str:
    """Where it looks open, as it is read back."""
    told = (
        f"open {abs(bearing_deg):.0f} degrees to the {'right' if bearing_deg >= 0 else 'left'}"
        for bearing_deg in dict.fromkeys(round(one) for one in bearings_deg)
    )
    return f"It looks {', '.join(told)}."


def _sight(match: re.Match[str]) -> ToldSight:
    said = match.groupdict()
    return ToldSight(
        said["label"].strip().removeprefix("- "),
        min(int(said["sure"]), 100) / 100,
        None if said["range"] is None else float(said["range"]),
        _signed(said["bearing"], said["side"]),
        _signed(said["middle"], said["level"]),
        _signed(said["top"], said["top_level"]),
    )


def _signed(number: str, way: str) -> float:
    return float(number) if way in ("right", "above") else -float(number)


def _level(angle_deg: float) -> str:
    return f"{abs(angle_deg):.1f} degrees {'above' if angle_deg >= 0 else 'below'}"
