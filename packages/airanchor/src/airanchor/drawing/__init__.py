"""Drawings for pages and print: marks on a sheet, written once, rendered as SVG or PNG; maps among them."""

from airanchor.drawing.sheet import (
    FAINT,
    INK,
    PAPER,
    SOFT,
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
    text_width,
    wrap,
)

__all__ = [
    "FAINT",
    "INK",
    "PAPER",
    "SOFT",
    "Area",
    "Clip",
    "Dot",
    "Mark",
    "Photo",
    "Point",
    "Sheet",
    "Stroke",
    "Words",
    "printable",
    "text_width",
    "wrap",
]
