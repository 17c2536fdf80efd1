"""The numbered disc: dark with a white rim and a black outline, so that it stands out from anything."""

import functools

from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)
OBJECT_COLOR: Color = (176, 58, 0)
DIRECTION_COLOR: Color = (0, 84, 158)

_FINER = 4
"""Discs are drawn this many times larger and then shrunk, for smooth edges."""


@functools.lru_cache(maxsize=256)
def numbered_disc(number: int, color: Color, radius_px: int) -> Image.Image:
    """A disc of this radius with its number, on a transparent square."""
    size_px = 2 * radius_px + 1
    large = Image.new("RGBA", (size_px * _FINER, size_px * _FINER), (*color, 0))
    pen = ImageDraw.Draw(large)
    for rim_px, ink in ((0, BLACK), (1, WHITE), (2.5, color)):
        edge = rim_px * _FINER
        pen.ellipse((edge, edge, large.width - 1 - edge, large.height - 1 - edge), fill=(*ink, 255))
    text = str(number)
    height_px = radius_px * _FINER * {1: 1.5, 2: 1.2}.get(len(text), 0.8)
    font = ImageFont.load_default(size=height_px)
    middle = large.width / 2
    pen.text((middle, middle), text, fill=WHITE, font=font, anchor="mm", stroke_width=_FINER // 2)
    return large.resize((size_px, size_px), Image.Resampling.LANCZOS)
