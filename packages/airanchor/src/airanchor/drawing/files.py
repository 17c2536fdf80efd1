"""Sheets as files: SVG, PNG or JPEG by the file's ending."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from airanchor.drawing.png import PRINT_DPI, draw_png
from airanchor.drawing.sheet import Sheet
from airanchor.drawing.svg import draw_svg
from airanchor.errors import InputError

DRAWING_FORMATS = (".png", ".svg", ".jpg", ".jpeg")


def check_drawing_file(path: Path) -> None:
    """Refuse an ending that no drawing has, before any work is done."""
    if path.suffix.lower() not in DRAWING_FORMATS:
        known = ", ".join(DRAWING_FORMATS)
        raise InputError(f"figure {str(path)!r} ends in none of {known}; choose one of them")


def save_drawing(sheet: Sheet, path: Path, *, dpi: int = PRINT_DPI, jpeg_bytes: int = 390_000) -> None:
    """Write a sheet; a JPEG is made as fine as fits so many bytes."""
    check_drawing_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() == ".svg":
        path.write_text(draw_svg(sheet), encoding="utf-8")
    elif path.suffix.lower() == ".png":
        draw_png(sheet, dpi).save(path, dpi=(dpi, dpi))
    else:
        path.write_bytes(_jpeg(draw_png(sheet, dpi), jpeg_bytes))


def _jpeg(picture: Image.Image, most_bytes: int) -> bytes:
    for quality in range(92, 30, -4):
        data = BytesIO()
        picture.save(data, "JPEG", quality=quality, optimize=True)
        if data.tell() <= most_bytes:
            break
    return data.getvalue()
