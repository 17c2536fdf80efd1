"""A drawing for print as a list of marks, written once and rendered as SVG or PNG; lengths are in points."""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from PIL import Image, ImageFont

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Anchor = Literal["start", "middle", "end"]
INK, SOFT, FAINT, PAPER = "#1c2127", "#5a646e", "#d5dadd", "#ffffff"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `at` is the start, middle or end of its baseline."""

    at: Point
    text: str
    size: float = 8.0
    color: str = INK
    anchor: Anchor = "start"
    is_bold: bool = False
    has_halo: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    color: str = INK
    width: float = 1.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon; `opacity` is of the fill."""

    points: tuple[Point, ...]
    fill: str
    opacity: float = 1.0
    outline: str | None = None
    outline_width: float = 0.8


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc."""

    at: Point
    radius: float
    fill: str
    outline: str | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An image in a box."""

    box: Box
    image: Image.Image


@dataclass(frozen=True, slots=True)
class Clip:
    """Marks of which only what lies in the box is seen."""

    box: Box
    marks: "tuple[Mark, ...]"


Mark = Words | Stroke | Area | Dot | Photo | Clip


@dataclass(slots=True)
class Sheet:
    """A page of this size in points, and its marks from back to front."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Put marks on top."""
        self.marks.extend(marks)

    def paragraph(self, at: Point, text: str, width: float, *, size: float = 8.0, lines: int = 3,
                  color: str = INK, is_bold: bool = False) -> float:  # fmt: skip
        """Wrapped text from its top left corner; returns where the next line would begin."""
        x, y = at
        for line in wrap(text, width, size, lines):
            self.add(Words((x, y + size), line, size, color, is_bold=is_bold))
            y += size * 1.32
        return y


def rectangle(box: Box) -> tuple[Point, ...]:
    """The corners of a box."""
    left, top, width, height = box
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def shortened(text: str, width: float, size: float) -> str:
    """The text on one line, or as much of its beginning as fits."""
    return next(iter(wrap(text, width, size, 1)), "")


def wrap(text: str, width: float, size: float, lines: int) -> list[str]:
    """At most so many lines that fit the width; what is left out ends in an ellipsis."""
    wrapped: list[str] = []
    rest = " ".join(printable(text).split())[:2000]
    while rest and len(wrapped) < lines:
        cut = _fitting(rest, width, size)
        line, rest = rest[:cut].rstrip(), rest[cut:].lstrip()
        wrapped.append(line)
    if rest and wrapped:
        last = wrapped[-1]
        while last and text_width(last + "…", size) > width:
            last = last[:-1]
        wrapped[-1] = last.rstrip(" ,.;:") + "…"
    return wrapped


def printable(text: str) -> str:
    """Text without control characters and marks that turn its direction."""
    return "".join(mark if mark.isprintable() or mark.isspace() else "" for mark in text)


def text_width(text: str, size: float) -> float:
    """How wide a line is, with a little to spare for other fonts."""
    return _font(100).getlength(text) * size / 100 * 1.03


def _fitting(text: str, width: float, size: float) -> int:
    """How many characters go on one line: whole words, or part of one that is longer than the line."""
    if text_width(text, size) <= width:
        return len(text)
    end = 1
    while end < len(text) and text_width(text[: end + 1], size) <= width:
        end += 1
    space = text.rfind(" ", 0, end + 1)
    return space if space > 0 else end


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size)
