"""The map of a figure: north up, path, memory, landmarks and the drone, in a box of a sheet."""

import math
from collections.abc import Sequence
from dataclasses import replace

from airanchor.drawing import (
    FAINT,
    INK,
    PAPER,
    SOFT,
    Area,
    Box,
    CityGround,
    Clip,
    Dot,
    MapFrame,
    Mark,
    Place,
    Point,
    Sheet,
    Stroke,
    Words,
    draw_ground,
    ground_legend,
    north_arrow,
    rectangle,
    scale_bar,
    shortened,
    text_width,
)
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.skill_kinds import skill_kind
from airanchor.viewer.story import FlightStory
from aircity.geometry import Pose

KIND_COLORS = {
    "pixel": "#1f64c8",
    "altitude": "#0b7d70",
    "rotation": "#a66300",
    "backtrack": "#8440bd",
    "program": "#8440bd",
    "stop": INK,
    "other": SOFT,
}
MEMORY, PRIOR, TRUTH, GROUND = "#6c8a6a", "#b0306f", "#1d7a3e", "#f1f3f2"


def places_of(story: FlightStory) -> list[Place]:
    """All that a map of the whole flight should show."""
    places: list[Place] = [(leg.pose.x_m, leg.pose.y_m) for leg in story.path]
    if story.evaluation is not None:
        places += [story.evaluation.goal, *story.evaluation.reference]
    return places or [(0.0, 0.0)]


def draw_map(
    story: FlightStory,
    frame: MapFrame,
    until: int,
    extra: Sequence[Mark] = (),
    ground: CityGround | None = None,
) -> list[Mark]:
    """The map as it was after so many moments, over the city's ground, with more marks on top of it."""
    corners = rectangle(frame.box)
    under = [] if ground is None else draw_ground(ground, frame)
    inside = [*under, *_memory(story, frame, until), *draw_truth(story, frame), *_path(story, frame), *extra]
    return [
        Area(corners, GROUND),
        Clip(frame.box, (*inside, *scale_bar(frame), *north_arrow(frame))),
        Stroke((*corners, corners[0]), FAINT, 0.6),
    ]


def draw_drone(frame: MapFrame, pose: Pose, size: float = 6.0) -> list[Mark]:
    """The drone as an oriented triangle, with the cone it looks into."""
    x, y = frame.at((pose.x_m, pose.y_m))
    turn = pose.heading_rad

    def placed(right: float, ahead: float) -> Point:
        return (
            x + right * math.cos(turn) + ahead * math.sin(turn),
            y + right * math.sin(turn) - ahead * math.cos(turn),
        )

    reach = 5 * size
    rim = [math.radians(angle) for angle in range(-45, 46, 9)]
    cone = (placed(0, 0), *(placed(reach * math.sin(angle), reach * math.cos(angle)) for angle in rim))
    body = (
        placed(0, size),
        placed(size * 0.7, -size * 0.8),
        placed(0, -size * 0.35),
        placed(-size * 0.7, -size * 0.8),
    )
    return [Area(cone, KIND_COLORS["pixel"], 0.14), Area(body, INK, 1.0, PAPER)]


