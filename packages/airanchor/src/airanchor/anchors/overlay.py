"""Numbers on the image: the same ones as in the text, legible on any background, on a copy.

A mark is a dot on its pixel under a numbered disc. Where the disc would leave the image, cover another disc
or hide a small object, it steps aside and a line leads back to the dot.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from airanchor.anchors.anchor import ObjectAnchor
from airanchor.anchors.disc import BLACK, DIRECTION_COLOR, OBJECT_COLOR, WHITE, numbered_disc
from airanchor.anchors.graph import AnchorGraph
from aircity.world import Observation

Picture = NDArray[np.uint8]  # (height, width, 3)
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """One number to draw."""

    index: int
    pixel: tuple[int, int]
    is_object: bool
    box_px: Box | None = None
    """left, top, right, bottom; right and bottom are one past the last pixel."""


def draw_anchors(rgb: Picture, graph: AnchorGraph) -> Picture:
    """The image the anchors were grounded in, with their numbers and the boxes of objects."""
    return draw_marks(rgb, marks_of(graph))


def draw_anchors_again(view: Observation, graph: AnchorGraph) -> Picture:
    """A later image with the same numbers, where their reference points now appear."""
    return draw_marks(view.rgb, marks_in(view, graph))


def marks_of(graph: AnchorGraph) -> tuple[Mark, ...]:
    """Where the anchors are in the image they were grounded in."""
    return tuple(
        Mark(anchor.index, anchor.marker_px, True, anchor.box_px)
        if isinstance(anchor, ObjectAnchor)
        else Mark(anchor.index, anchor.marker_px, False)
        for anchor in graph.anchors
    )


def marks_in(view: Observation, graph: AnchorGraph) -> tuple[Mark, ...]:
    """Where the anchors' reference points are in another view: those in front of it and inside the image."""
    marks = []
    for anchor in graph.anchors:
        pixel = view.camera.project(anchor.point_in_world, view.pose)
        if view.camera.sees(pixel):
            u, v = (math.floor(value + 0.5) for value in pixel.tolist())
            marks.append(Mark(anchor.index, (u, v), isinstance(anchor, ObjectAnchor)))
    return tuple(marks)


def draw_marks(rgb: Picture, marks: Sequence[Mark]) -> Picture:
    """A copy of the image with marks on it."""
    image = Image.fromarray(rgb)
    pen = ImageDraw.Draw(image)
    radius_px = max(8, round(min(image.size) * 0.024))
    centers = _place(marks, image.size, radius_px)
    for mark in marks:
        if mark.box_px is not None:
            _draw_box(pen, mark.box_px, _color(mark))
    for mark, center in zip(marks, centers, strict=True):
        _draw_leader(pen, mark, center)
    for mark, (u, v) in zip(marks, centers, strict=True):
        disc = numbered_disc(mark.index, _color(mark), radius_px)
        image.paste(disc, (u - disc.width // 2, v - disc.height // 2), disc)
    return np.array(image)


def _color(mark: Mark) -> tuple[int, int, int]:
    return OBJECT_COLOR if mark.is_object else DIRECTION_COLOR


def _place(marks: Sequence[Mark], size: tuple[int, int], radius_px: int) -> list[tuple[int, int]]:
    """A center for each disc: its own pixel if it can be, otherwise the first free place around."""
    placed: list[tuple[int, int]] = []
    for mark in marks:
        places = [_inside(place, size, radius_px) for place in _places(mark, radius_px)]
        free = (
            place
            for place in places
            if all(math.dist(place, other) >= 2 * radius_px for other in placed)
            and not _hides(mark, place, radius_px)
        )
        placed.append(next(free, places[0]))
    return placed


def _places(mark: Mark, radius_px: int) -> Iterator[tuple[int, int]]:
    """The mark's own pixel, then places beside it or its small box, then farther ones."""
    u, v = mark.pixel
    yield u, v
    for step in (1, 2, 3):
        across = down = round(2.2 * radius_px * step)
        if mark.box_px is not None and _is_small(mark.box_px, radius_px):
            left, top, right, bottom = mark.box_px
            across, down = across + (right - left) // 2, down + (bottom - top) // 2
        for side, level in ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)):
            yield u + side * across, v + level * down


def _inside(place: tuple[int, int], size: tuple[int, int], radius_px: int) -> tuple[int, int]:
    """The nearest place at which the whole disc is on the image, or its middle where none is."""
    return tuple(  # type: ignore[return-value]
        min(max(value, radius_px), length - 1 - radius_px) if length > 2 * radius_px else length // 2
        for value, length in zip(place, size, strict=True)
    )


def _hides(mark: Mark, place: tuple[int, int], radius_px: int) -> bool:
    """Whether a disc here would cover a small object of its own."""
    if mark.box_px is None or not _is_small(mark.box_px, radius_px):
        return False
    left, top, right, bottom = mark.box_px
    across = max(left - place[0], 0, place[0] - right)
    down = max(top - place[1], 0, place[1] - bottom)
    return math.hypot(across, down) < radius_px


def _is_small(box_px: Box, radius_px: int) -> bool:
    left, top, right, bottom = box_px
    return min(right - left, bottom - top) < 4 * radius_px


def _draw_box(pen: ImageDraw.ImageDraw, box_px: Box, color: tuple[int, int, int]) -> None:
    left, top, right, bottom = box_px
    if right <= left or bottom <= top:
        return
    for outside_px, ink in ((4, BLACK), (3, color), (2, color), (1, WHITE)):
        pen.rectangle(
            (left - outside_px, top - outside_px, right - 1 + outside_px, bottom - 1 + outside_px),
            outline=ink,
        )


def _draw_leader(pen: ImageDraw.ImageDraw, mark: Mark, center: tuple[int, int]) -> None:
    if center != mark.pixel:
        pen.line((*mark.pixel, *center), fill=BLACK, width=4)
        pen.line((*mark.pixel, *center), fill=WHITE, width=2)
    u, v = mark.pixel
    for radius_px, ink in ((4, BLACK), (3, WHITE), (1, _color(mark))):
        pen.ellipse((u - radius_px, v - radius_px, u + radius_px, v + radius_px), fill=ink)
