"""A map of a memory: footprints from above, north up, coloured by type, named where there is room."""

import math
from collections import Counter

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from airanchor.errors import InputError
from airanchor.memory.files.exchange import Document
from airanchor.memory.records import Instance

PAPER, INK, FAINT = (250, 250, 247), (38, 40, 44), (222, 224, 222)
COLOURS = (
    (31, 119, 180),
    (214, 98, 28),
    (44, 140, 60),
    (190, 44, 50),
    (128, 92, 176),
    (132, 90, 60),
    (206, 96, 168),
    (94, 98, 104),
    (150, 152, 22),
    (18, 160, 176),
    (92, 60, 140),
    (222, 168, 40),
    (70, 150, 120),
    (160, 60, 100),
)
LEGEND_ROWS = 18
SMOOTH = 2
MOST_NAMES = 2000
GAP_PX = 5.0
Box = tuple[float, float, float, float]


def draw_map(document: Document, size_px: int = 1200) -> Image.Image:
    """The map with its legend; `size_px` is the height of the picture."""
    items = sorted(document.register.instances.values(), key=lambda item: -item.extent.footprint.area_m2)
    if not items:
        raise InputError(f"the memory of scene {document.scene!r} is empty: there is nothing to draw")
    sheet = _Sheet(items, size_px)
    counts = Counter(item.type_id for item in items)
    colours = {name: COLOURS[row % len(COLOURS)] for row, (name, _) in enumerate(counts.most_common())}
    sheet.draw_grid()
    for item in items:
        sheet.draw_footprint(item, colours[item.type_id])
    picture = sheet.smoothed()
    _name_instances(picture, sheet, document, items)
    return _with_legend(picture, sheet, document, counts, colours)


class _Sheet:
    """The drawing surface: metres north and east to pixels."""

    def __init__(self, items: list[Instance], size_px: int) -> None:
        corners = np.concatenate([item.extent.footprint.vertices for item in items])
        low, high = corners.min(axis=0), corners.max(axis=0)
        span_m = max(20.0, float((high - low).max())) * 1.12
        middle = (low + high) / 2
        self.size_px = size_px
        self.px_per_m = size_px / span_m
        self._top_north_m = float(middle[0]) + span_m / 2
        self._left_east_m = float(middle[1]) - span_m / 2
        self.span_m = span_m
        self._image = Image.new("RGB", (size_px * SMOOTH, size_px * SMOOTH), PAPER)
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def pixels(self, corners_m: NDArray[np.float64]) -> list[tuple[float, float]]:
        """(u, v) of points (n, 2) given as north, east."""
        u = (corners_m[:, 1] - self._left_east_m) * self.px_per_m
        v = (self._top_north_m - corners_m[:, 0]) * self.px_per_m
        return list(zip(u.tolist(), v.tolist(), strict=True))

    def draw_grid(self) -> None:
        """Faint lines at round metres."""
        step_m = self.bar_m
        for start_m, is_north in ((self._top_north_m - self.span_m, True), (self._left_east_m, False)):
            for line_m in np.arange(math.ceil(start_m / step_m) * step_m, start_m + self.span_m, step_m):
                if is_north:
                    at = (self._top_north_m - line_m) * self.px_per_m * SMOOTH
                    self._draw.line([(0, at), (self._image.width, at)], fill=FAINT, width=SMOOTH)
                else:
                    at = (line_m - self._left_east_m) * self.px_per_m * SMOOTH
                    self._draw.line([(at, 0), (at, self._image.height)], fill=FAINT, width=SMOOTH)

    @property
    def bar_m(self) -> float:
        """A round length of about a sixth of the map."""
        power: float = 10 ** math.floor(math.log10(self.span_m / 6))
        return max(step * power for step in (1, 2, 5) if step * power <= self.span_m / 6)

    def draw_footprint(self, item: Instance, colour: tuple[int, int, int]) -> None:
        """One region; the surer, the more solid."""
        places = [(u * SMOOTH, v * SMOOTH) for u, v in self.pixels(item.extent.footprint.vertices)]
        fill = (*colour, round(60 + 130 * item.confidence))
        if len(places) == 1:
            u, v = places[0]
            radius = 4 * SMOOTH
            self._draw.ellipse((u - radius, v - radius, u + radius, v + radius), fill=fill, outline=colour)
        elif len(places) == 2:
            self._draw.line(places, fill=(*colour, 230), width=3 * SMOOTH)
        else:
            self._draw.polygon(places, fill=fill)
            self._draw.line([*places, places[0]], fill=(*colour, 255), width=SMOOTH + 1, joint="curve")

    def smoothed(self) -> Image.Image:
        """The picture at its final size."""
        return self._image.resize((self.size_px, self.size_px), Image.Resampling.LANCZOS)


