"""One flight for print: (a) key steps along its path, (b) the anchor graph and (c) the prior at a step.

For a method without anchors (b) is what it drew for a decision, if it drew anything.
"""

import math

from airanchor.drawing import PAPER, SOFT, Box, CityGround, Dot, MapFrame, Mark, Point, Sheet, Stroke, Words
from airanchor.errors import InputError
from airanchor.trace import AnchorRow, ImageStore
from airanchor.viewer.figures.map import (
    PRIOR,
    draw_arrow,
    draw_drone,
    draw_key,
    draw_map,
    number_mark,
    number_places,
    places_of,
    skill_color,
)
from airanchor.viewer.figures.places import draw_places
from airanchor.viewer.figures.steps import (
    best_drawn,
    best_graph,
    best_prior,
    draw_step,
    key_moments,
    photo_or_blank,
    picture_or_blank,
)
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.story import FlightStory
from aircity.geometry import relate

WIDTH, EDGE, GAP = 504.0, 6.0, 8.0
THUMB, CAPTION, IN_ROW, MOST = 78.0, 46.0, 4, 8
PANEL = 122.0
LONGEST_TITLE = 60
OBJECT, DIRECTION = "#c2410c", "#1864ab"


def draw_case(
    story: FlightStory,
    images: ImageStore,
    *,
    graph_step: int | None = None,
    prior_step: int | None = None,
    ground: CityGround | None = None,
) -> Sheet:
    """The sheet, over the city's ground; steps are executed actions, as in "step 10 of the flight"."""
    moments = key_moments(story, MOST)
    if not moments:
        raise InputError(f"the flight {story.name!r} holds no decision and no view: there is nothing to draw")
    graph, prior = best_graph(story, graph_step), best_prior(story, prior_step)
    sheet = Sheet(WIDTH, 0.0)
    top = sheet.paragraph((EDGE, EDGE), f"“{story.instruction or story.name}”", WIDTH - 2 * EDGE, lines=4)
    top = _key_steps(sheet, story, images, moments, top + 5, ground)
    half = (WIDTH - 2 * EDGE - 2 * GAP) / 2
    bottoms = [top]
    if graph is None and (drawn := best_drawn(story)) is not None:
        bottoms.append(_drawn_panel(sheet, images, drawn, (EDGE, top), WIDTH - 2 * EDGE))
    if graph is not None:
        wide = half if prior is not None else WIDTH - 2 * EDGE
        bottoms.append(_graph_panel(sheet, story, images, graph, (EDGE, top), wide))
    if prior is not None:
        bottoms.append(_prior_panel(sheet, story, prior, (EDGE + half + 2 * GAP, top), half, ground))
    bottom = max(bottoms) + EDGE
    sheet.height = bottom + draw_key(sheet, story, ground, (EDGE, bottom), WIDTH - 2 * EDGE)
    return sheet


