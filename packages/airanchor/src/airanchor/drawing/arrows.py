"""Labelled arrows from the middle of a picture, and labels at its borders, on a copy.

The arrows begin a little way off the middle: what lies straight ahead stays in sight.
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from airanchor.drawing.label_disc import label_disc

Picture = NDArray[np.uint8]  # (height, width, 3)
Pixel = tuple[int, int]
Ink = tuple[int, int, int]

LEFT, RIGHT, STOP = "L", "R", "0"
BORDER_LABELS = (LEFT, RIGHT, STOP)
"""Labels that stand for no point: at the left border, at the right one, and at the bottom."""
_INKS: tuple[Ink, ...] = (
    (230, 25, 30),
    (255, 140, 0),
    (255, 225, 25),
    (60, 190, 60),
    (0, 205, 205),
    (240, 50, 230),
    (145, 60, 220),
    (150, 90, 30),
    (170, 255, 60),
    (255, 170, 190),
)
"""Colours of arrows in turn. Plain blue is left out: models misread the directions of blue arrows."""
_OUTLINE: Ink = (0, 0, 0)


def border_places(size_px: Pixel, radius_px: int) -> dict[str, Pixel]:
    """Where the discs of the border labels are, in a picture of this width and height."""
    width, height = size_px
    inside = radius_px + 2
    return {
        LEFT: (inside, height // 2),
        RIGHT: (width - 1 - inside, height // 2),
        STOP: (width // 2, height - 1 - inside),
    }


def draw_arrows(rgb: Picture, tips: Mapping[str, Pixel], radius_px: int) -> Picture:
    """A copy with an arrow to a labelled disc at every tip, and the border labels."""
    image = Image.fromarray(rgb)
    pen = ImageDraw.Draw(image)
    for number, tip in enumerate(tips.values()):
        _draw_arrow(pen, image.size, tip, radius_px=radius_px, ink=_INKS[number % len(_INKS)])
    for label, (u, v) in {**tips, **border_places(image.size, radius_px)}.items():
        disc = label_disc(label, radius_px)
        image.paste(disc, (u - radius_px, v - radius_px), disc)
    return np.array(image)


def arrow_cover(size_px: Pixel, places: Mapping[str, Pixel], radius_px: int) -> NDArray[np.bool_]:
    """(height, width): what discs at these places and the arrows to them hide."""
    image = Image.new("L", size_px)
    pen = ImageDraw.Draw(image)
    for label, (u, v) in places.items():
        if label not in BORDER_LABELS:
            _draw_arrow(pen, size_px, (u, v), radius_px=radius_px, ink=None)
        reach = radius_px + 1
        pen.ellipse((u - reach, v - reach, u + reach, v + reach), fill=1)
    return np.array(image.filter(ImageFilter.MaxFilter(3))) > 0


def _draw_arrow(
    pen: ImageDraw.ImageDraw, size_px: Pixel, tip: Pixel, *, radius_px: int, ink: Ink | None
) -> None:
    """The line and the thin head; all that they cover where no ink is given."""
    middle = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
    length = math.dist(middle, tip)
    begin, neck, end = radius_px, length - radius_px * 1.7, length - radius_px
    if neck <= begin:
        return
    along = ((tip[0] - middle[0]) / length, (tip[1] - middle[1]) / length)

    def at(far: float, aside: float = 0.0) -> tuple[float, float]:
        return (
            middle[0] + along[0] * far - along[1] * aside,
            middle[1] + along[1] * far + along[0] * aside,
        )

    width_px = max(2, radius_px // 6)
    head = [at(end), at(neck, radius_px * 0.3), at(neck, -radius_px * 0.3)]
    outline: int | Ink = 1 if ink is None else _OUTLINE
    pen.line([at(begin), at(neck)], fill=outline, width=width_px + 2)
    pen.polygon(head, fill=outline, outline=outline)
    if ink is not None:
        pen.line([at(begin), at(neck)], fill=ink, width=width_px)
        pen.polygon(head, fill=ink, outline=outline)
