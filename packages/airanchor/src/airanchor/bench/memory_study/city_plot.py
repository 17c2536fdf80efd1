"""A memory over its city: footprints and names drawn on a view straight down, for people to look at."""

import math
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from airanchor.bench.memory_study.study import ROWS, TUNED, KnownTexts, StudySettings, fill, run_survey
from airanchor.bench.survey.scene_survey import texts_of
from airanchor.memory import Instance, Memory
from airanchor.perception.image import load_image_encoder
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Camera, Pose

SIZE_PX = 1400
FRAME_PX = 64
_HEIGHT_M = 420.0
"""Low enough for clear air."""
_TILES = 7
"""Per side; the narrower each tile, the less walls lean."""
_COLOURS = (
    (255, 214, 64), (88, 196, 255), (255, 122, 92), (140, 232, 120), (236, 140, 255), (255, 255, 255),
    (255, 170, 60), (110, 240, 220), (255, 150, 190), (190, 180, 255),
)  # fmt: skip
_INK, _PAPER = (24, 26, 30), (250, 250, 247)


class _View:
    """North-up picture of a square of ground, metres to pixels."""

    def __init__(self, center: tuple[float, float], span_m: float) -> None:
        self.center, self.span_m = center, span_m
        self.px_per_m = SIZE_PX / span_m

    def pixels(self, points_m: NDArray[np.float64]) -> list[tuple[float, float]]:
        """(u, v) of points (n, 2) given as north, east."""
        u = (points_m[:, 1] - self.center[1]) * self.px_per_m + SIZE_PX / 2
        v = SIZE_PX / 2 - (points_m[:, 0] - self.center[0]) * self.px_per_m
        return list(zip(u.tolist(), v.tolist(), strict=True))

    def holds(self, item: Instance) -> bool:
        """Whether an instance's centre is in the picture."""
        return bool(np.abs(item.center[:2] - self.center).max() < self.span_m / 2 * 0.98)


def draw_over_city(
    name: str, *, seed: int = 1, span_m: float = 240.0, center: tuple[float, float] | None = None
) -> Image.Image:
    """Survey a city, remember it with the tuned SOKB, and draw what is remembered over the city."""
    scene = open_scene(name)
    image_encoder = load_image_encoder()
    survey = run_survey(scene, StudySettings(seed=seed), image_encoder)
    text_encoder = KnownTexts(load_text_encoder(), texts_of([one.anchor.phrase for one in survey.seen]))
    row = next(row for row in ROWS if row.name == TUNED)
    memory = row.build(text_encoder, image_encoder)
    fill(memory, survey)
    items = list(memory.register.instances.values())
    view = _View(center or busiest(items, span_m), span_m)
    shown = [item for item in items if view.holds(item)]
    picture = Image.fromarray(look_down(scene, view.center, span_m)).resize((SIZE_PX, SIZE_PX))
    picture = Image.blend(picture, picture.convert("L").convert("RGB"), 0.25)
    draw_instances(picture, view, memory, shown)
    told = (
        f"{scene.name}: {len(shown)} of {len(items)} remembered things after {len(survey.poses)} views; "
        "x2: seen twice; colours: types"
    )
    return framed(picture, told, span_m, scene.attribution)


def busiest(items: Sequence[Instance], span_m: float) -> tuple[float, float]:
    """The middle of the square with most instances."""
    places = np.array([item.center[:2] for item in items])
    inside = (np.abs(places[:, None] - places[None]) < span_m / 2).all(axis=2).sum(axis=1)
    x_m, y_m = places[int(inside.argmax())]
    return float(x_m), float(y_m)


def look_down(scene: CityScene, center: tuple[float, float], span_m: float) -> NDArray[np.uint8]:
    """The ground around a place from high above, north up, put together from tiles."""
    renderer = Renderer(scene)
    tile_m, tile_px = span_m / _TILES, SIZE_PX // _TILES
    fov_deg = 2 * math.degrees(math.atan(tile_m / 2 / _HEIGHT_M))
    camera = Camera.from_fov(tile_px, tile_px, fov_deg).pitched(-math.pi / 2)
    offsets = [(number - (_TILES - 1) / 2) * tile_m for number in range(_TILES)]
    try:
        rows = []
        for north_m in reversed(offsets):
            poses = [Pose(center[0] + north_m, center[1] + east_m, _HEIGHT_M) for east_m in offsets]
            rows.append(np.concatenate([f.rgb for f in renderer.render_many(poses, camera)], axis=1))
        return np.concatenate(rows)
    finally:
        renderer.close()


