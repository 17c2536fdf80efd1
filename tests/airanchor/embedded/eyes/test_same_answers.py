"""The quick forms of choosing and placing answer what the plain ones do."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.apartness import INSIDE, MOST_DETECTIONS, OVERLAP, apart
from airanchor.embedded.eyes.detector.properties import Proposals
from airanchor.embedded.eyes.reader.places import deepest, enlarge, hold

SEEDS = st.integers(0, 2**32 - 1)


def proposals_of(groups: list[tuple[int, ...]], size_px: NDArray[np.int64]) -> Proposals:
    nothing = np.zeros((len(groups), 1), np.float32)
    return Proposals(
        np.zeros((1, 1), np.int32), tuple(groups), nothing, nothing, np.zeros((0, 4), np.int32), size_px
    )


def apart_plainly(groups: list[tuple[int, ...]], size_px: NDArray[np.int64], order: list[int]) -> list[int]:
    chosen: list[int] = []
    for index in order:
        rows = set(groups[index])
        area = int(size_px[list(rows)].sum())
        is_same = False
        for other in chosen:
            theirs = set(groups[other])
            their_area = int(size_px[list(theirs)].sum())
            common = int(size_px[list(rows & theirs)].sum()) if rows & theirs else 0
            union = area + their_area - common
            is_same |= common > 0 and (common / union > OVERLAP or common / min(area, their_area) > INSIDE)
        if area and not is_same:
            chosen.append(index)
        if len(chosen) == MOST_DETECTIONS:
            break
    return chosen


@given(SEEDS, st.integers(1, 90), st.integers(1, 120), st.integers(0, 60))
def test_proposals_are_told_apart_as_sets_are(seed: int, many: int, segments: int, most: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 40, segments).astype(np.int64)
    groups = [
        tuple(rng.choice(segments, rng.integers(1, segments + 1), replace=False).tolist())
        if rng.random() < 0.2
        else tuple(rng.choice(segments, min(segments, int(rng.integers(1, 4))), replace=False).tolist())
        for _ in range(many)
    ]
    order = rng.permutation(many)
    wanted = apart_plainly(groups, sizes, order.tolist())
    assert apart(proposals_of(groups, sizes), order) == wanted
    assert apart(proposals_of(groups, sizes), order, most) == wanted[:most]


def deepest_plainly(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Over the whole picture, without an extent."""
    rows, columns = mask.shape
    depth = np.zeros((rows, columns), np.int32)

    def at(i: int, j: int) -> int:
        return int(depth[i, j]) if 0 <= i < rows and 0 <= j < columns else 0

    for i in range(rows):
        for j in range(columns):
            if mask[i, j]:
                depth[i, j] = min(at(i - 1, j), at(i, j - 1), at(i - 1, j - 1), at(i - 1, j + 1)) + 1
    best, row, column = -1, 0, 0
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            if mask[i, j]:
                around = min(at(i + 1, j), at(i, j + 1), at(i + 1, j - 1), at(i + 1, j + 1)) + 1
                depth[i, j] = min(int(depth[i, j]), around)
                if depth[i, j] > best:
                    best, row, column = int(depth[i, j]), i, j
    return row, column


@given(SEEDS, st.integers(1, 30), st.integers(1, 30), st.floats(0.5, 3.0))
def test_a_region_is_placed_as_its_whole_mask_says(seed: int, rows: int, columns: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(1, 7, (-(-rows // 4), -(-columns // 4)))
    labels = np.kron(blocks, np.ones((4, 4)))[:rows, :columns].astype(np.int32)
    group = np.unique(rng.integers(0, 6, int(rng.integers(1, 5))))
    mask, extent = hold(labels, group, 6)
    wanted = np.isin(labels, group + 1)
    assert np.array_equal(mask, wanted)
    assert deepest(mask, extent) == deepest_plainly(wanted)

    height, width = max(int(rows * scale), 1), max(int(columns * scale), 1)
    large, in_row, in_column = enlarge(mask, extent, height, width)
    plain = wanted[np.arange(height)[:, None] * rows // height, np.arange(width) * columns // width]
    assert np.array_equal(large, plain)
    assert np.array_equal(in_row, plain.any(axis=1))
    assert np.array_equal(in_column, plain.any(axis=0))
