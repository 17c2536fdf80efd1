"""Ways through the free air of one altitude: A* over the relief, pulled tight into few straight parts."""

import heapq

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes.paths.relief import Relief

Place = tuple[float, float]
_CLEARANCE_M = 2.0
_STRAIGHT, _DIAGONAL = 10, 14
_MOVES = (
    (1, 0, _STRAIGHT),
    (0, 1, _STRAIGHT),
    (-1, 0, _STRAIGHT),
    (0, -1, _STRAIGHT),
    (1, 1, _DIAGONAL),
    (1, -1, _DIAGONAL),
    (-1, 1, _DIAGONAL),
    (-1, -1, _DIAGONAL),
)
_MOST_CELLS = 4000


def find_way(
    relief: Relief, start: Place, end: Place, z_m: float, *, off_way: NDArray[np.bool_] | None = None
) -> list[Place] | None:
    """The corners of a free way from start to end at altitude z, end included; None if there is none.

    With `off_way` (a grid), cells that are off the way to follow cost four times as much.
    """
    if off_way is None and relief.is_clear(start, end, z_m):
        return [end]
    blocked = relief.near_top_m > z_m - _CLEARANCE_M
    cells = _search(blocked, relief.cell(*start), relief.cell(*end), off_way)
    if cells is None:
        return None
    places = [relief.center(*cell) for cell in cells[1:-1]]
    return _pull_tight(relief, start, [*places, end], z_m, reach=24 if off_way is None else 8)


def _search(
    blocked: NDArray[np.bool_],
    start: tuple[int, int],
    end: tuple[int, int],
    off_way: NDArray[np.bool_] | None,
) -> list[tuple[int, int]] | None:
    """Cells from start to end by A* with whole-number costs, the same on every machine."""
    if blocked[start] or blocked[end]:
        return None
    best = {start: 0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap = [(_guess(start, end), 0, start)]
    closed: set[tuple[int, int]] = set()
    while heap and len(closed) < _MOST_CELLS:
        _, cost, here = heapq.heappop(heap)
        if here == end:
            return _trace(came, here)
        if here in closed:
            continue
        closed.add(here)
        for di, dj, price in _MOVES:
            there = (here[0] + di, here[1] + dj)
            if not (0 <= there[0] < blocked.shape[0] and 0 <= there[1] < blocked.shape[1]) or blocked[there]:
                continue
            total = cost + price * (4 if off_way is not None and off_way[there] else 1)
            if total < best.get(there, 1 << 40):
                best[there] = total
                came[there] = here
                heapq.heappush(heap, (total + _guess(there, end), total, there))
    return None


def _guess(here: tuple[int, int], end: tuple[int, int]) -> int:
    a, b = abs(here[0] - end[0]), abs(here[1] - end[1])
    return _STRAIGHT * max(a, b) + (_DIAGONAL - _STRAIGHT) * min(a, b)


def _trace(came: dict[tuple[int, int], tuple[int, int]], here: tuple[int, int]) -> list[tuple[int, int]]:
    cells = [here]
    while here in came:
        here = came[here]
        cells.append(here)
    return cells[::-1]


def _pull_tight(relief: Relief, start: Place, places: list[Place], z_m: float, *, reach: int) -> list[Place]:
    """Skip corners that a straight flight does not need, at most `reach` cells at once."""
    corners: list[Place] = []
    here, index = start, 0
    while index < len(places):
        last = min(index + reach, len(places) - 1)
        while last > index and not relief.is_clear(here, places[last], z_m):
            last -= 1
        here = places[last]
        corners.append(here)
        index = last + 1
    return corners


def length_m(start: Place, corners: list[Place]) -> float:
    """How long a way is."""
    points = np.array([start, *corners])
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def off_grid(relief: Relief, is_on: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells that are not on a way, nor beside it."""
    padded = np.pad(is_on, 1)
    nx, ny = relief.top_m.shape
    near = np.max([padded[i : i + nx, j : j + ny] for i in range(3) for j in range(3)], axis=0)
    off: NDArray[np.bool_] = ~near.astype(bool)
    return off
