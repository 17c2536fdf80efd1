"""Outlines of what was measured: also of what has hardly any area."""

import pytest

from airanchor.bench.diagnosis.truth import outline_of
from airanchor.bench.lifelong.holdings import HeldInstance


@pytest.mark.parametrize(
    ("corners", "area"),
    [
        ([(0, 0), (4, 0), (4, 3)], 6.0),
        ([(0, 0), (4, 0), (4, 3), (0, 3)], 12.0),
        ([(0, 0), (4, 0)], 0.0),
        ([(2, 2)], 0.0),
        ([(0.1, 0.1), (10.1, 0.1), (20.3, 0.1), (5.7, 0.1)], 0.0),
    ],
)
def test_an_outline_always_has_a_middle(corners: list[tuple[float, float]], area: float) -> None:
    found = outline_of(corners)
    assert found.area == pytest.approx(area)
    assert not found.centroid.is_empty


class _Everywhere:
    """A true object that holds any middle."""

    def holds(self, footprint, middle) -> bool:
        return len(middle) == 2


def test_a_remembered_sliver_is_judged_by_its_middle() -> None:
    sliver = HeldInstance(("wall",), ((0.1, 0.1), (10.1, 0.1), (20.3, 0.1), (5.7, 0.1)))
    assert sliver.is_on(_Everywhere())
    assert not HeldInstance(("wall",), ()).is_on(_Everywhere())
