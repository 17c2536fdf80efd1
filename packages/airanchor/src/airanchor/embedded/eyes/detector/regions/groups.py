"""Grouping: segments joined into the things a person would point at, at several scales."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.regions.segments import Segments

SMALLEST_PX = 14
"""Lattice pixels; anything smaller says nothing about its shape."""

_SCALES = ((3.0, 7.0, 3.0), (7.0, 16.0, 6.0), (11.0, 26.0, 10.0))
"""Up to which difference pieces count as one colour: chroma and lightness standing, both on the ground."""
_ROOF_UP, _WALL_UP = 0.55, 0.4
_CRUMB_SHARE = 0.06

Group = tuple[int, ...]
"""Rows of segments, ascending."""


def group_segments(segments: Segments) -> tuple[Group, ...]:
    """Every proposal: whole bodies, walls with their roofs, and pieces of one colour."""
    groups = set(_by_label(segments.body_of, ~segments.is_ground))
    parts = [*_roof_pairs(segments), *_crumb_pairs(segments)]
    for scale in _SCALES:
        alike = _alike_pairs(segments, *scale)
        groups.update(_by_label(_joined(segments, alike), np.ones_like(segments.is_ground)))
        groups.update(_by_label(_joined(segments, [*alike, *parts]), np.ones_like(segments.is_ground)))
    large = (group for group in groups if segments.size_px[list(group)].sum() >= SMALLEST_PX)
    return tuple(sorted(large))


def _alike_pairs(
    segments: Segments, chroma_limit: float, lightness_limit: float, ground_limit: float
) -> list[tuple[int, int]]:
    """Touching or near segments of nearly one colour; a shaded side may be darker than a sunny one."""
    pairs = np.concatenate([segments.touching, segments.near])
    one, other = pairs[:, 0], pairs[:, 1]
    difference = np.abs(segments.lab[one] - segments.lab[other])
    chroma = np.hypot(difference[:, 1], difference[:, 2])
    whole = np.hypot(chroma, difference[:, 0])
    slopes = np.abs(segments.up[one] - segments.up[other]) < 0.45
    standing = (chroma < chroma_limit) & (difference[:, 0] < lightness_limit) & slopes
    chosen = np.where(segments.is_ground[one], whole < ground_limit, standing)
    return [(int(a), int(b)) for a, b in pairs[chosen]]


def _roof_pairs(segments: Segments) -> list[tuple[int, int]]:
    """Each roof with the wall below it that it shares the longest edge with."""
    best: dict[int, tuple[int, int]] = {}
    for (one, other), length in zip(segments.touching.tolist(), segments.boundary_px.tolist(), strict=True):
        for roof, wall in ((one, other), (other, one)):
            is_pair = (
                segments.up[roof] > _ROOF_UP
                and segments.up[wall] < _WALL_UP
                and segments.height_m[roof] > segments.height_m[wall]
            )
            if is_pair and length > best.get(roof, (0, 0))[0]:
                best[roof] = (length, wall)
    return [(roof, wall) for roof, (_, wall) in best.items()]


def _crumb_pairs(segments: Segments) -> list[tuple[int, int]]:
    """Each small piece (a clock face, a painted line) with the large neighbour it is mostly surrounded by."""
    best: dict[int, tuple[int, int]] = {}
    for (one, other), length in zip(segments.touching.tolist(), segments.boundary_px.tolist(), strict=True):
        for crumb, whole in ((one, other), (other, one)):
            is_crumb = segments.size_px[crumb] < _CRUMB_SHARE * segments.size_px[whole]
            if is_crumb and length > best.get(crumb, (0, 0))[0]:
                best[crumb] = (length, whole)
    return [(crumb, whole) for crumb, (_, whole) in best.items()]


def _joined(segments: Segments, pairs: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """A label per segment; segments of a chain of pairs share the smallest row among them."""
    parent = list(range(len(segments.size_px)))

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    for one, other in pairs:
        a, b = root(one), root(other)
        parent[max(a, b)] = min(a, b)
    return np.array([root(row) for row in range(len(parent))], np.int64)


def _by_label(labels: NDArray[np.integer], chosen: NDArray[np.bool_]) -> list[Group]:
    """The groups of rows with equal labels, among the chosen rows."""
    rows = np.flatnonzero(chosen)
    order = rows[np.argsort(labels[rows], kind="stable")]
    cuts = (np.flatnonzero(np.diff(labels[order])) + 1).tolist()
    sorted_rows = order.tolist()
    spans = zip([0, *cuts], [*cuts, len(sorted_rows)], strict=True)
    return [tuple(sorted_rows[start:stop]) for start, stop in spans if start < stop]
