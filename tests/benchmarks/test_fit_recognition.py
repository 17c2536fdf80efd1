"""Views in other hues, which recognition learns names from."""

import numpy as np

from airanchor.bench.grounding.truth import ViewTruth
from airanchor.bench.grounding.views import TrueView
from aircity.geometry import Pose
from benchmarks.fit.recognition import turned
from tests.airanchor.perception.box_views import Box, cast


def test_a_view_in_other_hues_keeps_its_shape_and_its_grays() -> None:
    view = cast([Box(60, 0, 12, 12, 18, (190, 60, 50))], Pose.at(0, 0, 20))
    view.rgb[:2] = 120
    ids = np.zeros(view.depth_m.shape, np.int32)
    true = TrueView("a", 0, view, ids, ViewTruth(ids, {}), {})
    again = turned(true, np.random.default_rng(3))
    assert again.ids is true.ids and again.view.depth_m is view.depth_m
    assert (again.view.rgb[:2] == 120).all()
    is_red = (view.rgb == (190, 60, 50)).all(axis=-1)
    assert is_red.any() and (again.view.rgb[is_red].argmax(axis=-1) != 0).all()