def draw_instances(picture: Image.Image, view: _View, memory: Memory, items: Sequence[Instance]) -> None:
    """Footprints by colour of their type, then names where there is room, the most seen first."""
    draw = ImageDraw.Draw(picture, "RGBA")
    types = list(dict.fromkeys(item.type_id for item in memory.register.instances.values()))
    for item in sorted(items, key=lambda item: -item.extent.footprint.area_m2):
        colour = _COLOURS[types.index(item.type_id) % len(_COLOURS)]
        outline(draw, view.pixels(item.extent.footprint.vertices), colour)
    taken: list[tuple[float, float, float, float]] = []
    for item in sorted(items, key=lambda item: (-item.observations, -item.extent.footprint.area_m2)):
        name_instance(draw, view, item, taken)


def outline(
    draw: ImageDraw.ImageDraw, places: list[tuple[float, float]], colour: tuple[int, int, int]
) -> None:
    """One footprint: filled thinly, with a dark edge under a bright one; a point is a dot."""
    if len(places) == 1:
        (u, v) = places[0]
        draw.ellipse([u - 4, v - 4, u + 4, v + 4], fill=(*colour, 255), outline=(*_INK, 255))
        return
    if len(places) > 2:
        draw.polygon(places, fill=(*colour, 70))
    ring = [*places, places[0]]
    draw.line(ring, fill=(*_INK, 255), width=6, joint="curve")
    draw.line(ring, fill=(*colour, 255), width=3, joint="curve")


def name_instance(
    draw: ImageDraw.ImageDraw,
    view: _View,
    item: Instance,
    taken: list[tuple[float, float, float, float]],
) -> None:
    """O12 and what it was first called, on a dark plate, if no other plate is in the way."""
    font = ImageFont.load_default(size=18)
    first = item.sightings[0]
    label = (
        first.category if first.appearance is None else f"{first.appearance.split(',')[0]} {first.category}"
    )
    text = f"{item.id} {label}" + (f" x{item.observations}" if item.observations > 1 else "")
    u, v = view.pixels(item.center[None, :2])[0]
    width = font.getlength(text)
    for shift in (0, -24, 24, -48, 48):
        left = min(max(u - width / 2, 6), SIZE_PX - width - 6)
        box = (left - 5, v + shift - 12, left + width + 5, v + shift + 12)
        if all(box[2] < a or box[0] > c or box[3] < b or box[1] > d for a, b, c, d in taken):
            taken.append(box)
            draw.rounded_rectangle(box, 4, fill=(*_INK, 215))
            draw.text((left, v + shift), text, font=font, fill=(255, 255, 255, 255), anchor="lm")
            return


def framed(picture: Image.Image, told: str, span_m: float, attribution: str) -> Image.Image:
    """The picture above a line of words, a scale bar and an arrow to the north."""
    sheet = Image.new("RGB", (SIZE_PX, SIZE_PX + FRAME_PX), _PAPER)
    sheet.paste(picture, (0, 0))
    draw = ImageDraw.Draw(sheet)
    middle = SIZE_PX + FRAME_PX / 2
    text = f"{told}. {attribution}".strip()
    draw.text((20, middle), text, fill=_INK, font=ImageFont.load_default(size=24), anchor="lm")
    bar_px = 50.0 / span_m * SIZE_PX
    right = SIZE_PX - 70
    draw.line([(right - bar_px, middle + 12), (right, middle + 12)], fill=_INK, width=4)
    small = ImageFont.load_default(size=20)
    draw.text((right - bar_px / 2, middle - 2), "50 m", fill=_INK, font=small, anchor="ms")
    tip = SIZE_PX - 32
    draw.polygon([(tip, middle - 24), (tip - 10, middle), (tip + 10, middle)], fill=_INK)
    draw.text((tip, middle + 14), "N", fill=_INK, font=small, anchor="mm")
    return sheet


def save_small(picture: Image.Image, path: Path, most_bytes: int = 390_000) -> None:
    """Write a picture; a JPEG is made as fine as fits the size."""
    if path.suffix.lower() not in (".jpg", ".jpeg"):
        picture.save(path)
        return
    for quality in range(92, 30, -4):
        data = BytesIO()
        picture.save(data, "JPEG", quality=quality, optimize=True)
        if data.tell() <= most_bytes:
            break
    path.write_bytes(data.getvalue())
