"""Grounding as a whole: numbers that last, reasons for what is missing, and a view left as it was."""

import json
import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from airanchor.anchors import (
    AnchorRequest,
    DirectionRequest,
    Grounding,
    ObjectRequest,
    Reason,
    RequestFate,
    comparison_text,
    decision_text,
    draw_anchors,
    ground,
    read_sentences,
)
from airanchor.anchors.overlay import marks_of
from airanchor.errors import InputError
from airanchor.perception import Detection, Phrase
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.anchors.views import (
    ColorEncoder,
    ToldDetector,
    detection_of,
    flat_view,
    mask_of,
    view_of,
)

HUT, TOWER, SIGN = Phrase("hut"), Phrase("tower", ("red",)), Phrase("sign")


def look() -> tuple[Grounding, ToldDetector, Observation]:
    """A hut, a far tower, a sign nobody finds and two directions, one without depth."""
    depth_m = np.full((64, 64), 30.0)
    depth_m[:, 40:] = math.inf
    depth_m[:12, :12] = 0.0
    view = view_of(depth_m, pose=Pose.at(4, 5, 40, 30))
    detector = ToldDetector(
        {
            "hut": [detection_of(mask_of(15, 20, 30, 40), 0.7)],
            "red tower": [detection_of(mask_of(45, 5, 55, 30), 0.6)],
        }
    )
    requests: list[AnchorRequest] = [
        ObjectRequest(1, SIGN),
        ObjectRequest(2, HUT),
        DirectionRequest(3, (3, 3)),
        ObjectRequest(4, TOWER),
        DirectionRequest(5, (20, 50)),
    ]
    return ground(requests, view, detector, ColorEncoder()), detector, view


def test_numbers_stay_in_text_and_image_when_others_are_discarded() -> None:
    grounding, _, view = look()
    assert [anchor.index for anchor in grounding.graph.anchors] == [2, 4, 5]
    assert [reading.index for reading in read_sentences(decision_text(grounding.graph))] == [2, 4, 5]
    assert [mark.index for mark in marks_of(grounding.graph)] == [2, 4, 5]
    assert (grounding.overlay == draw_anchors(view.rgb, grounding.graph)).all()


def test_every_request_has_its_fate_and_reason() -> None:
    grounding, _, _ = look()
    assert [(outcome.fate, outcome.reason) for outcome in grounding.outcomes] == [
        (RequestFate.DISCARDED, Reason.NO_DETECTION),
        (RequestFate.OBJECT, None),
        (RequestFate.DISCARDED, Reason.NO_DEPTH),
        (RequestFate.DEGRADED, Reason.FAR),
        (RequestFate.DIRECTION, None),
    ]
    assert [outcome.request.index for outcome in grounding.degraded] == [4]
    assert [bool(outcome.words) for outcome in grounding.outcomes] == [True, False, True, True, False]


def test_only_objects_are_for_the_memory() -> None:
    grounding, _, _ = look()
    assert [anchor.phrase for anchor in grounding.objects] == [HUT]


def test_a_degraded_object_loses_its_name() -> None:
    grounding, _, _ = look()
    lines = decision_text(grounding.graph).split("\n")
    assert lines[1].startswith(
        "Anchor 4 [Direction]: Free travel distance along this direction exceeds 100 m."
    )
    assert "tower" not in lines[1] and "red" not in lines[1].replace("reference", "")


def test_rows_are_plain_and_alike() -> None:
    grounding, _, _ = look()
    assert [row["asked"] for row in grounding.rows] == [
        "sign",
        "hut",
        "pixel [3, 3]",
        "red tower",
        "pixel [20, 50]",
    ]
    assert len({tuple(row) for row in grounding.rows}) == 1
    assert json.loads(json.dumps(grounding.rows, allow_nan=False)) == [dict(row) for row in grounding.rows]
    hut, tower, way = grounding.rows[1], grounding.rows[3], grounding.rows[4]
    assert (hut["confidence"], hut["far_share"], hut["surface_px"]) == (0.7, 0.0, 300)
    assert hut["footprint_m2"] == grounding.objects[0].extent.footprint.area_m2
    assert (tower["far_share"], tower["reason"], tower["is_far"]) == (1.0, "far", True)
    assert (way["distance_m"], way["is_far"]) == (30.0, False)


def test_moving_on_asks_no_detector() -> None:
    grounding, detector, _ = look()
    asked = list(detector.asked)
    moved = grounding.graph.recentered(Pose.at(10, 5, 40, 90))
    assert [reading.index for reading in read_sentences(comparison_text(moved))] == [2, 4, 5]
    assert detector.asked == asked