def _key_steps(
    sheet: Sheet,
    story: FlightStory,
    images: ImageStore,
    moments: list[ReplayStep],
    top: float,
    ground: CityGround | None,
) -> float:
    _title(sheet, (EDGE, top), "a", "Key steps")
    top += 14
    rows = -(-len(moments) // IN_ROW)
    height = max(1.55 * THUMB, rows * (THUMB + CAPTION) - 6)
    left = WIDTH - EDGE - IN_ROW * THUMB - (IN_ROW - 1) * GAP
    frame = MapFrame.around(places_of(story), (EDGE, top, left - EDGE - 10, height))
    marks = [*draw_places(story, frame), *number_places(frame, moments)]
    sheet.add(*draw_map(story, frame, len(story.moments), marks, ground))
    for number, moment in enumerate(moments):
        row, column = divmod(number, IN_ROW)
        place = (left + column * (THUMB + GAP), top + row * (THUMB + CAPTION), THUMB)
        draw_step(sheet, moment, images, number=number + 1, box=place)
    return top + height + 10


def _graph_panel(
    sheet: Sheet, story: FlightStory, images: ImageStore, moment: ReplayStep, at: Point, width: float
) -> float:
    left, top = at
    _title(sheet, at, "b", f"Anchor graph at step {moment.path_at}")
    box = (left, top + 14, PANEL, PANEL)
    sheet.add(photo_or_blank(images, moment, box))
    rows = moment.anchors.rows if moment.anchors else ()
    sheet.add(*_edges(story, rows, box))
    text = left + PANEL + GAP
    y = top + 14
    for line in (moment.anchors.graph if moment.anchors else "").split("\n")[:6]:
        y = sheet.paragraph((text, y), line, width - PANEL - GAP, size=5.8, lines=5) + 2
    y = _decision(sheet, moment, (text, y + 2), width - PANEL - GAP)
    return max(y, top + 14 + PANEL)


def _drawn_panel(sheet: Sheet, images: ImageStore, moment: ReplayStep, at: Point, width: float) -> float:
    left, top = at
    picture = moment.drawn[-1]
    _title(sheet, at, "b", f"At step {moment.path_at}: {picture.title[:LONGEST_TITLE]}")
    sheet.add(picture_or_blank(images, picture.image, (left, top + 14, PANEL, PANEL)))
    y = _decision(sheet, moment, (left + PANEL + GAP, top + 14), width - PANEL - GAP)
    return max(y, top + 14 + PANEL)


def _edges(story: FlightStory, rows: tuple[AnchorRow, ...], box: Box) -> list[Mark]:
    """From the drone, below the middle of its view, one edge to each anchor."""
    left, top, width, height = box
    camera = story.scene.camera if story.scene else None
    root = (left + width / 2, top + height - 5)
    lines: list[Mark] = []
    discs: list[Mark] = []
    for row in rows:
        if row.pixel is None or camera is None:
            continue
        at = (
            left + (row.pixel[0] + 0.5) / camera.width_px * width,
            top + (row.pixel[1] + 0.5) / camera.height_px * height,
        )
        color = OBJECT if row.footprint else DIRECTION
        lines += [Stroke((root, at), PAPER, 2.2), Stroke((root, at), color, 1.1)]
        discs += number_mark(at, str(row.index), color)
    return [*lines, Dot(root, 3.6, "#1c2127", PAPER), *discs]


def _prior_panel(
    sheet: Sheet,
    story: FlightStory,
    moment: ReplayStep,
    at: Point,
    width: float,
    ground: CityGround | None,
) -> float:
    left, top = at
    _title(sheet, at, "c", f"Landmark prior at step {moment.path_at}")
    decision = moment.decision
    assert decision is not None and decision.priors
    pose, priors = decision.pose, decision.priors
    here = (pose.x_m, pose.y_m)
    spots = [here, *((prior.point[0], prior.point[1]) for prior in priors)]
    margin_m = 10.0 + 0.22 * max(relate(pose, prior.point).d_xy_m for prior in priors)
    room_m = [(x + a * margin_m, y + b * margin_m) for x, y in spots for a, b in ((-1, -1), (1, 1))]
    frame = MapFrame.around(room_m, (left, top + 14, PANEL, PANEL))
    marks: list[Mark] = draw_drone(frame, pose)
    for prior in priors:
        tip = frame.at(prior.point)
        marks += draw_arrow(frame.at(here), tip, PRIOR)
        start = frame.at(here)
        far = max(1.0, math.dist(start, tip))
        beyond = (tip[0] + 9 * (tip[0] - start[0]) / far, tip[1] + 9 * (tip[1] - start[1]) / far + 2.5)
        marks.append(Words(beyond, prior.landmark_id, 7.0, PRIOR, "middle", True, True))
    sheet.add(*draw_map(story, frame, moment.index, marks, ground))
    text, room = left + PANEL + GAP, width - PANEL - GAP
    y = top + 14
    for prior in priors[:3]:
        head = f"{prior.landmark_id} {prior.label} ({prior.instance_id})"
        y = sheet.paragraph((text, y), head, room, size=6.6, lines=2, color=PRIOR, is_bold=True)
        y = sheet.paragraph((text, y), prior.words, room, size=6.4, lines=5)
        sure = f"reliability {prior.reliability:.2f}"
        y = sheet.paragraph((text, y), sure, room, size=5.8, lines=1, color=SOFT) + 3
    y = _decision(sheet, moment, (text, y + 2), room)
    return max(y, top + 14 + PANEL)


def _decision(sheet: Sheet, moment: ReplayStep, at: Point, width: float) -> float:
    if moment.skill is None:
        return at[1]
    skill = moment.skill
    y = sheet.paragraph(at, skill.skill, width, size=6.6, lines=1, color=skill_color(moment), is_bold=True)
    y = sheet.paragraph((at[0], y), skill.reason, width, size=5.8, lines=4)
    return sheet.paragraph((at[0], y), moment.result, width, size=5.8, lines=2, color=SOFT)


def _title(sheet: Sheet, at: Point, letter: str, words: str) -> None:
    sheet.add(
        Words((at[0], at[1] + 8), f"({letter})", 8.0, is_bold=True), Words((at[0] + 15, at[1] + 8), words)
    )
