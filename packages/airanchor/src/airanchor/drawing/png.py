"""A sheet as pixels, at print resolution."""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

from airanchor.drawing.sheet import (
    PAPER,
    Area,
    Clip,
    Dot,
    Mark,
    Photo,
    Point,
    Sheet,
    Stroke,
    Words,
    printable,
)

DPI = 300
SMOOTH = 2
"""Drawn so many times larger and then shrunk, since the pen leaves steps on slanted lines."""
SCALE = SMOOTH * DPI / 72
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
Rgba = tuple[int, int, int, int]


def draw_png(sheet: Sheet) -> Image.Image:
    """The sheet as an image that knows its resolution."""
    size = (round(sheet.width * SCALE), round(sheet.height * SCALE))
    picture = Image.new("RGB", size, PAPER)
    for mark in sheet.marks:
        _draw(picture, mark)
    final = picture.resize((size[0] // SMOOTH, size[1] // SMOOTH), Image.Resampling.LANCZOS)
    final.info["dpi"] = (DPI, DPI)
    return final


def _draw(picture: Image.Image, mark: Mark) -> None:
    if isinstance(mark, Photo):
        left, top, width, height = (round(value * SCALE) for value in mark.box)
        shrunk = mark.image.resize((max(1, width), max(1, height)), Image.Resampling.LANCZOS)
        picture.paste(shrunk, (left, top))
    elif isinstance(mark, Clip):
        left, top, width, height = (round(value * SCALE) for value in mark.box)
        copy = picture.copy()
        for inner in mark.marks:
            _draw(copy, inner)
        box = (left, top, left + width, top + height)
        picture.paste(copy.crop(box), box)
    elif isinstance(mark, Words):
        _write(picture, mark)
    else:
        _shape(picture, mark)


def _write(picture: Image.Image, mark: Words) -> None:
    pen = ImageDraw.Draw(picture)
    at, text, anchor = _scaled(mark.at), printable(mark.text), _ANCHORS[mark.anchor]
    font, fill = _font(round(mark.size * SCALE)), _rgba(mark.color)[:3]
    bold = max(1, round(mark.size * SCALE * 0.022)) if mark.is_bold else 0
    if mark.has_halo:
        halo = bold + round(mark.size * SCALE * 0.16)
        pen.text(at, text, fill=PAPER, font=font, anchor=anchor, stroke_width=halo, stroke_fill=PAPER)
    pen.text(at, text, fill=fill, font=font, anchor=anchor, stroke_width=bold, stroke_fill=fill)


def _shape(picture: Image.Image, mark: Stroke | Area | Dot) -> None:
    pen = ImageDraw.Draw(picture, "RGBA")
    if isinstance(mark, Stroke):
        width = max(1, round(mark.width * SCALE))
        for piece in _pieces(mark):
            pen.line([_scaled(point) for point in piece], fill=_rgba(mark.color), width=width, joint="curve")
    elif isinstance(mark, Area):
        corners = [_scaled(point) for point in mark.points]
        if len(corners) > 2:
            pen.polygon(corners, fill=_rgba(mark.fill, mark.opacity))
        if mark.outline:
            pen.line([*corners, corners[0]], fill=_rgba(mark.outline), width=round(0.8 * SCALE))
    else:
        x, y = _scaled(mark.at)
        radius = mark.radius * SCALE
        outline = _rgba(mark.outline) if mark.outline else None
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, fill=_rgba(mark.fill, mark.opacity), outline=outline, width=round(1.1 * SCALE))


def _pieces(mark: Stroke) -> list[list[Point]]:
    """The line, cut into its dashes."""
    if mark.dash is None:
        return [list(mark.points)] if len(mark.points) > 1 else []
    on, off = mark.dash
    pieces: list[list[Point]] = []
    travelled = 0.0
    for start, end in zip(mark.points, mark.points[1:], strict=False):
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        position = -(travelled % (on + off))
        while length and position < length:
            ends = [min(max(value, 0.0), length) / length for value in (position, position + on)]
            if ends[1] > ends[0]:
                pieces.append([_between(start, end, share) for share in ends])
            position += on + off
        travelled += length
    return pieces


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _scaled(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def _rgba(color: str, opacity: float = 1.0) -> Rgba:
    red, green, blue = (int(color[index : index + 2], 16) for index in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size_px)
