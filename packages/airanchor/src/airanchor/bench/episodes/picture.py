"""A map of an episode from above: footprints, the path coloured by altitude, and the landmarks it names."""

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.telling.facts import Leg
from aircity.city.scene import CityScene, SceneObject

_GROUND = (238, 236, 228)
_FILLS: Mapping[str, tuple[int, int, int]] = {
    **dict.fromkeys(("river", "canal", "lake", "sea", "pond", "swimming pool"), (166, 205, 227)),
    **dict.fromkeys(("park", "lawn", "garden", "sports field", "forest", "field"), (205, 226, 190)),
    **dict.fromkeys(("road", "intersection", "crosswalk", "roundabout", "parking lot"), (214, 212, 208)),
    **dict.fromkeys(
        ("plaza", "pavement", "courtyard", "path", "yard", "beach", "embankment", "construction site"),
        (230, 224, 208),
    ),
}
_UNDER = (
    "field",
    "embankment",
    "sea",
    "river",
    "canal",
    "lake",
    "beach",
    "construction site",
    "park",
    "lawn",
)
_TREE, _SOLID, _NAMED = (176, 205, 160), (176, 168, 160), (222, 120, 60)
_LOW, _HIGH = (40, 70, 200), (200, 30, 90)
_HIDDEN = ("hills", "street lamp", "car", "fire hydrant", "traffic light")
_MARGIN_M = 60.0


def draw_episode(episode: Episode, scene: CityScene, size_px: int = 1000) -> Image.Image:
    """The map; north is up."""
    path = episode.known_path()
    legs = [Leg.from_json(row) for row in episode.facts.get("legs", ())]
    named = {leg.landmark: str(number) for number, leg in enumerate(legs, start=1)}
    for number, leg in enumerate(legs, start=1):
        if leg.partner is not None:
            named[leg.partner] = str(number)
        named.update({met.object_id: "" for met in leg.met if met.object_id not in named})
    view = _View(path, [one for one in scene.objects if one.id in named], size_px)
    image = Image.new("RGB", (size_px, size_px), _GROUND)
    draw = ImageDraw.Draw(image)
    for one in sorted(scene.objects, key=_layer):
        if one.category not in _HIDDEN and view.shows(one):
            _draw_object(draw, one, view, one.id in named)
    _draw_path(draw, path, view)
    font = ImageFont.load_default(max(12, size_px // 60))
    for one in scene.objects:
        if one.id in named:
            x, y = np.asarray(one.footprint).mean(axis=0)
            draw.text(
                view.pixel(x, y),
                f"{named[one.id]} {one.category}".strip(),
                fill=(120, 40, 0),
                font=font,
                anchor="mm",
            )
    _draw_scale(draw, view, size_px, font)
    return image


class _View:
    """From metres to pixels."""

    def __init__(self, path: np.ndarray, things: Sequence[SceneObject], size_px: int) -> None:
        points = np.vstack([path[:, :2], *[np.asarray(one.footprint) for one in things if _width(one) < 150]])
        low, high = points.min(axis=0), points.max(axis=0)
        self.span_m = float((high - low).max()) + _MARGIN_M
        self._middle = (low + high) / 2
        self._scale = size_px / self.span_m
        self._size = size_px

    def pixel(self, x_m: float, y_m: float) -> tuple[float, float]:
        return (
            self._size / 2 + (y_m - self._middle[1]) * self._scale,
            self._size / 2 - (x_m - self._middle[0]) * self._scale,
        )

    def shows(self, one: SceneObject) -> bool:
        corners = np.asarray(one.footprint) - self._middle
        half = self.span_m / 2
        return bool((corners.min(axis=0) < half).all() and (corners.max(axis=0) > -half).all())


def _width(one: SceneObject) -> float:
    return float(np.ptp(np.asarray(one.footprint), axis=0).max())


def _layer(one: SceneObject) -> tuple[int, float, int]:
    if one.category in _UNDER:
        return _UNDER.index(one.category) - 10, 0.0, one.id
    return 0, one.z_max_m, one.id


def _draw_object(draw: ImageDraw.ImageDraw, one: SceneObject, view: _View, is_named: bool) -> None:
    corners = [view.pixel(x, y) for x, y in one.footprint]
    if len(corners) < 3:
        return
    fill = _FILLS.get(one.category, _TREE if one.category == "tree" else _SOLID)
    if one.category in _FILLS:
        draw.polygon(corners, fill=fill)
        if is_named:
            draw.line([*corners, corners[0]], fill=_NAMED, width=3)
        return
    shade = 1.0 if one.category == "tree" else max(0.55, 1.0 - one.z_max_m / 160.0)
    colour = _NAMED if is_named else tuple(int(value * shade) for value in fill)
    draw.polygon(corners, fill=colour, outline=(120, 116, 110))


def _draw_path(draw: ImageDraw.ImageDraw, path: np.ndarray, view: _View) -> None:
    low, high = path[:, 2].min(), max(path[:, 2].max(), path[:, 2].min() + 1.0)
    for before, after in itertools.pairwise(path):
        share = float((after[2] - low) / (high - low))
        colour = tuple(int(a + share * (b - a)) for a, b in zip(_LOW, _HIGH, strict=True))
        draw.line([view.pixel(*before[:2]), view.pixel(*after[:2])], fill=colour, width=4)
    for point, fill in ((path[0], (20, 140, 40)), (path[-1], (200, 0, 0))):
        x, y = view.pixel(*point[:2])
        draw.ellipse([x - 7, y - 7, x + 7, y + 7], fill=fill, outline=(255, 255, 255), width=2)


def _draw_scale(
    draw: ImageDraw.ImageDraw, view: _View, size_px: int, font: ImageFont.FreeTypeFont | ImageFont.ImageFont
) -> None:
    length = 50.0 * size_px / view.span_m
    y = size_px - 20
    draw.line([(20, y), (20 + length, y)], fill=(0, 0, 0), width=3)
    draw.text((24, y - 20), "50 m", fill=(0, 0, 0), font=font)
    draw.text((size_px - 24, 24), "N", fill=(0, 0, 0), font=font, anchor="mm")
    tip = math.floor(size_px * 0.012)
    draw.polygon(
        [(size_px - 24, 34), (size_px - 24 - tip, 34 + 2 * tip), (size_px - 24 + tip, 34 + 2 * tip)],
        fill=(0, 0, 0),
    )
