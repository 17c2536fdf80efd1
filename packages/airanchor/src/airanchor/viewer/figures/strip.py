"""Several flights for print, one row each: the instruction, key views, and the map."""

from collections.abc import Sequence

from airanchor.drawing import FAINT, SOFT, CityGround, MapFrame, Sheet, Stroke
from airanchor.errors import InputError
from airanchor.trace import ImageStore
from airanchor.viewer.figures.map import draw_key, draw_map, number_places, places_of
from airanchor.viewer.figures.places import draw_places
from airanchor.viewer.figures.steps import draw_step, key_moments
from airanchor.viewer.meanings import ending_of, miss_m
from airanchor.viewer.story import FlightStory

WIDTH, EDGE, GAP = 504.0, 6.0, 7.0
TEXT, THUMB, CAPTION, VIEWS = 104.0, 70.0, 46.0, 4


def draw_strip(
    flights: Sequence[tuple[FlightStory, ImageStore]], grounds: Sequence[CityGround | None] = ()
) -> Sheet:
    """The sheet, as many rows as flights, each over its city's ground where that is given."""
    if not flights:
        raise InputError("no flight to draw; name one or more trace folders")
    sheet = Sheet(WIDTH, EDGE)
    under = [*grounds, *([None] * (len(flights) - len(grounds)))]
    for (story, images), ground in zip(flights, under, strict=True):
        if sheet.height > EDGE:
            sheet.add(Stroke(((EDGE, sheet.height), (WIDTH - EDGE, sheet.height)), FAINT, 0.6))
            sheet.height += GAP
        sheet.height += _row(sheet, story, images, sheet.height, ground)
    known = next((ground for ground in under if ground is not None), None)
    sheet.height += draw_key(sheet, flights[0][0], known, (EDGE, sheet.height), WIDTH - 2 * EDGE)
    return sheet


def _row(
    sheet: Sheet, story: FlightStory, images: ImageStore, top: float, ground: CityGround | None
) -> float:
    size = THUMB + CAPTION
    text = f"“{story.instruction or story.name}”"
    y = sheet.paragraph((EDGE, top), text, TEXT, size=6.4, lines=10)
    sheet.paragraph((EDGE, y + 2), _facts(story), TEXT, size=5.8, lines=3, color=SOFT)
    left = EDGE + TEXT + GAP
    moments = key_moments(story, VIEWS)
    side = WIDTH - EDGE - left - VIEWS * (THUMB + GAP)
    frame = MapFrame.around(places_of(story), (WIDTH - EDGE - side, top, side, size - 6))
    for number, moment in enumerate(moments, start=1):
        draw_step(sheet, moment, images, number=number, box=(left, top, THUMB))
        left += THUMB + GAP
    marks = [*draw_places(story, frame), *number_places(frame, moments)]
    sheet.add(*draw_map(story, frame, len(story.moments), marks, ground))
    return size + GAP


def _facts(story: FlightStory) -> str:
    ending, error_m = ending_of(story), miss_m(story)
    flown = f"{len(story.path) - 1} steps" if story.path else ""
    off = f"{error_m:.1f} m from the goal" if error_m is not None else ""
    return ", ".join(part for part in (story.navigator, story.scene_id, ending, flown, off) if part)
