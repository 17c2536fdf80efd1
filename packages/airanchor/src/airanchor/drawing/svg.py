"""A sheet as SVG: text stays text, images are embedded."""

import base64
import io
from xml.sax.saxutils import escape, quoteattr

from airanchor.drawing.sheet import (
    PAPER,
    Area,
    Box,
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

FONTS = "Inter, Helvetica, Arial, 'Liberation Sans', sans-serif"


def draw_svg(sheet: Sheet) -> str:
    """The sheet as one self-contained document."""
    clips: list[Clip] = []
    body = "\n".join(_mark(mark, clips) for mark in sheet.marks)
    paths = "".join(
        f'<clipPath id="clip{number}">{_rect(clip.box)}</clipPath>' for number, clip in enumerate(clips)
    )
    width, height = _number(sheet.width), _number(sheet.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}" font-family={quoteattr(FONTS)}>\n'
        f'<defs>{paths}</defs>\n<rect width="{width}" height="{height}" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def _mark(mark: Mark, clips: list[Clip]) -> str:
    if isinstance(mark, Words):
        return _words(mark)
    if isinstance(mark, Stroke):
        dash = f' stroke-dasharray="{mark.dash[0]:g} {mark.dash[1]:g}"' if mark.dash else ""
        return (
            f'<polyline points="{_points(mark.points)}" fill="none" stroke="{mark.color}" '
            f'stroke-width="{mark.width:g}" stroke-linejoin="round"{dash}/>'
        )
    if isinstance(mark, Area):
        return (
            f'<polygon points="{_points(mark.points)}" fill="{mark.fill}" fill-opacity="{mark.opacity:g}"'
            f"{_outline(mark.outline, mark.outline_width)}/>"
        )
    if isinstance(mark, Dot):
        return (
            f'<circle cx="{_number(mark.at[0])}" cy="{_number(mark.at[1])}" r="{_number(mark.radius)}" '
            f'fill="{mark.fill}" fill-opacity="{mark.opacity:g}"{_outline(mark.outline, 1.1)}/>'
        )
    if isinstance(mark, Clip):
        clips.append(mark)
        number = len(clips) - 1
        inner = "\n".join(_mark(item, clips) for item in mark.marks)
        return f'<g clip-path="url(#clip{number})">\n{inner}\n</g>'
    return _photo(mark)


def _words(mark: Words) -> str:
    weight = ' font-weight="600"' if mark.is_bold else ""
    halo = ""
    if mark.has_halo:
        halo = f' paint-order="stroke" stroke="{PAPER}" stroke-width="{_number(mark.size * 0.3)}"'
    return (
        f'<text x="{_number(mark.at[0])}" y="{_number(mark.at[1])}" font-size="{mark.size:g}" '
        f'fill="{mark.color}" text-anchor="{mark.anchor}"{weight}{halo}>{escape(_xml(mark.text))}</text>'
    )


def _photo(mark: Photo) -> str:
    buffer = io.BytesIO()
    mark.image.save(buffer, "JPEG", quality=90)
    data = base64.b64encode(buffer.getvalue()).decode()
    left, top, width, height = map(_number, mark.box)
    return (
        f'<image x="{left}" y="{top}" width="{width}" height="{height}" preserveAspectRatio="none" '
        f'href="data:image/jpeg;base64,{data}"/>'
    )


def _rect(box: Box) -> str:
    left, top, width, height = map(_number, box)
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}"/>'


def _outline(color: str | None, width: float) -> str:
    return f' stroke="{color}" stroke-width="{width:g}"' if color else ""


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _xml(text: str) -> str:
    """Without what XML cannot hold at all."""
    return "".join(mark for mark in printable(text) if mark not in "\ufffe\uffff")
