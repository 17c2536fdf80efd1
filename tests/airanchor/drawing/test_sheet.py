"""Sheets: lines that fit, marks that leave ink, both formats from one layout."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from airanchor.drawing import (
    PRINT_DPI,
    SCREEN_DPI,
    Area,
    Clip,
    Dot,
    Photo,
    Sheet,
    Stroke,
    Words,
    draw_png,
    draw_svg,
    save_drawing,
    shortened,
    text_width,
    wrap,
)
from airanchor.errors import InputError
from tests.airanchor.viewer.props import HOSTILE


def test_wrapped_lines_fit_and_say_that_more_was_there():
    lines = wrap("a word and another word " * 30 + "x" * 300, 100.0, 8.0, 5)
    assert len(lines) == 5 and lines[-1].endswith("…")
    assert all(text_width(line, 8.0) <= 100.0 for line in lines)
    assert wrap("short", 100.0, 8.0, 3) == ["short"]
    assert "\u202e" not in "".join(wrap(HOSTILE, 300.0, 8.0, 9))


def test_every_mark_leaves_ink_on_paper():
    square = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
    marks = (
        Words((10, 30), "ink", 12.0, is_bold=True, has_halo=True),
        Stroke(square, width=2.0),
        Stroke(square, dash=(3.0, 3.0)),
        Area(square, "#aa2200", 0.5, "#1c2127"),
        Dot((20, 20), 6.0, "#0055aa", "#1c2127"),
        Photo((10, 10, 20, 20), Image.new("RGB", (4, 4), "navy")),
        Clip((10, 10, 5, 5), (Dot((12, 12), 9.0, "#0055aa"),)),
    )
    for mark in marks:
        sheet = Sheet(40.0, 40.0, [mark])
        picture = draw_png(sheet)
        blank = Image.new("RGB", picture.size, "white")
        left, top, right, bottom = ImageChops.difference(picture, blank).getbbox()
        assert right > left and bottom > top
        if isinstance(mark, Clip):
            assert right <= 15 * PRINT_DPI / 72 + 4
        ElementTree.fromstring(draw_svg(sheet))


@pytest.mark.parametrize(("dpi", "width"), [(PRINT_DPI, 300), (SCREEN_DPI, 72)])
def test_the_resolution_decides_the_pixels_and_not_the_layout(dpi: int, width: int):
    picture = draw_png(Sheet(72.0, 36.0, [Area(((36, 0), (72, 0), (72, 36), (36, 36)), "#aa2200")]), dpi)
    assert picture.size == (width, width // 2) and picture.info["dpi"] == (dpi, dpi)
    assert picture.getpixel((width // 4, 5)) == (255, 255, 255)
    assert picture.getpixel((width * 3 // 4, 5)) == (0xAA, 0x22, 0)


@pytest.mark.parametrize(
    ("name", "begin"), [("x.png", b"\x89PNG"), ("x.SVG", b"<svg"), ("x.jpg", b"\xff\xd8")]
)
def test_the_ending_decides_the_format(tmp_path: Path, name: str, begin: bytes):
    save_drawing(Sheet(40.0, 40.0, [Words((5, 20), HOSTILE)]), tmp_path / "deep" / name)
    assert (tmp_path / "deep" / name).read_bytes().startswith(begin)


def test_a_jpeg_is_made_as_fine_as_fits(tmp_path: Path):
    noise = Image.effect_noise((200, 200), 90).convert("RGB")
    for most in (30_000, 15_000):
        save_drawing(
            Sheet(200.0, 200.0, [Photo((0, 0, 200, 200), noise)]),
            tmp_path / "x.jpg",
            dpi=SCREEN_DPI,
            jpeg_bytes=most,
        )
        assert most / 3 < (tmp_path / "x.jpg").stat().st_size <= most


def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path: Path):
    with pytest.raises(InputError, match=r"'.*x\.bmp' ends in none of \.png, \.svg, \.jpg"):
        save_drawing(Sheet(40.0, 40.0), tmp_path / "x.bmp")


def test_one_line_is_cut_to_its_width():
    assert shortened("short", 100.0, 8.0) == "short" and shortened("", 100.0, 8.0) == ""
    cut = shortened("w" * 500, 100.0, 8.0)
    assert cut.endswith("…") and text_width(cut, 8.0) <= 100.0
