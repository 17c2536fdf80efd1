"""Pictures for signs, clocks, flags and sports grounds: (256, 256, 3) pages drawn with pillow.

A page is stretched over its face, so each is drawn at the face's own proportions and then resized.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from aircity.city.solids.mesh import Colour
from aircity.errors import InputError

PAGE_PX = 256
Page = NDArray[np.uint8]

BRANDS = (
    "NOVA", "ORION", "ATLAS", "VEGA", "DELTA", "LUMEN", "POLAR", "CEDAR",
    "ONYX", "RIVO", "MERIDIAN", "ZENITH", "KITE", "AMBER", "TERRA", "CORAL",
)  # fmt: skip
HOTELS = ("HOTEL ASTRA", "HOTEL PALMA", "GRAND HOTEL", "HOTEL LUNA", "PARK HOTEL", "HOTEL RIVA")
MARKETS = ("FRESH MART", "SUPER MARKET", "CITY MARKET", "FOOD BASKET", "MEGA MARKET", "DAILY FOODS")
FUELS = ("FUEL 24", "PETRO ONE", "GO FUEL", "SUN OIL", "TANK UP", "STAR GAS")
SLOGANS = (
    "HARBOUR CAFE", "FLY HIGH", "DRINK COLA", "NOVA BANK", "CITY RADIO 101", "BIG SALE",
    "FRESH COFFEE", "VISIT ISLAND", "MEGA PIZZA", "JAZZ NIGHT", "OPEN 24 H", "SUMMER FEST",
)  # fmt: skip


def sign(text: str, *, ink: Colour, paper: Colour, aspect: float, border: bool = False) -> Page:
    """Text as large as fits on a board `aspect` times as wide as high; words may take two or three lines."""
    if not text.strip():
        raise InputError("a sign needs text; give at least one letter")

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        if border:
            rim = max(2, round(0.04 * min(width, height)))
            pen.rectangle((rim, rim, width - 1 - rim, height - 1 - rim), outline=_rgb(ink), width=rim)
        edge = 0.13 if border else 0.08
        _fit_text(
            pen, (edge * width, edge * height, (1 - edge) * width, (1 - edge) * height), text, _rgb(ink)
        )

    return _drawn(draw, paper, aspect)


def vertical_sign(text: str, *, ink: Colour, paper: Colour, aspect: float) -> Page:
    """Letters one below the other, for a board higher than wide."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        letters = text.replace(" ", "")
        step = 0.94 * height / len(letters)
        for row, letter in enumerate(letters):
            top = 0.03 * height + row * step
            _fit_text(pen, (0.1 * width, top, 0.9 * width, top + 0.95 * step), letter, _rgb(ink))

    return _drawn(draw, paper, aspect)