def draw_arrow(start: Point, end: Point, color: str) -> list[Mark]:
    """A dashed line with a head."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = [
        (end[0] - 7 * math.cos(angle + side), end[1] - 7 * math.sin(angle + side)) for side in (0.38, -0.38)
    ]
    return [Stroke((start, end), color, 1.3, (4.0, 2.2)), Area((end, *head), color)]


def number_mark(at: Point, text: str, color: str = INK) -> list[Mark]:
    """A numbered disc."""
    return [
        Dot(at, 5.2, color, PAPER),
        Words((at[0], at[1] + 2.4), text, 6.6, PAPER, "middle", is_bold=True),
    ]


def number_places(frame: MapFrame, moments: Sequence[ReplayStep]) -> list[Mark]:
    """Numbers from 1 beside the places of moments, each where it covers no other, led back by a line."""
    leaders: list[Mark] = []
    discs: list[Mark] = []
    taken: list[Point] = []
    for number, moment in enumerate(moments, start=1):
        if moment.pose is None:
            continue
        spot = frame.at((moment.pose.x_m, moment.pose.y_m))
        around = [
            (spot[0] + reach * dx, spot[1] + reach * dy) for reach in (9, 16, 24, 34) for dx, dy in _SIDES
        ]
        inside = [at for at in around if _is_inside(at, frame.box)] or around
        free = (at for at in inside if all(math.dist(at, other) >= 12 for other in taken))
        at = next(free, inside[0])
        taken.append(at)
        leaders += [Stroke((spot, at), SOFT, 0.7), Dot(spot, 1.4, INK)]
        discs += number_mark(at, str(number), skill_color(moment))
    return [*leaders, *discs]


_SIDES = (
    (0.7, -0.7),
    (-0.7, -0.7),
    (0.7, 0.7),
    (-0.7, 0.7),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
)


def _is_inside(at: Point, box: Box) -> bool:
    left, top, width, height = box
    return left + 6 <= at[0] <= left + width - 6 and top + 6 <= at[1] <= top + height - 6


def skill_color(moment: ReplayStep) -> str:
    """The colour of what was done."""
    return KIND_COLORS[skill_kind(moment.skill.skill)] if moment.skill else SOFT


def _memory(story: FlightStory, frame: MapFrame, until: int) -> list[Mark]:
    shapes = {}
    for moment in story.moments[: until + 1]:
        for row in moment.memory.rows if moment.memory else ():
            if row.instance_id and len(row.footprint) > 2:
                shapes[row.instance_id] = row.footprint
    return [Area(frame.line(shape), MEMORY, 0.3, MEMORY) for shape in shapes.values()]


def draw_truth(story: FlightStory, frame: MapFrame) -> list[Mark]:
    """The goal with 20 m around it and the reference path, where a benchmark added them."""
    if story.evaluation is None:
        return []
    goal = frame.at(story.evaluation.goal)
    reference = frame.line(story.evaluation.reference)
    return [
        Dot(goal, 20 * frame.points_per_m, TRUTH, None, 0.12),
        *([Stroke(reference, TRUTH, 1.2, (1.5, 3.0))] if len(reference) > 1 else []),
        Dot(goal, 3.6, PAPER, TRUTH),
        Dot(goal, 1.4, TRUTH),
    ]


def _path(story: FlightStory, frame: MapFrame) -> list[Mark]:
    line = frame.line((leg.pose.x_m, leg.pose.y_m) for leg in story.path)
    marks: list[Mark] = [Stroke(line, PAPER, 3.4), Stroke(line, INK, 1.3)] if len(line) > 1 else []
    for moment in story.moments:
        piece = line[moment.path_at : moment.path_until + 1]
        if len(piece) > 1:
            marks.append(Stroke(piece, skill_color(moment), 2.2))
    if line:
        x, y = line[-1]
        marks.append(Dot(line[0], 3.0, PAPER, INK))
        if story.is_stopped:
            square = ((x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3))
            marks.append(Area(square, INK, 1.0, PAPER))
    return marks


def draw_key(sheet: Sheet, story: FlightStory, ground: CityGround | None, at: Point, width: float) -> float:
    """What the signs and colours of the maps mean, in rows; returns how high they are."""
    left, top = at
    entries: list[tuple[list[Mark], str]] = [
        ([Dot((4, 3), 2.6, PAPER, INK)], "start"),
        ([Stroke(((0, 3), (9, 3)), INK, 1.3)], "path flown"),
    ]
    if story.is_stopped:
        entries.append(([Area(rectangle((2, 0.8, 4.6, 4.6)), INK)], "stopped"))
    if story.evaluation is not None:
        goal: list[Mark] = [Dot((4, 3), 3.6, TRUTH, None, 0.2), Dot((4, 3), 1.3, TRUTH)]
        entries.append((goal, "goal, 20 m around it"))
    if any(moment.memory and moment.memory.rows for moment in story.moments):
        entries.append(([Area(rectangle((1, 0.4, 7, 5)), MEMORY, 0.3, MEMORY)], "remembered"))
    x = left
    for marks, words in entries:
        sheet.add(*(_moved(mark, x, top) for mark in marks), Words((x + 11.5, top + 5), words, 5.8))
        x += 11.5 + text_width(words, 5.8) + 9
    if ground is None:
        return 9.0
    city, height = ground_legend((x, top), 5.8, width - (x - left))
    sheet.add(*city)
    if ground.attribution:
        sheet.add(Words((left, top + height + 5), shortened(ground.attribution, width, 5.4), 5.4, SOFT))
        height += 8
    return height


def _moved(mark: Mark, x: float, y: float) -> Mark:
    if isinstance(mark, Dot):
        return replace(mark, at=(mark.at[0] + x, mark.at[1] + y))
    assert isinstance(mark, Stroke | Area)
    return replace(mark, points=tuple((px + x, py + y) for px, py in mark.points))
