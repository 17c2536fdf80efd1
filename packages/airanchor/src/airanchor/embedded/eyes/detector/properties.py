"""Properties: what can be measured of a proposal, in metres and shares, whatever camera took the view."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import COLOUR_NAMES, name_colours
from airanchor.embedded.eyes.detector.regions.groups import Group
from airanchor.embedded.eyes.detector.regions.lattice import Lattice
from airanchor.embedded.eyes.detector.regions.measures import by_label, cut_lengths, measure_groups
from airanchor.embedded.eyes.detector.regions.segments import Segments
from airanchor.embedded.eyes.detector.regions.textures import edge_strength, mottle, roughness


class Property(IntEnum):
    """The columns of Proposals.values."""

    AREA_PX = 0
    DISTANCE_M = 1
    TOP_M = 2  # of the highest part, above ground
    LOW_M = 3  # of the lowest visible part, above ground
    LENGTH_M = 4  # the longer side, seen from above
    BREADTH_M = 5  # the shorter side that is visible
    SLENDERNESS = 6  # top / length
    ELONGATION = 7  # length / breadth
    WALL = 8  # share of steep surface
    LEVEL = 9  # share of level surface
    ROUGH = 10  # how much the slope varies from pixel to pixel
    FILL = 11  # share of the bounding box that is covered
    TAPER = 12  # width of the top third over that of the bottom third
    MOTTLE = 13  # how much lightness varies from pixel to pixel
    EDGES = 14  # share of sharp upright and level edges
    CHROMA = 15  # mean colourfulness
    CUT_TOP = 16  # share of the top row on the image's border
    CUT_SIDE = 17  # 1 where it touches the left or right border
    GROUND = 18  # 1 for a piece of ground
    AREA_M2 = 19  # of a piece of ground
    CONTACT = 20  # share of the lower outline that meets ground
    LIGHTNESS = 21
    ISOLATION = 22  # share of the outline that is no cut through a surface
    GREENERY = 23  # shares of groups of colours
    BLUENESS = 24
    GRAYNESS = 25
    PALENESS = 26
    WARMTH = 27
    PAINT_L = (
        28  # colour of its lit paint (CIELAB): the brighter half of the walls, without windows and shade
    )
    PAINT_A = 29
    PAINT_B = 30


_TINTS = {
    Property.GREENERY: ("green", "dark green"),
    Property.BLUENESS: ("blue", "light blue", "teal"),
    Property.GRAYNESS: ("black", "dark gray", "gray"),
    Property.PALENESS: ("gray", "light gray", "white", "beige"),
    Property.WARMTH: ("red", "orange", "brown", "yellow"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Proposals:
    """All regions of one view that could be things."""

    labels: NDArray[np.int32]  # (height, width) of the view, segment label, 0 for none
    groups: tuple[Group, ...]
    values: NDArray[np.float32]  # (n, properties)
    colours: NDArray[np.float32]  # (n, colour names), shares that sum to 1
    boxes: NDArray[np.int32]  # (n, 4) left, top, right, bottom in the view, with some room to spare
    size_px: NDArray[np.int64]  # (segments,) pixels in the view

    def mask(self, index: int) -> NDArray[np.bool_]:
        """The proposal's pixels in the view."""
        left, top, right, bottom = self.boxes[index].tolist()
        chosen = np.zeros(len(self.size_px) + 1, np.bool_)
        chosen[np.array(self.groups[index]) + 1] = True
        mask = np.zeros(self.labels.shape, np.bool_)
        mask[top:bottom, left:right] = chosen.take(self.labels[top:bottom, left:right])
        return mask

    def rows(self, chosen: NDArray[np.integer]) -> "Proposals":
        """Some of them, in the order given."""
        groups = tuple(self.groups[row] for row in chosen.tolist())
        return replace(
            self,
            groups=groups,
            values=self.values[chosen],
            colours=self.colours[chosen],
            boxes=self.boxes[chosen],
        )

    def column(self, which: Property) -> NDArray[np.float32]:
        """One property of every proposal."""
        return self.values[:, which]


def measure(
    lattice: Lattice, segments: Segments, groups: Sequence[Group], labels: NDArray[np.int32]
) -> Proposals:
    """The properties of each group; `labels` are the segments at the view's own resolution."""
    order, starts = by_label(segments.labels.ravel(), len(segments.size_px))
    rows = np.array([row for group in groups for row in group], np.int64)
    edges = np.cumsum([0, *(len(group) for group in groups)])
    names = name_colours(lattice.rgb)
    values, colours, boxes = measure_groups(
        order,
        starts,
        rows,
        edges,
        lattice.points,
        lattice.height_m,
        lattice.up,
        lattice.depth_m,
        lattice.level_m2,
        lattice.lab,
        names,
        np.stack([roughness(lattice.up, segments.bodies), mottle(lattice.lab, segments.bodies)], axis=-1),
        edge_strength(lattice.lab, segments.bodies),
        lattice.is_ground,
        (len(Property), len(COLOUR_NAMES)),
    )
    for tint, members in _TINTS.items():
        values[:, tint] = colours[:, [COLOUR_NAMES.index(name) for name in members]].sum(axis=1)
    values[:, Property.ISOLATION] = _isolation(segments, rows, edges)
    limits = (labels.shape[1], labels.shape[0]) * 2
    spare = np.array([-1, -1, 1, 1]) * 2
    return Proposals(
        labels=labels,
        groups=tuple(groups),
        values=values,
        colours=colours,
        boxes=np.clip((boxes + spare) * lattice.stride, 0, limits).astype(np.int32),
        size_px=np.bincount(labels.ravel(), minlength=len(segments.size_px) + 1)[1:],
    )


def _isolation(segments: Segments, rows: NDArray[np.int64], edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """One minus the share of each group's outline that runs through a surface; a body's is 1."""
    cut_px, size_px = cut_lengths(rows, edges, segments.touching, segments.boundary_px, segments.size_px)
    return np.asarray(1 - np.minimum(cut_px / (4.5 * np.sqrt(size_px)), 1))