def price_sign(name: str, *, ink: Colour, paper: Colour, aspect: float) -> Page:
    """A fuel station's totem: its name above three prices."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        _fit_text(pen, (0.06 * width, 0.03 * height, 0.94 * width, 0.35 * height), name, _rgb(ink))
        for row, price in enumerate(("1.69", "1.75", "1.58")):
            top = (0.40 + 0.20 * row) * height
            pen.rectangle((0.08 * width, top, 0.92 * width, top + 0.17 * height), fill=(15, 15, 18))
            _fit_text(pen, (0.12 * width, top, 0.88 * width, top + 0.17 * height), price, (255, 190, 60))

    return _drawn(draw, paper, aspect)


def clock_face(*, paper: Colour = (0.96, 0.95, 0.90), ink: Colour = (0.08, 0.08, 0.1)) -> Page:
    """A dial with twelve marks and hands at ten past ten."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        cx, cy, radius = width / 2, height / 2, 0.48 * width
        disc = (cx - radius, cy - radius, cx + radius, cy + radius)
        pen.ellipse(disc, fill=_rgb(paper), outline=_rgb(ink), width=width // 24)
        for hour in range(12):
            _hand(pen, (cx, cy), hour / 12, (0.74 * radius, 0.90 * radius), width // 28, _rgb(ink))
        _hand(pen, (cx, cy), 10.17 / 12, (-0.1 * radius, 0.5 * radius), width // 16, _rgb(ink))
        _hand(pen, (cx, cy), 10 / 60, (-0.1 * radius, 0.72 * radius), width // 22, _rgb(ink))

    return _drawn(draw, (0.5, 0.48, 0.44), 1.0)


def red_cross(aspect: float = 1.0) -> Page:
    """A hospital's cross on white."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        cx, cy, reach = width / 2, height / 2, 0.42 * min(width, height)
        pen.rectangle((cx - reach, cy - reach / 3, cx + reach, cy + reach / 3), fill=(205, 20, 25))
        pen.rectangle((cx - reach / 3, cy - reach, cx + reach / 3, cy + reach), fill=(205, 20, 25))

    return _drawn(draw, (0.97, 0.97, 0.97), aspect)


def helipad() -> Page:
    """A white ring and H on dark concrete."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        white = (245, 245, 245)
        pen.ellipse((12, 12, width - 13, height - 13), outline=(240, 200, 40), width=width // 20)
        left, right, top, low = 0.32 * width, 0.68 * width, 0.24 * height, 0.76 * height
        bar = width // 11
        pen.rectangle((left, top, left + bar, low), fill=white)
        pen.rectangle((right - bar, top, right, low), fill=white)
        pen.rectangle((left, (top + low - bar) / 2, right, (top + low + bar) / 2), fill=white)

    return _drawn(draw, (0.30, 0.32, 0.35), 1.0)


def banner(colours: Sequence[Colour], pattern: str) -> Page:
    """A flag: "bands" across, "bars" upright, a "cross", or a "disc"; the first colour is the field."""

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        count, inks = len(colours), [_rgb(colour) for colour in colours]
        if pattern in ("bands", "bars"):
            for index, ink in enumerate(inks):
                low, high = index / count, (index + 1) / count
                band = (0, low * height, width, high * height)
                pen.rectangle(
                    band if pattern == "bands" else (low * width, 0, high * width, height), fill=ink
                )
        elif pattern == "cross":
            pen.rectangle((0, 0.4 * height, width, 0.6 * height), fill=inks[1])
            pen.rectangle((0.3 * width, 0, 0.45 * width, height), fill=inks[1])
        elif pattern == "disc":
            radius = 0.3 * height
            middle = (width / 2 - radius, height / 2 - radius, width / 2 + radius, height / 2 + radius)
            pen.ellipse(middle, fill=inks[1])
        else:
            raise InputError(f"unknown flag pattern {pattern!r}; valid are bands, bars, cross, disc")

    return _drawn(draw, colours[0], 1.5)


Line = Sequence[tuple[float, float]]


def ground(
    size_m: tuple[float, float],
    field: Colour,
    *,
    areas: Sequence[tuple[tuple[float, float, float, float], Colour]] = (),
    lines: Sequence[Line] = (),
    discs: Sequence[tuple[float, float, float]] = (),
    line_m: float = 0.12,
    chalk: Colour = (0.95, 0.95, 0.95),
) -> Page:
    """A sports ground from above, in metres from its top left corner.

    `areas` are filled (x0, y0, x1, y1) rectangles, `lines` polylines, `discs` circles (x, y, radius).
    """

    def draw(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        scale = width / size_m[0]
        thick = max(4, round(line_m * scale))
        for area, colour in areas:
            pen.rectangle(tuple(scale * edge for edge in area), fill=_rgb(colour))
        for x, y, radius in discs:
            around = np.linspace(0, 2 * math.pi, 73)
            ring = [(scale * (x + radius * math.cos(a)), scale * (y + radius * math.sin(a))) for a in around]
            pen.line(ring, fill=_rgb(chalk), width=thick, joint="curve")
        for line in lines:
            for start, end in pairwise(line):
                pen.line([(scale * x, scale * y) for x, y in (start, end)], fill=_rgb(chalk), width=thick)

    return _drawn(draw, field, size_m[0] / size_m[1])


def _drawn(draw: Callable[[ImageDraw.ImageDraw, int, int], None], paper: Colour, aspect: float) -> Page:
    if not 0.02 <= aspect <= 50:
        raise InputError(f"aspect {aspect} of a picture must be between 0.02 and 50")
    longest = 4 * PAGE_PX if 0.25 <= aspect <= 4 else 8 * PAGE_PX
    width, height = (longest, round(longest / aspect)) if aspect >= 1 else (round(longest * aspect), longest)
    canvas = Image.new("RGB", (width, height), _rgb(paper))
    draw(ImageDraw.Draw(canvas), width, height)
    return np.asarray(canvas.resize((PAGE_PX, PAGE_PX), Image.Resampling.BOX), dtype=np.uint8)


def _fit_text(
    pen: ImageDraw.ImageDraw, area: tuple[float, float, float, float], text: str, ink: tuple[int, int, int]
) -> None:
    """Write in the area, on as many lines as make the letters largest."""
    left, top, right, low = area
    words = text.split()
    layouts = [text, "\n".join(words)] if len(words) > 1 else [text]
    if len(words) > 2:
        layouts.append("\n".join([" ".join(words[:-1]), words[-1]]))
    best, size = text, 0.0
    trial = ImageFont.load_default(size=100)
    for layout in layouts:
        box = pen.multiline_textbbox((0, 0), layout, font=trial, spacing=20, align="center", stroke_width=4)
        fits = 100 * min((right - left) / (box[2] - box[0]), (low - top) / (box[3] - box[1]))
        if fits > size:
            best, size = layout, fits
    font, stroke, spacing = ImageFont.load_default(size=max(6, int(size))), round(0.04 * size), 0.2 * size
    box = pen.multiline_textbbox(
        (0, 0), best, font=font, spacing=spacing, align="center", stroke_width=stroke
    )
    x = (left + right - box[0] - box[2]) / 2
    y = (top + low - box[1] - box[3]) / 2
    pen.multiline_text(
        (x, y), best, font=font, fill=ink, spacing=spacing, align="center", stroke_width=stroke
    )


def _hand(
    pen: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    turn: float,
    span: tuple[float, float],
    width_px: int,
    ink: tuple[int, int, int],
) -> None:
    """A stroke from the centre at `turn` of a full turn clockwise from twelve."""
    dx, dy = math.sin(2 * math.pi * turn), -math.cos(2 * math.pi * turn)
    ends = [(centre[0] + reach * dx, centre[1] + reach * dy) for reach in span]
    pen.line(ends, fill=ink, width=width_px)


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return (round(255 * colour[0]), round(255 * colour[1]), round(255 * colour[2]))
