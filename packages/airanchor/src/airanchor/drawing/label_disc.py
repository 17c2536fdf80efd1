"""The labelled disc: black digits or a letter on opaque white with a black rim, legible on any background."""

import functools

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_FINER = 4
"""Discs are drawn this many times larger and then shrunk, for smooth edges."""
RIM_PX = 2
"""How thick the black rim is; it lies inside the radius."""
_HEIGHTS = {1: 1.25, 2: 1.0}
"""The size of the writing in radii, by how many characters there are; the white around it stays whole."""


@functools.lru_cache(maxsize=512)
def label_disc(label: str, radius_px: int) -> Image.Image:
    """A disc of this radius with its label, on a transparent square of 2 radius + 1 pixels."""
    size_px = 2 * radius_px + 1
    large = Image.new("RGBA", (size_px * _FINER, size_px * _FINER), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large)
    for inside_px, ink in ((0, 0), (RIM_PX, 255)):
        edge = inside_px * _FINER
        pen.ellipse((edge, edge, large.width - 1 - edge, large.height - 1 - edge), fill=(ink, ink, ink, 255))
    font = ImageFont.load_default(size=radius_px * _FINER * _HEIGHTS.get(len(label), 0.7))
    middle = large.width / 2
    left, top, right, bottom = pen.textbbox((0, 0), label, font=font, anchor="ls")
    at = (middle - (left + right) / 2, middle - (top + bottom) / 2)
    pen.text(at, label, fill=(0, 0, 0, 255), font=font, anchor="ls", stroke_width=_FINER // 3)
    return large.resize((size_px, size_px), Image.Resampling.LANCZOS)


@functools.lru_cache(maxsize=512)
def disc_pattern(label: str, radius_px: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """(brightness, is_disc), both (size, size): what a labelled disc looks like, and where it is opaque."""
    pixels = np.asarray(label_disc(label, radius_px))
    return pixels[..., 0].astype(np.float32), pixels[..., 3] > 250
