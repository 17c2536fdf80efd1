"""A sheet as pixels, at print resolution or any other."""

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

PRINT_DPI = 300
SCREEN_DPI = 72
"""A pixel for each point."""
SMOOTH = 2
"""Drawn so many times larger and then shrunk, since the pen leaves steps on slanted lines."""
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
Rgba = tuple[int, int, int, int]


def draw_png(sheet: Sheet, dpi: int = PRINT_DPI) -> Image.Image:
    """The sheet as an image that knows its resolution."""
    scale = SMOOTH * dpi / 72
    size = (round(sheet.width * scale), round(sheet.height * scale))
    painter = _Painter(Image.new("RGB", size, PAPER), scale)
    for mark in sheet.marks:
        painter.draw(mark)
    final = painter.picture.resize((size[0] // SMOOTH, size[1] // SMOOTH), Image.Resampling.LANCZOS)
    final.info["dpi"] = (dpi, dpi)
    return final


class _Painter:
    """Puts marks on a picture that has `scale` pixels per point."""

    def __init__(self, picture: Image.Image, scale: float) -> None:
        self.picture, self._scale = picture, scale

    def draw(self, mark: Mark) -> None:
        """Put one mark on top."""
        if isinstance(mark, Photo):
            left, top, width, height = (round(value * self._scale) for value in mark.box)
            shrunk = mark.image.resize((max(1, width), max(1, height)), Image.Resampling.LANCZOS)
            self.picture.paste(shrunk, (left, top))
        elif isinstance(mark, Clip):
            left, top, width, height = (round(value * self._scale) for value in mark.box)
            inside = _Painter(self.picture.copy(), self._scale)
            for inner in mark.marks:
                inside.draw(inner)
            box = (left, top, left + width, top + height)
            self.picture.paste(inside.picture.crop(box), box)
        elif isinstance(mark, Words):
            self._write(mark)
        else:
            self._shape(mark)

    def _write(self, mark: Words) -> None:
        pen, size_px = ImageDraw.Draw(self.picture), mark.size * self._scale
        at, text, anchor = self._scaled(mark.at), printable(mark.text), _ANCHORS[mark.anchor]
        font, fill = _font(round(size_px)), _rgba(mark.color)[:3]
        bold = max(1, round(size_px * 0.022)) if mark.is_bold else 0
        if mark.has_halo:
            halo = bold + round(size_px * 0.16)
            pen.text(at, text, fill=PAPER, font=font, anchor=anchor, stroke_width=halo, stroke_fill=PAPER)
        pen.text(at, text, fill=fill, font=font, anchor=anchor, stroke_width=bold, stroke_fill=fill)

    def _shape(self, mark: Stroke | Area | Dot) -> None:
        pen = ImageDraw.Draw(self.picture, "RGBA")
        if isinstance(mark, Stroke):
            for piece in _pieces(mark):
                pen.line(
                    self._line(piece), fill=_rgba(mark.color), width=self._width(mark.width), joint="curve"
                )
        elif isinstance(mark, Area):
            corners = self._line(mark.points)
            if len(corners) > 2:
                pen.polygon(corners, fill=_rgba(mark.fill, mark.opacity))
            if mark.outline:
                width = self._width(mark.outline_width)
                pen.line([*corners, corners[0]], fill=_rgba(mark.outline), width=width, joint="curve")
        else:
            x, y = self._scaled(mark.at)
            radius = mark.radius * self._scale
            outline = _rgba(mark.outline) if mark.outline else None
            box = (x - radius, y - radius, x + radius, y + radius)
            fill = _rgba(mark.fill, mark.opacity)
            pen.ellipse(box, fill=fill, outline=outline, width=self._width(1.1))

    def _width(self, points: float) -> int:
        return max(1, round(points * self._scale))

    def _line(self, points: tuple[Point, ...] | list[Point]) -> list[Point]:
        return [self._scaled(point) for point in points]

    def _scaled(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale


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


def _rgba(color: str, opacity: float = 1.0) -> Rgba:
    red, green, blue = (int(color[index : index + 2], 16) for index in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size_px)
