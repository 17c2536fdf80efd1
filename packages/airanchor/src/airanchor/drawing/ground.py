"""The ground under a map: what a city looks like from above, as areas by kind and names, north and east."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from airanchor.drawing.maps import MapFrame
from airanchor.drawing.sheet import INK, Area, Mark, Words, rectangle, text_width

GroundKind = Literal[
    "land", "field", "water", "green", "sand", "paved", "street", "low", "middle", "high", "tree", "landmark"
]
GROUND_KINDS: tuple[GroundKind, ...] = get_args(GroundKind)
GROUND_COLOURS: dict[GroundKind, str] = {
    "land": "#efede5",
    "field": "#e6ead2",
    "water": "#abd0e6",
    "green": "#cde3bd",
    "sand": "#ece2c6",
    "paved": "#e9e4d8",
    "street": "#fbfaf7",
    "low": "#d3c8bd",
    "middle": "#bfb4ab",
    "high": "#a79d97",
    "tree": "#b3d1a1",
    "landmark": "#e3ab7e",
}
"""For print, on white paper; a page has its own, for light and dark."""
GROUND_WORDS: tuple[tuple[tuple[GroundKind, ...], str], ...] = (
    (("street",), "street"),
    (("low", "middle", "high"), "houses, low to high"),
    (("landmark",), "landmark"),
    (("water",), "water"),
    (("green", "tree"), "green, trees"),
)
"""What a legend says, in its order."""
_EDGES: dict[GroundKind, str] = {
    **dict.fromkeys(("low", "middle", "high"), "#8d837c"),
    "landmark": "#a5602a",
    "street": "#d9d5cb",
}
GroundBox = tuple[float, float, float, float]
"""South, west, north, east, in metres."""
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class GroundArea:
    """One thing seen from above."""

    kind: GroundKind
    corners: Corners
    heights_m: tuple[float, float] = (0.0, 0.0)
    """Of its foot and its top."""


@dataclass(frozen=True, slots=True)
class GroundName:
    """What something is called, and where its name belongs; the larger the thing, the sooner it is named."""

    words: str
    at: tuple[float, float]
    size_m: float


@dataclass(frozen=True, slots=True, eq=False)
class CityGround:
    """A city from above: areas from the lowest to the highest, names, and who must be named with it."""

    scene: str
    box: GroundBox
    areas: tuple[GroundArea, ...]
    names: tuple[GroundName, ...] = ()
    attribution: str = ""

    def within(self, box: GroundBox) -> "CityGround":
        """What of it reaches into a box."""
        areas = tuple(area for area in self.areas if _meets(area.corners, box))
        names = tuple(name for name in self.names if _meets((name.at,), box))
        return CityGround(self.scene, box, areas, names, self.attribution)


def box_around(places: Iterable[Sequence[float]], margin_m: float) -> GroundBox:
    """The box that holds all places, and so much around them."""
    norths, easts = zip(*((float(place[0]), float(place[1])) for place in places), strict=True)
    return min(norths) - margin_m, min(easts) - margin_m, max(norths) + margin_m, max(easts) + margin_m


def frame_box(frame: MapFrame) -> GroundBox:
    """What of the world a map shows."""
    half_north, half_east = (side / 2 / frame.points_per_m for side in (frame.box[3], frame.box[2]))
    return (
        frame.north_m - half_north,
        frame.east_m - half_east,
        frame.north_m + half_north,
        frame.east_m + half_east,
    )


def draw_ground(ground: CityGround, frame: MapFrame) -> list[Mark]:
    """The ground in a map's frame; put it in a Clip, since things reach over its edge."""
    marks: list[Mark] = [Area(rectangle(frame.box), GROUND_COLOURS["land"])]
    for area in ground.within(frame_box(frame)).areas:
        if len(area.corners) > 2:
            edge = _EDGES.get(area.kind)
            marks.append(Area(frame.line(area.corners), GROUND_COLOURS[area.kind], 1.0, edge, 0.25))
    return marks


def ground_legend(at: tuple[float, float], size: float, width: float) -> tuple[list[Mark], float]:
    """Swatches with their words in rows of this width, and how much height they took."""
    left, top = at
    x, y = left, top
    marks: list[Mark] = []
    for kinds, words in GROUND_WORDS:
        wide = size * (len(kinds) * 0.9 + 0.5) + text_width(words, size) + size
        if x > left and x + wide > left + width:
            x, y = left, y + 1.5 * size
        for number, kind in enumerate(kinds):
            box = (x + number * 0.9 * size, y, 0.9 * size, 0.9 * size)
            marks.append(Area(rectangle(box), GROUND_COLOURS[kind], 1.0, "#b9b3a8", 0.3))
        marks.append(Words((x + size * (len(kinds) * 0.9 + 0.4), y + 0.8 * size), words, size, INK))
        x += wide
    return marks, y + 1.5 * size - top


def _meets(corners: Corners, box: GroundBox) -> bool:
    norths, easts = [corner[0] for corner in corners], [corner[1] for corner in corners]
    south, west, north, east = box
    return max(norths) >= south and min(norths) <= north and max(easts) >= west and min(easts) <= east