def test_nothing_grounded_is_an_empty_graph_and_an_equal_image() -> None:
    view = flat_view(0.0)
    grounding = ground(
        [DirectionRequest(1, (3, 3)), ObjectRequest(2, HUT)], view, ToldDetector(), ColorEncoder()
    )
    assert decision_text(grounding.graph) == "No spatial anchor could be grounded."
    assert grounding.objects == ()
    assert (grounding.overlay == view.rgb).all()
    assert ground([], view, ToldDetector(), ColorEncoder()).outcomes == ()


def test_the_same_object_asked_twice_is_grounded_twice() -> None:
    detector = ToldDetector({"hut": [detection_of(mask_of(15, 20, 30, 40))]})
    requests = [ObjectRequest(1, HUT), ObjectRequest(2, HUT)]
    assert len(ground(requests, flat_view(30.0), detector, ColorEncoder()).objects) == 2


def test_a_pixel_off_the_image_is_an_error_not_a_guess() -> None:
    with pytest.raises(InputError, match=r"anchor 1's pixel \[64, 3\] lies outside the image of 64x64"):
        ground([DirectionRequest(1, (64, 3))], flat_view(30.0), ToldDetector(), ColorEncoder())


def test_a_view_that_does_not_fit_its_camera_is_an_error() -> None:
    view = flat_view(30.0, camera=Camera.from_fov(32, 32))
    with pytest.raises(InputError, match="does not fit its camera"):
        ground([], view, ToldDetector(), ColorEncoder())


readings = st.floats(width=32) | st.sampled_from([0.0, math.inf, math.nan, 99.0, 101.0])


@given(st.data())
def test_whatever_is_seen_the_view_stays_and_nothing_breaks(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 16)), data.draw(st.integers(1, 16))
    depth_m = data.draw(arrays(np.float32, (height, width), elements=readings, fill=readings))
    mask = data.draw(arrays(bool, (height, width)))
    view = view_of(depth_m, camera=Camera.from_fov(width, height, data.draw(st.floats(20, 130))))
    rgb, depth = view.rgb.tobytes(), view.depth_m.tobytes()
    pixel = data.draw(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)))
    grounding = ground(
        [ObjectRequest(1, HUT), DirectionRequest(2, pixel)],
        view,
        ToldDetector({"hut": [detection_of(mask)]}),
        ColorEncoder(),
    )
    assert (view.rgb.tobytes(), view.depth_m.tobytes()) == (rgb, depth)
    assert len(read_sentences(decision_text(grounding.graph))) == len(grounding.graph.anchors)
    json.dumps(grounding.rows, allow_nan=False)


class TogetherDetector(ToldDetector):
    """Told the same, and can be asked for several phrases at once."""

    def __init__(self, found: Mapping[str, Sequence[Detection]]) -> None:
        super().__init__(found)
        self.together: list[list[str]] = []

    def detect_all(
        self,
        phrases: Sequence[Phrase],
        view: Observation,
        *,
        box_threshold: float = 0.30,
        text_threshold: float = 0.25,
    ) -> tuple[tuple[Detection, ...], ...]:
        self.together.append([phrase.label for phrase in phrases])
        return tuple(tuple(self.found.get(phrase.label, ())) for phrase in phrases)


class CountingEncoder(ColorEncoder):
    """Remembers how many pictures each call brought."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        self.batches.append(len(images))
        return super().encode(images)


def test_phrases_are_asked_and_crops_encoded_together() -> None:
    found = {
        "hut": [detection_of(mask_of(15, 20, 30, 40), 0.7)],
        "red tower": [detection_of(mask_of(2, 2, 9, 30), 0.6)],
    }
    requests = [ObjectRequest(1, HUT), ObjectRequest(2, SIGN), ObjectRequest(3, TOWER)]
    one_by_one, together, encoder = ToldDetector(found), TogetherDetector(found), CountingEncoder()
    view = flat_view(30.0)
    expected = ground(requests, view, one_by_one, ColorEncoder())
    grounding = ground(requests, view, together, encoder)
    assert together.together == [["hut", "sign", "red tower"]] and not together.asked
    assert encoder.batches == [2] and len(one_by_one.asked) == 3
    assert grounding.rows == expected.rows
    for one, other in zip(grounding.objects, expected.objects, strict=True):
        assert (one.index, one.box_px, one.visual.tolist()) == (
            other.index,
            other.box_px,
            other.visual.tolist(),
        )


def test_a_single_phrase_is_asked_as_ever_and_no_crop_is_encoded_for_nothing() -> None:
    detector, encoder = TogetherDetector({}), CountingEncoder()
    ground([ObjectRequest(1, SIGN)], flat_view(30.0), detector, encoder)
    assert [label for label, *_ in detector.asked] == ["sign"]
    assert not detector.together and not encoder.batches
