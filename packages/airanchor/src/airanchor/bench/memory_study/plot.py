"""The picture of a memory study: composition, assignment, retrieval and candidate sets, row beside row."""

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFont

SCALE = 2
PAPER, INK, FAINT = (255, 255, 255), (34, 36, 40), (214, 216, 218)
COLOURS = ((31, 97, 160), (92, 160, 214), (38, 140, 96), (206, 120, 40))
_PANELS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "What is stored, instances per scene",
        (
            ("stored", "stored"),
            ("correct_unique", "correct unique"),
            ("duplicates", "duplicates"),
            ("false_merges", "false merges"),
        ),
    ),
    (
        "How well, %",
        (
            ("pairwise_f1", "pairwise F1"),
            ("recall_at_1", "R@1"),
            ("recall_at_3", "R@3"),
            ("none_accuracy", "None right"),
        ),
    ),
    ("Candidates per phrase", (("candidates", "before top-K"), ("candidates_kept", "after top-K"))),
)
_BAR, _GAP, _TOP, _BOTTOM, _LEFT, _HEIGHT = 22, 26, 62, 74, 46, 360


def draw_study(summary: Mapping[str, Any]) -> Image.Image:
    """Bars with 95 % intervals, one colour per memory."""
    rows = list(summary["totals"])
    widths = [_LEFT + len(bars) * (len(rows) * _BAR + _GAP) + _GAP for _, bars in _PANELS]
    picture = Image.new("RGB", (sum(widths) * SCALE, _HEIGHT * SCALE), PAPER)
    draw = ImageDraw.Draw(picture)
    left = 0
    for (title, bars), width in zip(_PANELS, widths, strict=True):
        _panel(draw, left, width, title, bars, summary["totals"])
        left += width
    _legend(draw, rows, summary, sum(widths))
    return picture


def _panel(
    draw: ImageDraw.ImageDraw,
    left: int,
    width: int,
    title: str,
    bars: Sequence[tuple[str, str]],
    totals: Mapping[str, Mapping[str, Sequence[float] | None]],
) -> None:
    known = [value for row in totals.values() for key, _ in bars if (value := row[key]) is not None]
    most = max((value[2] for value in known), default=1.0) or 1.0
    step = next(size for size in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if most / size <= 6)
    floor = _HEIGHT - _BOTTOM

    def height(value: float) -> float:
        return floor - value / (step * -(-most // step)) * (floor - _TOP)

    _text(draw, (left + _LEFT, 24), title, size=15, anchor="la")
    tick = 0.0
    while tick <= most + step * 0.999:
        y = height(tick)
        _line(draw, (left + _LEFT, y), (left + width - 10, y), FAINT)
        _text(draw, (left + _LEFT - 6, y), f"{tick:g}", size=11, anchor="rm")
        tick += step
    for number, (key, name) in enumerate(bars):
        start = left + _LEFT + _GAP / 2 + number * (len(totals) * _BAR + _GAP)
        for place, row in enumerate(totals.values()):
            if (value := row[key]) is not None:
                _bar(draw, start + place * _BAR, floor, [height(part) for part in value], value[0], place)
        _text(draw, (start + len(totals) * _BAR / 2, floor + 6), name, size=12, anchor="ma")


def _bar(
    draw: ImageDraw.ImageDraw, x: float, floor: float, heights: Sequence[float], value: float, place: int
) -> None:
    top, low, high = heights
    box = [(x + 1) * SCALE, top * SCALE, (x + _BAR - 2) * SCALE, floor * SCALE]
    draw.rectangle(box, fill=COLOURS[place % len(COLOURS)])
    middle = x + _BAR / 2 - 0.5
    _line(draw, (middle, low), (middle, high), INK)
    for end in (low, high):
        _line(draw, (middle - 3, end), (middle + 3, end), INK)
    _text(draw, (middle, high - 2), f"{value:.0f}" if value >= 10 else f"{value:.1f}", size=10, anchor="mb")


def _legend(draw: ImageDraw.ImageDraw, rows: Sequence[str], summary: Mapping[str, Any], width: int) -> None:
    x, y = float(_LEFT), _HEIGHT - 40
    for place, row in enumerate(rows):
        draw.rectangle([x * SCALE, y * SCALE, (x + 12) * SCALE, (y + 12) * SCALE], fill=COLOURS[place % 4])
        _text(draw, (x + 18, y + 6), row, size=13, anchor="lm")
        x += 40 + _font(13).getlength(row) / SCALE
    told = (
        f"{len(summary['scenes'])} embedded cities, {summary['observations']} observations, "
        f"{summary['queries']} phrases, oracle names; bars are means, whiskers 95 % over cities"
    )
    _text(draw, (_LEFT, _HEIGHT - 14), told, size=11, anchor="lm")


def _line(
    draw: ImageDraw.ImageDraw,
    start: tuple[float, float],
    end: tuple[float, float],
    fill: tuple[int, int, int],
) -> None:
    draw.line(
        [(start[0] * SCALE, start[1] * SCALE), (end[0] * SCALE, end[1] * SCALE)], fill=fill, width=SCALE
    )


def _text(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, *, size: int, anchor: str) -> None:
    draw.text((at[0] * SCALE, at[1] * SCALE), text, fill=INK, font=_font(size), anchor=anchor)


def _font(size: int) -> Any:
    return ImageFont.load_default(size=size * SCALE)
