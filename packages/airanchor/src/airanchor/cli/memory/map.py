"""A map of a memory: footprints from above, north up, coloured by type, named where there is room."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from airanchor.drawing import (
    FAINT,
    INK,
    Area,
    Box,
    CityGround,
    Clip,
    Dot,
    MapFrame,
    Mark,
    Point,
    Sheet,
    Stroke,
    TakenRoom,
    Words,
    draw_ground,
    ground_legend,
    north_arrow,
    rectangle,
    scale_bar,
    shortened,
    text_width,
)
from airanchor.errors import InputError
from airanchor.memory.files.exchange import Document
from airanchor.memory.records import Instance

GROUND = "#fafaf7"
COLOURS = (
    "#1f77b4", "#d6621c", "#2c8c3c", "#be2c32", "#805cb0", "#845a3c", "#ce60a8",
    "#5e6268", "#969816", "#12a0b0", "#5c3c8c", "#dea828", "#469678", "#a03c64",
)  # fmt: skip
LEGEND_ROWS = 18
MOST_NAMES = 2000
LEAST_M, LEAST_CITY_M, MARGIN = 20.0, 160.0, 1.12
GAP = 5.0
STEP = 1 / 6
"""Of the map from one line of the grid to the next, at most; the scale bar is as long."""


RED = "#c8102e"


def draw_map(
    document: Document,
    size: float = 1200.0,
    ground: CityGround | None = None,
    marked: Mapping[str, str] | None = None,
) -> Sheet:
    """The map with its legend, over the city's ground; `size` is the height of the sheet.

    Those `marked` bear a text, in red.
    """
    items = sorted(document.register.instances.values(), key=lambda item: -item.extent.footprint.area_m2)
    if not items:
        raise InputError(f"the memory of scene {document.scene!r} is empty: there is nothing to draw")
    frame = _frame(items, size, LEAST_M if ground is None else LEAST_CITY_M)
    counts = Counter(item.type_id for item in items)
    colours = {name: COLOURS[row % len(COLOURS)] for row, (name, _) in enumerate(counts.most_common())}
    unit = max(12.0, size / 75)
    marks: list[Mark] = _grid(frame) if ground is None else draw_ground(ground, frame)
    for item in items:
        marks += _footprint(frame, item, colours[item.type_id])
    marks += _names(frame, document, items)
    for name, text in (marked or {}).items():
        marks += _marking(frame, document.register.instance(name), text, unit)
    marks += [*scale_bar(frame, unit * 0.85, STEP), *north_arrow(frame, unit * 0.85)]
    sheet = Sheet(size + 18 * unit, size)
    sheet.add(Area(rectangle((0.0, 0.0, sheet.width, size)), GROUND), Clip(frame.box, tuple(marks)))
    sheet.add(Stroke(((size, 0.0), (size, size)), FAINT, 2.0))
    sheet.add(*_legend(document, counts, colours, left=size + unit, unit=unit))
    sheet.add(*_ground_key(document, ground, left=size + unit, bottom=size - unit, unit=unit))
    return sheet


def _ground_key(
    document: Document, ground: CityGround | None, *, left: float, bottom: float, unit: float
) -> list[Mark]:
    """What the colours of the city mean, and who must be named with it, at the foot of the legend."""
    small, width = 0.85 * unit, 16.5 * unit
    if ground is None:
        words = shortened(f"a map without the city: {document.scene} is not on this machine", width, small)
        return [Words((left, bottom), words, small)]
    marks, height = ground_legend((0.0, 0.0), small, width)
    marks, _ = ground_legend((left, bottom - height - 1.4 * unit), small, width)
    if ground.attribution:
        marks.append(Words((left, bottom), shortened(ground.attribution, width, 0.7 * unit), 0.7 * unit))
    return marks


def _frame(items: Sequence[Instance], size: float, least_m: float) -> MapFrame:
    corners = np.concatenate([item.extent.footprint.vertices for item in items])
    low, high = corners.min(axis=0), corners.max(axis=0)
    span_m = max(least_m, float((high - low).max())) * MARGIN
    return MapFrame.square(size, (low + high) / 2, span_m)


def _grid(frame: MapFrame) -> list[Mark]:
    """Faint lines at round metres."""
    step_m, half_m, size = frame.round_m(STEP), frame.span_m / 2, frame.box[2]
    marks: list[Mark] = []
    for middle_m, is_north in ((frame.north_m, True), (frame.east_m, False)):
        first_m = math.ceil((middle_m - half_m) / step_m) * step_m
        for line_m in np.arange(first_m, middle_m + half_m, step_m).tolist():
            x, y = frame.at((line_m, line_m))
            marks.append(Stroke(((0.0, y), (size, y)) if is_north else ((x, 0.0), (x, size)), FAINT))
    return marks


def _footprint(frame: MapFrame, item: Instance, colour: str) -> list[Mark]:
    """One region; the surer, the more solid."""
    places = frame.line(item.extent.footprint.vertices)
    opacity = (60 + 130 * item.confidence) / 255
    if len(places) == 1:
        return [Dot(places[0], 4.0, colour, colour, opacity)]
    if len(places) == 2:
        return [Stroke(places, colour, 3.0)]
    return [Area(places, colour, opacity, colour, 1.5)]


def _marking(frame: MapFrame, item: Instance, text: str, unit: float) -> list[Mark]:
    """A red outline with a text in its middle."""
    places = frame.line(item.extent.footprint.vertices)
    outline = [Stroke((*places, places[0]), RED, 2.5)] if len(places) > 1 else []
    x, y = frame.at(item.center)
    wide = text_width(text, unit)
    return [*outline, Words((x - wide / 2, y - unit / 2), text, unit, RED, has_halo=True)]


def _names(frame: MapFrame, document: Document, items: Sequence[Instance]) -> list[Mark]:
    """Ids and names, the best known first, none over another or over a footprint that is not its own.

    Where there is no room, there is no name; a larger picture has more.
    """
    size = max(11.0, frame.box[2] / 85)
    chosen = sorted(items, key=lambda item: (-item.observations, item.number))[:MOST_NAMES]
    shapes = [_box(frame, item) for item in chosen]
    named = TakenRoom()
    marks: list[Mark] = []
    for row, item in enumerate(chosen):
        name = document.register.types[item.type_id].labels.texts[0]
        others = TakenRoom([*shapes[:row], *shapes[row + 1 :]])
        for text in (f"{item.id} {name}", item.id):
            width = text_width(text, size)
            boxes = _places(shapes[row], frame.at(item.center), width, size)
            free = (box for box in boxes if _is_on(frame, box) and named.is_free(box) and others.is_free(box))
            if (box := next(free, None)) is not None:
                named.take(box)
                marks.append(Words((box[0], box[1] + 0.85 * size), text, size, has_halo=True))
                break
    return marks


def _box(frame: MapFrame, item: Instance) -> Box:
    corners = np.array(frame.line(item.extent.footprint.vertices))
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right - left, bottom - top


def _places(shape: Box, center: Point, width: float, height: float) -> list[Box]:
    """Where a name may stand: inside where it fits, right, left, above, below."""
    left, top, wide, tall = shape
    x, y = center
    level, middle = y - height / 2, x - width / 2
    inside = [(middle, level, width, height)] if wide > width else []
    return [
        *inside,
        (left + wide + GAP, level, width, height),
        (left - GAP - width, level, width, height),
        (middle, top - GAP - height, width, height),
        (middle, top + tall + GAP, width, height),
    ]


def _is_on(frame: MapFrame, box: Box) -> bool:
    return box[0] >= 0 and box[0] + box[2] <= frame.box[2]


def _legend(
    document: Document, counts: Counter[str], colours: dict[str, str], *, left: float, unit: float
) -> list[Mark]:
    small, width = 0.85 * unit, 16.5 * unit
    told = f"{len(document.register)} instances, {len(counts)} types, {document.signature.profile} profile"
    marks: list[Mark] = [
        Words((left, 1.8 * unit), shortened(document.scene, width, 1.3 * unit), 1.3 * unit),
        Words((left, 3.2 * unit), shortened(told, width, small), small),
    ]
    top = 5.0 * unit
    for type_id, count in counts.most_common(LEGEND_ROWS):
        names = ", ".join(dict.fromkeys(document.register.types[type_id].labels.texts))
        text = shortened(f"{type_id}  {names}", width - 3.2 * unit, small)
        marks.append(Area(rectangle((left, top, unit, unit)), colours[type_id]))
        marks.append(Words((left + 1.6 * unit, top + small), f"{text}  {count}", small))
        top += 1.7 * unit
    if len(counts) > LEGEND_ROWS:
        marks.append(Words((left, top + small), f"and {len(counts) - LEGEND_ROWS} more types", small, INK))
    return marks
