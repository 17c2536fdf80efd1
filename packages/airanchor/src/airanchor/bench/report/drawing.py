"""A drawing as data: rectangles, lines and words in points, written as SVG for pages or PNG for documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

Anchor = Literal["start", "middle", "end"]
COLOURS = ("#1f61a0", "#c8622a", "#26865c", "#8a4fa8", "#9a7b12", "#b03a56", "#3f8fa8", "#6b6f76")
_INKS = {"paper": "#ffffff", "ink": "#222428", "faint": "#d6d8da", "soft": "#6b6f76"}
_WIDEST = 1.18
_MARGIN = 12.0
_HEADING = 16.0
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled box; `ink` is a name or the number of a series."""

    x: float
    y: float
    width: float
    height: float
    ink: str | int


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    ink: str | int = "ink"
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; (x, y) is on its baseline."""

    x: float
    y: float
    text: str
    size: float = 11.0
    anchor: Anchor = "start"
    ink: str | int = "ink"


Shape = Rectangle | Stroke | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet, with what it shows in a sentence for those who cannot see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    told: str = ""


def beside(drawings: Sequence[Drawing], gap: float = 24.0) -> Drawing:
    """Several drawings on one sheet, from left to right."""
    shapes: list[Shape] = []
    left = 0.0
    for one in drawings:
        shapes += [_moved(shape, left) for shape in one.shapes]
        left += one.width + gap
    tallest = max(one.height for one in drawings)
    return Drawing(left - gap, tallest, tuple(shapes), " ".join(one.told for one in drawings))


def below(sheets: Mapping[str, Drawing], gap: float = 24.0) -> Drawing:
    """Several drawings on one sheet, one under the other, each with its heading."""
    shapes: list[Shape] = []
    top = 0.0
    for heading, one in sheets.items():
        shapes.append(Words(0, top + _HEADING, heading, _HEADING))
        shapes += [_moved(shape, 0.0, top + 2 * _HEADING) for shape in one.shapes]
        top += 2 * _HEADING + one.height + gap
    widest = max(one.width for one in sheets.values())
    told = " ".join(f"{heading}. {one.told}" for heading, one in sheets.items())
    return Drawing(widest, top - gap, tuple(shapes), told)


def text_width(text: str, size: float) -> float:
    """How wide a line of text is at most: in Pillow's face, with room for wider ones that a page may use."""
    return float(ImageFont.load_default(size=100).getlength(text)) * size / 100 * _WIDEST


def shortened(text: str, size: float, width: float) -> str:
    """The text, or as much of its beginning as fits."""
    if text_width(text, size) <= width:
        return text
    kept = text[:200]
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def to_svg(drawing: Drawing) -> str:
    """An svg element; its inks are classes too, so that a page's style may decide them."""
    body = "".join(_element(shape) for shape in drawing.shapes)
    box = f"0 0 {_number(drawing.width)} {_number(drawing.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_number(drawing.width)}" '
        f'height="{_number(drawing.height)}" role="img" aria-label="{escape(drawing.told)}" '
        f'font-family="system-ui, sans-serif">{body}</svg>'
    )


def to_png(drawing: Drawing, path: Path, scale: int = 2) -> None:
    """A picture on white."""
    size = (round((drawing.width + 2 * _MARGIN) * scale), round((drawing.height + 2 * _MARGIN) * scale))
    picture = Image.new("RGB", size, _INKS["paper"])
    draw = ImageDraw.Draw(picture)
    for shape in drawing.shapes:
        _paint(draw, _moved(shape, _MARGIN, _MARGIN), scale)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)


def _moved(shape: Shape, right: float, down: float = 0.0) -> Shape:
    if isinstance(shape, Stroke):
        return replace(shape, points=tuple((x + right, y + down) for x, y in shape.points))
    return replace(shape, x=shape.x + right, y=shape.y + down)


def _element(shape: Shape) -> str:
    name, colour = _class(shape.ink), _colour(shape.ink)
    if isinstance(shape, Rectangle):
        place = " ".join(
            f'{key}="{_number(value)}"'
            for key, value in zip(
                ("x", "y", "width", "height"), (shape.x, shape.y, shape.width, shape.height), strict=True
            )
        )
        return f'<rect {place} class="f-{name}" fill="{colour}"/>'
    if isinstance(shape, Stroke):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        width = _number(shape.width)
        stroke = f'class="s-{name}" stroke="{colour}" stroke-width="{width}" fill="none"'
        return f'<polyline points="{points}" {stroke}/>'
    return (
        f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}" '
        f'text-anchor="{shape.anchor}" class="f-{name}" fill="{colour}">{escape(shape.text)}</text>'
    )


def _paint(draw: ImageDraw.ImageDraw, shape: Shape, scale: int) -> None:
    colour = _colour(shape.ink)
    if isinstance(shape, Rectangle):
        corner = (shape.x + shape.width, shape.y + shape.height)
        if shape.width > 0 and shape.height > 0:
            draw.rectangle(
                [shape.x * scale, shape.y * scale, corner[0] * scale, corner[1] * scale], fill=colour
            )
    elif isinstance(shape, Stroke):
        points = [(x * scale, y * scale) for x, y in shape.points]
        draw.line(points, fill=colour, width=max(1, round(shape.width * scale)), joint="curve")
    else:
        font = ImageFont.load_default(size=shape.size * scale)
        at = (shape.x * scale, shape.y * scale)
        draw.text(at, shape.text, fill=colour, font=font, anchor=_ANCHORS[shape.anchor])


def _class(ink: str | int) -> str:
    return f"c{ink % len(COLOURS)}" if isinstance(ink, int) else ink


def _colour(ink: str | int) -> str:
    return COLOURS[ink % len(COLOURS)] if isinstance(ink, int) else _INKS[ink]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
