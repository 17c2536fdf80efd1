"""Several pictures on one sheet, each with its number and the words that lead to it."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_WIDTH_PX = 384
_LINE_PX = 22
_GAP_PX = 6


def contact_sheet(pictures: Sequence[NDArray[np.uint8]], captions: Sequence[str]) -> Image.Image:
    """The pictures in reading order, at most four to a row."""
    columns = min(len(pictures), 4) if len(pictures) != 2 else 2
    rows = math.ceil(len(pictures) / columns)
    frames = [_scaled(picture) for picture in pictures]
    height_px = max(frame.height for frame in frames) + _LINE_PX
    step_px = (_WIDTH_PX + _GAP_PX, height_px + _GAP_PX)
    sheet = Image.new("RGB", (columns * step_px[0] + _GAP_PX, rows * step_px[1] + _GAP_PX), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    for place, (frame, caption) in enumerate(zip(frames, captions, strict=True)):
        left = _GAP_PX + place % columns * step_px[0]
        top = _GAP_PX + place // columns * step_px[1]
        pen.text((left, top + 2), f"{place + 1}: {caption}" if caption else str(place + 1), "black", font)
        sheet.paste(frame, (left, top + _LINE_PX))
    return sheet


def _scaled(picture: NDArray[np.uint8]) -> Image.Image:
    image = Image.fromarray(picture)
    return image.resize((_WIDTH_PX, max(1, round(image.height * _WIDTH_PX / image.width))))
