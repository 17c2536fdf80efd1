"""The kernels that sort and select pixels against numpy's own sorting."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.regions.measures import _ranked, by_label


@pytest.mark.parametrize("count", [1, 2, 3, 10, 501])
@pytest.mark.parametrize("levels", [1, 3, 1000])
def test_selection_is_what_sorting_would_give(count: int, levels: int) -> None:
    rng = np.random.default_rng([count, levels])
    values = rng.integers(levels, size=count).astype(np.float32)
    for rank in sorted({0, count // 50, count // 2, count - 1}):
        assert _ranked(values.copy(), rank) == np.sort(values)[rank]


def test_pixels_by_label_keep_their_order() -> None:
    labels = np.random.default_rng(3).integers(6, size=400).astype(np.int32)
    labels[labels == 4] = 0
    order, starts = by_label(labels, 5)
    np.testing.assert_array_equal(order, np.argsort(labels, kind="stable"))
    np.testing.assert_array_equal(starts, np.searchsorted(np.sort(labels), np.arange(1, 7)))