def _name_instances(picture: Image.Image, sheet: _Sheet, document: Document, items: list[Instance]) -> None:
    """Ids and names, the best known first, none over another or over a footprint that is not its own.

    Where there is no room, there is no name; a larger picture has more.
    """
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(11, sheet.size_px // 85))
    chosen = sorted(items, key=lambda item: (-item.observations, item.number))[:MOST_NAMES]
    shapes = np.array([_box(sheet, item) for item in chosen])
    taken = np.empty((0, 4))
    for row, item in enumerate(chosen):
        name = document.register.types[item.type_id].labels.texts[0]
        others = np.delete(shapes, row, axis=0)
        for text in (f"{item.id} {name}", item.id):
            places = _places(shapes[row], sheet.pixels(item.center[None, :2])[0], draw.textlength(text, font))
            boxes = [draw.textbbox(place, text, font=font, anchor=anchor) for place, anchor in places]
            free = [
                index
                for index, box in enumerate(boxes)
                if box[0] >= 0
                and box[2] <= sheet.size_px
                and not _meet(taken, box).any()
                and not _meet(others, box).any()
            ]
            if free:
                place, anchor = places[free[0]]
                draw.text(place, text, INK, font=font, anchor=anchor, stroke_width=2, stroke_fill=PAPER)
                taken = np.concatenate([taken, np.array([boxes[free[0]]])])
                break


def _box(sheet: _Sheet, item: Instance) -> Box:
    corners = np.array(sheet.pixels(item.extent.footprint.vertices))
    (west, north), (east, south) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return west, north, east, south


def _places(
    box: NDArray[np.float64], center: tuple[float, float], width: float
) -> list[tuple[tuple[float, float], str]]:
    """Where a name may stand: inside where it fits, right, left, above, below."""
    west, north, east, south = box.tolist()
    u, v = center
    inside = [((u, v), "mm")] if east - west > width else []
    level = [((east + GAP_PX, v), "lm"), ((west - GAP_PX, v), "rm")]
    return [*inside, *level, ((u, north - GAP_PX), "mb"), ((u, south + GAP_PX), "mt")]


def _meet(boxes: NDArray[np.float64], box: Box) -> NDArray[np.bool_]:
    """Which of boxes (n, 4) overlap a box."""
    across = (boxes[:, 0] < box[2]) & (box[0] < boxes[:, 2])
    meets: NDArray[np.bool_] = across & (boxes[:, 1] < box[3]) & (box[1] < boxes[:, 3])
    return meets


def _with_legend(
    picture: Image.Image,
    sheet: _Sheet,
    document: Document,
    counts: Counter[str],
    colours: dict[str, tuple[int, int, int]],
) -> Image.Image:
    size_px = sheet.size_px
    unit_px = max(12, size_px // 75)
    small = ImageFont.load_default(size=round(unit_px * 0.85))
    whole = Image.new("RGB", (size_px + 18 * unit_px, size_px), PAPER)
    whole.paste(picture, (0, 0))
    draw = ImageDraw.Draw(whole)
    left = size_px + unit_px
    draw.line([(size_px, 0), (size_px, size_px)], fill=FAINT, width=2)
    title = ImageFont.load_default(size=round(unit_px * 1.3))
    draw.text((left, 0.6 * unit_px), document.scene[:24], INK, font=title)
    told = f"{len(document.register)} instances, {len(counts)} types, {document.signature.profile} profile"
    draw.text((left, 2.4 * unit_px), told, INK, font=small)
    top = 5.0 * unit_px
    for type_id, count in counts.most_common(LEGEND_ROWS):
        names = ", ".join(dict.fromkeys(document.register.types[type_id].labels.texts))
        draw.rectangle((left, top, left + unit_px, top + unit_px), fill=colours[type_id])
        draw.text((left + 1.6 * unit_px, top), f"{type_id}  {names[:26]}  {count}", INK, font=small)
        top += 1.7 * unit_px
    if len(counts) > LEGEND_ROWS:
        draw.text((left, top), f"and {len(counts) - LEGEND_ROWS} more types", INK, font=small)
    bar_px, base = sheet.bar_m * sheet.px_per_m, size_px - 3 * unit_px
    draw.line([(left, base), (left + bar_px, base)], fill=INK, width=3)
    draw.text((left, base + 0.5 * unit_px), f"{sheet.bar_m:g} m", INK, font=small)
    tip = (left + 15 * unit_px, base - 3 * unit_px)
    draw.line([(tip[0], base), tip], fill=INK, width=3)
    wings = [(tip[0] - 0.5 * unit_px, tip[1] + unit_px), tip, (tip[0] + 0.5 * unit_px, tip[1] + unit_px)]
    draw.line(wings, fill=INK, width=3)
    draw.text((tip[0], base + 0.5 * unit_px), "N", INK, font=small, anchor="ma")
    return whole
