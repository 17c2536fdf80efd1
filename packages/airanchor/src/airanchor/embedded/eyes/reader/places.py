# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Placing: where in the picture a region is, in which direction, and how far away it seems."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.angles import FARTHEST_M, bearing_deg, elevation_deg
from airanchor.embedded.eyes.reader.detections import PictureDetection
from airanchor.embedded.eyes.reader.regions.layout import SurfaceKind
from airanchor.embedded.eyes.reader.regions.regions import Regions
from aircity.machine.compilation import njit

_STANDS = 0.35
"""From this share of ground below it on, a region is seen where it meets the ground."""
_BASE_TRUST = 0.5
"""How much the row where a thing meets the ground counts beside the nearness of its surface."""


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """The regions of a picture of `size_px` (width, height)."""

    size_px: tuple[int, int]
    hfov_rad: float
    proposals: Proposals
    regions: Regions

    def sight(self, index: int, score: float, height_m: float) -> PictureDetection:
        """One region as a detection, its range for a camera `height_m` over the ground."""
        width_px, height_px = self.size_px
        group = np.array(self.proposals.groups[index], np.int64)
        small, extent = hold(self.proposals.labels, group, len(self.proposals.size_px))
        mask, rows, columns = enlarge(small, extent, height_px, width_px)
        v, u = np.flatnonzero(rows), np.flatnonzero(columns)
        box = (int(u[0]), int(v[0]), int(u[-1]) + 1, int(v[-1]) + 1)
        row, column = deepest(small, extent)
        pixel = self._scaled(column, row, small)
        middle = ((box[0] + box[2] - 1) / 2, (box[1] + box[3] - 1) / 2)
        base = self._base(index, mask, int(u[len(u) // 2]))
        top = (middle[0], float(box[1]))
        return PictureDetection(
            box_px=box,
            pixel=pixel,
            mask=mask,
            score=score,
            bearing_deg=bearing_deg(middle[0], width_px, self.hfov_rad),
            elevation_deg=elevation_deg(middle, self.size_px, self.hfov_rad),
            range_m=self._range_m(index, base is not None, height_m),
            base_px=base,
            touches_border=box[0] == 0 or box[1] == 0 or box[2] == width_px or box[3] == height_px,
            top_deg=elevation_deg(top, self.size_px, self.hfov_rad),
        )

    def _scaled(self, column: int, row: int, small: NDArray[np.bool_]) -> tuple[int, int]:
        """A pixel of the picture from one of the lattice; rounding up inverts the shrinking of masks."""
        return -(-column * self.size_px[0] // small.shape[1]), -(-row * self.size_px[1] // small.shape[0])

    def _base(self, index: int, mask: NDArray[np.bool_], u: int) -> tuple[int, int] | None:
        """The lowest pixel in the column in the middle, where ground follows below and no border cuts it."""
        is_ground = self.proposals.values[index, Property.GROUND] > 0
        stands = not is_ground and self.regions.cut[index, 3] == 0
        if not stands or self.regions.below[index, SurfaceKind.GRASS :].sum() < _STANDS:
            return None
        v = int(np.flatnonzero(mask[:, u])[-1])
        return (u, v) if v > (self.size_px[1] - 1) / 2 else None

    def _range_m(self, index: int, is_based: bool, height_m: float) -> float | None:
        log_nearness = float(np.log(self.regions.nearness[index]))
        drop = float(self.regions.box[index, 3])
        side = float(self.regions.box[index, 0] + self.regions.box[index, 2]) / 2
        if is_based and drop > 0.01:
            at_base = np.log(drop / np.sqrt(1 + side * side))
            log_nearness = (1 - _BASE_TRUST) * log_nearness + _BASE_TRUST * float(at_base)
        range_m = height_m / float(np.exp(log_nearness))
        return range_m if range_m < FARTHEST_M else None


@njit(cache=True, nogil=True)
def hold(labels, group, segments):
    """The mask of a group of segments 0 upwards, whose labels count from 1, and its extent.

    The extent is (left, top, right, bottom), the last two one past it.
    """
    is_held = np.zeros(segments + 1, np.bool_)
    for segment in group:
        is_held[segment + 1] = True
    rows, columns = labels.shape
    mask = np.empty((rows, columns), np.bool_)
    left, top, right, bottom = columns, rows, 0, 0
    for i in range(rows):
        line = mask[i]
        is_any = False
        for j in range(columns):
            line[j] = is_held[labels[i, j]]
            is_any |= line[j]
        if not is_any:
            continue
        top, bottom = min(top, i), i + 1
        first, last = 0, columns - 1
        while not line[first]:
            first += 1
        while not line[last]:
            last -= 1
        left, right = min(left, first), max(right, last + 1)
    return mask, (left, top, right, bottom)


@njit(cache=True, nogil=True)
def enlarge(small, extent, rows, columns):
    """The lattice's mask at the picture's own size, and which rows and which columns of it hold anything."""
    left, top, right, bottom = extent
    out = np.zeros((rows, columns), np.bool_)
    in_row, in_column = np.zeros(rows, np.bool_), np.zeros(columns, np.bool_)
    across = np.arange(columns) * small.shape[1] // columns
    first, last = np.searchsorted(across, left), np.searchsorted(across, right)
    before = -1
    for v in range(rows):
        at = v * small.shape[0] // rows
        if not top <= at < bottom:
            continue
        if at == before:
            out[v, first:last] = out[v - 1, first:last]
            in_row[v] = in_row[v - 1]
            continue
        before = at
        for u in range(first, last):
            is_in = small[at, across[u]]
            out[v, u] = is_in
            in_row[v] |= is_in
            in_column[u] |= is_in
    return out, in_row, in_column


@njit(cache=True, nogil=True)
def deepest(mask, extent):
    """The (row, column) farthest from the outline; borders of the picture count as outline."""
    rows, columns = mask.shape
    left, top, right, bottom = extent
    depth = np.zeros((rows, columns), np.int32)
    for i in range(top, bottom):
        for j in range(left, right):
            if mask[i, j]:
                up = depth[i - 1, j] if i > 0 else 0
                beside = depth[i, j - 1] if j > 0 else 0
                corner = min(depth[i - 1, j - 1], depth[i - 1, j + 1]) if i > 0 and 0 < j < columns - 1 else 0
                depth[i, j] = min(up, beside, corner) + 1
    best, row, column = -1, 0, 0
    for i in range(bottom - 1, top - 1, -1):
        for j in range(right - 1, left - 1, -1):
            if mask[i, j]:
                down = depth[i + 1, j] if i < rows - 1 else 0
                beside = depth[i, j + 1] if j < columns - 1 else 0
                corner = (
                    min(depth[i + 1, j - 1], depth[i + 1, j + 1])
                    if i < rows - 1 and 0 < j < columns - 1
                    else 0
                )
                depth[i, j] = min(depth[i, j], min(down, beside, corner) + 1)
                if depth[i, j] > best:
                    best, row, column = depth[i, j], i, j
    return row, column
