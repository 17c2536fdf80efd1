"""Pictures that people look at: strips, sheets, moving pictures, coloured depth."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Rgb = NDArray[np.uint8]

_NEAR = np.array([255, 214, 110.0])
_MIDDLE = np.array([196, 62, 92.0])
_FAR = np.array([32, 18, 82.0])
_SKY = np.array([12, 12, 18], np.uint8)


def colour_depth(depth_m: NDArray[np.float32], nearest_m: float = 2.0, farthest_m: float = 400.0) -> Rgb:
    """Depth as colours on a logarithmic scale: near is bright, far is dark, sky is black."""
    finite = np.where(np.isfinite(depth_m) & (depth_m > 0), depth_m, farthest_m)
    span = math.log(farthest_m / nearest_m)
    far = np.clip(np.log(np.clip(finite, nearest_m, farthest_m) / nearest_m) / span, 0, 1)[..., None]
    near_half = _NEAR + (_MIDDLE - _NEAR) * np.clip(far * 2, 0, 1)
    image: Rgb = (near_half + (_FAR - _MIDDLE) * np.clip(far * 2 - 1, 0, 1)).astype(np.uint8)
    image[~np.isfinite(depth_m)] = _SKY
    return image


def save_sheet(
    path: Path, images: Sequence[Rgb], labels: Sequence[str], *, columns: int, tile_px: int = 256
) -> None:
    """A grid of labelled pictures."""
    font = ImageFont.load_default(size=max(11, tile_px // 20))
    band_px = tile_px // 10
    rows = math.ceil(len(images) / columns)
    sheet = Image.new("RGB", (columns * tile_px, rows * (tile_px + band_px)), (250, 250, 248))
    draw = ImageDraw.Draw(sheet)
    for index, (image, label) in enumerate(zip(images, labels, strict=True)):
        left, top = (index % columns) * tile_px, (index // columns) * (tile_px + band_px)
        sheet.paste(
            Image.fromarray(image).resize((tile_px - 4, tile_px - 4), Image.Resampling.LANCZOS),
            (left + 2, top + 2),
        )
        draw.text((left + 6, top + tile_px), label, fill=(40, 40, 44), font=font)
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)


def save_gif(path: Path, images: Sequence[Rgb], *, size_px: int = 320, frames_per_s: float = 8.0) -> None:
    """A moving picture that any browser shows."""
    frames = [
        Image.fromarray(image)
        .resize((size_px, size_px), Image.Resampling.LANCZOS)
        .quantize(128, dither=Image.Dither.NONE)
        for image in images
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=round(1000 / frames_per_s),
        loop=0,
        optimize=True,
    )
