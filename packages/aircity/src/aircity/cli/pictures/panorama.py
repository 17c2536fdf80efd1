"""One strip all around: eight views, each cut to its own 45 degrees, with the compass written on it."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from aircity.cli.pictures.images import Rgb

OFFSETS_DEG = (-135, -90, -45, 0, 45, 90, 135, 180)
"""Of the views from the heading, which so stands left of the middle of the strip."""
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_HALF_RAD = math.radians(22.5)


def join_strip(views: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Square views of 90 degrees (n, n, ...) side by side, each cut to the middle 45: nothing shows twice."""
    width = views[0].shape[1]
    cut = (width - strip_width(width)) // 2
    return np.concatenate([view[:, cut : cut + strip_width(width)] for view in views], axis=1)


def strip_width(size_px: int) -> int:
    """Columns that 45 degrees take in the middle of a view of 90: tan(22.5 deg) / tan(45 deg) of it."""
    return round(size_px * math.tan(_HALF_RAD))


def column_of(bearing_deg: float, heading_deg: float, size_px: int) -> float:
    """Where on the strip a compass bearing lies, for a drone with this heading."""
    turned = (bearing_deg - heading_deg - OFFSETS_DEG[0] + 22.5) % 360.0
    view, inside = divmod(turned, 45.0)
    half = strip_width(size_px) / 2
    return view * 2 * half + half + size_px / 2 * math.tan(math.radians(inside - 22.5))


def write_compass(strip: Rgb, heading_deg: float, size_px: int) -> Rgb:
    """The strip with a band below: letters under their bearings, and a mark at the heading."""
    band_px = max(14, size_px // 14)
    picture = Image.new("RGB", (strip.shape[1], strip.shape[0] + band_px), (24, 26, 32))
    picture.paste(Image.fromarray(strip), (0, 0))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(9, band_px * 0.6))
    top, middle = strip.shape[0], strip.shape[0] + band_px / 2
    for bearing in range(0, 360, 15):
        column = column_of(bearing, heading_deg, size_px)
        if bearing % 45:
            draw.line([(column, top), (column, top + band_px // 4)], fill=(120, 124, 136))
        else:
            bright = (255, 255, 255) if bearing % 90 == 0 else (190, 194, 204)
            draw.text((column, middle), COMPASS[bearing // 45], fill=bright, font=font, anchor="mm")
    ahead, tip = column_of(heading_deg, heading_deg, size_px), band_px / 3
    draw.polygon([(ahead, top - tip), (ahead - tip, top), (ahead + tip, top)], fill=(255, 196, 60))
    return np.asarray(picture)
