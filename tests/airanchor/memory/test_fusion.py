"""Fusion: the order in which the parts of a thing were seen does not change its shape."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.memory import ObservationTime, Sokb
from airanchor.memory.similarity import updated_confidence
from aircity.geometry import Extent
from tests.airanchor.memory.scenes import WordEncoder, anchor
from tests.aircity.geometry.regions import hausdorff_m

part = st.lists(st.tuples(*[st.integers(0, 12)] * 3), min_size=1, max_size=8).map(
    lambda corners: Extent.of_points(np.array(corners, dtype=float))
)


@given(st.lists(part, min_size=2, max_size=4))
@settings(max_examples=60)
def test_parts_seen_in_any_order_make_one_shape(parts: list[Extent]) -> None:
    shapes = []
    for order in itertools.islice(itertools.permutations(parts), 6):
        memory = Sokb(WordEncoder())
        first = order[0].merged(anchor(at=(0, 0), size_m=12).extent)
        for step, extent in enumerate([first, *order[1:]]):
            memory.observe(anchor(extent=extent), ObservationTime("e", step))
        assert len(memory.register) == 1
        shapes.append(memory.instance("O1").extent)
    for shape in shapes[1:]:
        assert hausdorff_m(shape.footprint, shapes[0].footprint) < 1e-9
        assert (shape.z_min_m, shape.z_max_m) == (shapes[0].z_min_m, shapes[0].z_max_m)


@given(part)
def test_seeing_the_same_again_leaves_the_shape(extent: Extent) -> None:
    assert extent.merged(extent) == extent


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-1, 1), st.floats(0, 1))
def test_confidence_stays_in_its_range(stored: float, observed: float, s_m: float, rate: float) -> None:
    assert 0 <= updated_confidence(stored, observed, s_m, rate) <= 1
