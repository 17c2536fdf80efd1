"""A memory over its city: footprints and names drawn on a view straight down, for people to look at."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from airanchor.bench.memory_study.study import EMBEDDED, ROWS, KnownTexts, StudySettings, fill, run_survey
from airanchor.bench.survey.scene_survey import texts_of
from airanchor.drawing import (
    INK,
    PAPER,
    Area,
    Clip,
    Dot,
    MapFrame,
    Mark,
    Photo,
    Point,
    Sheet,
    Stroke,
    TakenRoom,
    Words,
    frame_box,
    north_arrow,
    rectangle,
    scale_bar,
    shortened,
    text_width,
)
from airanchor.memory import Instance, Memory
from airanchor.perception.image import load_image_encoder
from airanchor.perception.text import load_text_encoder
from airanchor.scenery import look_down
from aircity.city.city import rendered
from aircity.city.library import open_scene

SIZE_PX = 1400
FRAME_PX = 64
_COLOURS = (
    "#ffd640", "#58c4ff", "#ff7a5c", "#8ce878", "#ec8cff", "#ffffff",
    "#ffaa3c", "#6ef0dc", "#ff96be", "#beb4ff",
)  # fmt: skip
_NAME_PX = 18.0


def draw_over_city(
    name: str, *, seed: int = 1, span_m: float = 240.0, center: tuple[float, float] | None = None
) -> Sheet:
    """Survey a city, remember it with the tuned SOKB, and draw what is remembered over the city."""
    scene = open_scene(name)
    image_encoder = load_image_encoder()
    survey = run_survey(scene, StudySettings(seed=seed), image_encoder)
    text_encoder = KnownTexts(load_text_encoder(), texts_of([one.anchor.phrase for one in survey.seen]))
    row = next(row for row in ROWS if row.name == EMBEDDED)
    memory = row.build(text_encoder, image_encoder)
    fill(memory, survey)
    items = list(memory.register.instances.values())
    frame = MapFrame.square(SIZE_PX, center or busiest(items, span_m), span_m)
    shown = [item for item in items if _holds(frame, item)]
    with rendered(scene) as city:
        picture = Image.fromarray(look_down(city.renderer, frame_box(frame), SIZE_PX))
    picture = Image.blend(picture, picture.convert("L").convert("RGB"), 0.25)
    told = (
        f"{scene.name}: {len(shown)} of {len(items)} remembered things after {len(survey.poses)} views; "
        f"x2: seen twice; colours: types. {scene.attribution}"
    )
    sheet = Sheet(SIZE_PX, SIZE_PX + FRAME_PX)
    sheet.add(Photo(frame.box, picture), Clip(frame.box, tuple(draw_instances(frame, memory, shown))))
    sheet.add(*scale_bar(frame, 20.0), *north_arrow(frame, 20.0))
    told = shortened(told, SIZE_PX - 40.0, 24.0)
    sheet.add(Words((20.0, SIZE_PX + FRAME_PX / 2 + 8.0), told, 24.0))
    return sheet


def _holds(frame: MapFrame, item: Instance) -> bool:
    """Whether an instance's centre is in the picture."""
    middle = (frame.north_m, frame.east_m)
    return bool(np.abs(item.center[:2] - middle).max() < frame.span_m / 2 * 0.98)


def busiest(items: Sequence[Instance], span_m: float) -> tuple[float, float]:
    """The middle of the square with most instances."""
    places = np.array([item.center[:2] for item in items])
    inside = (np.abs(places[:, None] - places[None]) < span_m / 2).all(axis=2).sum(axis=1)
    x_m, y_m = places[int(inside.argmax())]
    return float(x_m), float(y_m)


def draw_instances(frame: MapFrame, memory: Memory, items: Sequence[Instance]) -> list[Mark]:
    """Footprints by colour of their type, then names where there is room, the most seen first."""
    types = list(dict.fromkeys(item.type_id for item in memory.register.instances.values()))
    marks: list[Mark] = []
    for item in sorted(items, key=lambda item: -item.extent.footprint.area_m2):
        colour = _COLOURS[types.index(item.type_id) % len(_COLOURS)]
        marks += _outline(frame.line(item.extent.footprint.vertices), colour)
    taken = TakenRoom()
    for item in sorted(items, key=lambda item: (-item.observations, -item.extent.footprint.area_m2)):
        marks += _plate(frame, item, taken)
    return marks


def _outline(places: tuple[Point, ...], colour: str) -> list[Mark]:
    """One footprint: filled thinly, with a dark edge under a bright one; a point is a dot."""
    if len(places) == 1:
        return [Dot(places[0], 4.0, colour, INK)]
    ring = (*places, places[0])
    return [Area(places, colour, 0.28), Stroke(ring, INK, 6.0), Stroke(ring, colour, 3.0)]


def _plate(frame: MapFrame, item: Instance, taken: TakenRoom) -> list[Mark]:
    """O12 and what it was first called, on a dark plate, if no other plate is in the way."""
    first = item.sightings[0]
    label = (
        first.category if first.appearance is None else f"{first.appearance.split(',')[0]} {first.category}"
    )
    text = f"{item.id} {label}" + (f" x{item.observations}" if item.observations > 1 else "")
    x, y = frame.at(item.center)
    width = text_width(text, _NAME_PX)
    left = min(max(x - width / 2, 6.0), SIZE_PX - width - 6.0)
    for shift in (0, -24, 24, -48, 48):
        box = (left - 5.0, y + shift - 12.0, width + 10.0, 24.0)
        if taken.is_free(box):
            taken.take(box)
            words = Words((left, y + shift + 0.36 * _NAME_PX), text, _NAME_PX, PAPER)
            return [Area(rectangle(box), INK, 0.84), words]
    return []
