"""A picture of what a set of episodes is like: one histogram per quantity."""

from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

PANELS = (
    ("path_m", "path length, m"),
    ("actions", "actions per path"),
    ("words", "words per instruction"),
    ("altitude_m", "altitude along paths, m"),
    ("landmarks", "landmarks named per instruction"),
    ("turns", "turns of 30 degrees or more per path"),
)
_WIDTH, _HEIGHT, _BINS = 520, 320, 24
_PAPER, _INK, _BAR, _MEAN = (255, 255, 255), (34, 36, 40), (92, 160, 214), (206, 120, 40)


def draw_histograms(
    values: Mapping[str, Sequence[float]], paper: Mapping[str, float], title: str
) -> Image.Image:
    """Six panels; the paper's mean is a second line where there is one."""
    picture = Image.new("RGB", (3 * _WIDTH, 2 * _HEIGHT + 40), _PAPER)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(16)
    draw.text((16, 10), title, fill=_INK, font=font)
    for number, (name, label) in enumerate(PANELS):
        left, top = (number % 3) * _WIDTH, (number // 3) * _HEIGHT + 40
        _panel(draw, left, top, values.get(name, ()), paper.get(name), label)
    return picture


def _panel(
    draw: ImageDraw.ImageDraw, left: int, top: int, values: Sequence[float], paper: float | None, label: str
) -> None:
    font = ImageFont.load_default(14)
    if not values:
        draw.text((left + 40, top + 20), f"{label}: not in this file", fill=_INK, font=font)
        return
    low, high = min(values), max(values)
    high = high if high > low else low + 1.0
    counts, edges = np.histogram(values, bins=_BINS, range=(low, high))
    floor, width, room = top + _HEIGHT - 40, _WIDTH - 80, _HEIGHT - 90
    for count, edge in zip(counts.tolist(), edges[:-1].tolist(), strict=True):
        x = left + 40 + (edge - low) / (high - low) * width
        draw.rectangle([x, floor - room * count / counts.max(), x + width / _BINS - 2, floor], fill=_BAR)
    mean = float(np.mean(values))
    note = f"{label}: mean {mean:.1f}"
    lines = [(mean, _INK)]
    if paper is not None:
        note += f" (AerialVLN-S paper {paper:g})"
        lines.append((paper, _MEAN))
    for value, colour in lines:
        x = left + 40 + (min(max(value, low), high) - low) / (high - low) * width
        draw.line([(x, top + 40), (x, floor)], fill=colour, width=2)
    draw.text((left + 40, top + 14), note, fill=_INK, font=font)
    draw.text((left + 40, floor + 6), f"{low:.0f}", fill=_INK, font=font)
    draw.text((left + 40 + width, floor + 6), f"{high:.0f}", fill=_INK, font=font, anchor="ra")
