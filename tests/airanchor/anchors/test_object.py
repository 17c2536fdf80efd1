"""Objects: choice of detection, far share, extent, degradation, picture."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from airanchor.anchors import (
    AnchorConfig,
    DirectionAnchor,
    GroundingOutcome,
    ObjectAnchor,
    ObjectRequest,
    Reason,
    RequestFate,
)
from airanchor.anchors.object import ground_object
from airanchor.errors import InputError
from airanchor.perception import Detection, Phrase
from aircity.geometry import Extent, Pose
from aircity.world import Observation
from tests.airanchor.anchors.views import (
    ColorEncoder,
    ToldDetector,
    detection_of,
    flat_view,
    mask_of,
    view_of,
)

TOWER = Phrase("tower", ("red",))


def ground(
    view: Observation, *found: Detection, phrase: Phrase = TOWER, config: AnchorConfig | None = None
) -> GroundingOutcome:
    return ground_object(
        ObjectRequest(2, phrase),
        view,
        detector=ToldDetector({phrase.label: found}),
        image_encoder=ColorEncoder(),
        config=config or AnchorConfig(),
    )


def grounded(view: Observation, *found: Detection, config: AnchorConfig | None = None) -> ObjectAnchor:
    anchor = ground(view, *found, config=config).anchor
    assert isinstance(anchor, ObjectAnchor)
    return anchor


def test_an_object_has_the_extent_of_its_surface() -> None:
    view, mask = flat_view(30.0, pose=Pose.at(5, 6, 40, 75)), mask_of(20, 25, 40, 50)
    anchor = grounded(view, detection_of(mask))
    rows, columns = np.nonzero(mask)
    points = view.camera.back_project(np.stack([columns, rows], axis=-1), np.full(len(rows), 30.0), view.pose)
    expected = Extent.of_points(points)
    assert anchor.extent.footprint.area_m2 == pytest.approx(expected.footprint.area_m2)
    assert anchor.point_in_world == pytest.approx(expected.center)
    assert (anchor.index, anchor.phrase, anchor.box_px) == (2, TOWER, (20, 25, 40, 50))


def test_no_array_of_points_is_kept() -> None:
    anchor = grounded(flat_view(30.0), detection_of(mask_of(0, 0, 64, 64)))
    sizes = [np.size(getattr(anchor, name)) for name in ("visual", "box_px", "marker_px")]
    assert max(sizes) <= 4
    assert len(anchor.extent.footprint.vertices) <= 2 * 64


def test_the_most_confident_detection_with_pixels_is_kept() -> None:
    view = flat_view(30.0)
    low, high = detection_of(mask_of(0, 0, 5, 5), 0.4), detection_of(mask_of(30, 30, 35, 35), 0.7)
    nothing = detection_of(np.zeros((64, 64)), 0.9)
    assert grounded(view, low, high, nothing).box_px == (30, 30, 35, 35)
    assert grounded(view, low, high, nothing).confidence == 0.7


def test_of_equals_the_first_is_kept() -> None:
    first, second = detection_of(mask_of(0, 0, 5, 5), 0.4), detection_of(mask_of(30, 30, 35, 35), 0.4)
    assert grounded(flat_view(30.0), first, second).box_px == (0, 0, 5, 5)


def test_nothing_detected_is_discarded_with_its_reason() -> None:
    outcome = ground(flat_view(30.0))
    assert (outcome.fate, outcome.reason) == (RequestFate.DISCARDED, Reason.NO_DETECTION)
    assert outcome.words == "told found no 'red tower' above 0.3"


def test_no_depth_is_discarded_with_its_reason() -> None:
    outcome = ground(flat_view(0.0), detection_of(mask_of(3, 3, 9, 9)))
    assert (outcome.fate, outcome.reason) == (RequestFate.DISCARDED, Reason.NO_DEPTH)


def half_far(far_rows: int) -> Observation:
    depth_m = np.full((64, 64), 30.0)
    depth_m[20 : 20 + far_rows] = 150.0
    return view_of(depth_m)


def test_exactly_half_far_stays_an_object_with_half_its_confidence() -> None:
    outcome = ground(half_far(5), detection_of(mask_of(20, 20, 30, 30), 0.8))
    assert outcome.fate is RequestFate.OBJECT
    assert outcome.support is not None
    assert (outcome.support.far_share, outcome.support.surface_px) == (0.5, 50)
    assert isinstance(outcome.anchor, ObjectAnchor)
    assert outcome.anchor.confidence == 0.4


def test_more_than_half_far_becomes_a_direction_without_a_name() -> None:
    outcome = ground(half_far(6), detection_of(mask_of(20, 20, 30, 30)))
    assert (outcome.fate, outcome.reason) == (RequestFate.DEGRADED, Reason.FAR)
    assert outcome.words == "60% of 'red tower' lies beyond 100 m"
    assert isinstance(outcome.anchor, DirectionAnchor)
    assert outcome.anchor.degraded
    assert (outcome.anchor.index, outcome.anchor.pixel) == (2, (25, 25))


def test_a_far_ring_without_depth_in_its_middle_is_discarded() -> None:
    depth_m = np.zeros((64, 64))
    ring = mask_of(20, 20, 41, 41) & ~mask_of(24, 24, 37, 37)
    depth_m[ring] = math.inf
    outcome = ground(view_of(depth_m), detection_of(ring))
    assert (outcome.fate, outcome.reason) == (RequestFate.DISCARDED, Reason.NO_DEPTH)
    assert "100% of 'red tower'" in outcome.words and "[30, 30]" in outcome.words


def test_nothing_within_range_is_discarded_where_no_share_degrades() -> None:
    config = AnchorConfig(far_threshold=1.0)
    outcome = ground(flat_view(150.0), detection_of(mask_of(20, 20, 30, 30)), config=config)
    assert (outcome.fate, outcome.reason) == (RequestFate.DISCARDED, Reason.NO_RELIABLE_DEPTH)


def test_the_marker_of_a_bent_object_is_on_it() -> None:
    mask = mask_of(10, 10, 50, 14) | mask_of(10, 10, 14, 50)
    u, v = grounded(flat_view(30.0), detection_of(mask)).marker_px
    assert mask[v, u]


def test_the_feature_is_that_of_the_raw_image_in_the_box() -> None:
    view, encoder = flat_view(30.0), ColorEncoder()
    before = view.rgb.copy()
    outcome = ground_object(
        ObjectRequest(1, TOWER),
        view,
        detector=ToldDetector({"red tower": [detection_of(mask_of(20, 25, 40, 50))]}),
        image_encoder=encoder,
        config=AnchorConfig(),
    )
    (picture,) = encoder.pictures
    assert (picture == before[25:50, 20:40]).all()
    picture[:] = 0
    assert (view.rgb == before).all()
    assert isinstance(outcome.anchor, ObjectAnchor)
    assert np.linalg.norm(outcome.anchor.visual) == pytest.approx(1.0)


@pytest.mark.parametrize("box", [(-9, -9, 200, 200), (70, 70, 90, 90), (30, 30, 30, 30), (40, 40, 20, 20)])
def test_any_box_gives_a_picture(box: tuple[int, int, int, int]) -> None:
    assert ground(flat_view(30.0), Detection(mask_of(20, 20, 30, 30), box, 0.5)).fate is RequestFate.OBJECT


def test_thresholds_reach_the_detector() -> None:
    detector = ToldDetector()
    config = AnchorConfig(box_threshold=0.4, text_threshold=0.1)
    ground_object(
        ObjectRequest(1, TOWER),
        flat_view(30.0),
        detector=detector,
        image_encoder=ColorEncoder(),
        config=config,
    )
    assert detector.asked == [("red tower", 0.4, 0.1)]


def test_the_category_alone_is_tried_only_when_allowed() -> None:
    detector = ToldDetector({"tower": [detection_of(mask_of(20, 20, 30, 30))]})

    def look(config: AnchorConfig) -> RequestFate:
        encoder = ColorEncoder()
        return ground_object(
            ObjectRequest(1, TOWER), flat_view(30.0), detector=detector, image_encoder=encoder, config=config
        ).fate

    assert look(AnchorConfig()) is RequestFate.DISCARDED
    assert look(AnchorConfig(retry_without_attributes=True)) is RequestFate.OBJECT
    assert [label for label, _, _ in detector.asked] == ["red tower", "red tower", "tower"]


def test_erosion_takes_off_the_background_that_bleeds_in() -> None:
    depth_m = np.full((64, 64), 90.0)
    depth_m[21:39, 21:39] = 20.0
    found = detection_of(mask_of(20, 20, 40, 40))
    bleeding = grounded(view_of(depth_m), found)
    clean = grounded(view_of(depth_m), found, config=AnchorConfig(mask_erosion_px=1))
    assert bleeding.extent.footprint.area_m2 > 20 * clean.extent.footprint.area_m2


@pytest.mark.parametrize("confidence", [math.nan, -0.1, 1.5])
def test_a_detector_with_impossible_confidence_is_named(confidence: float) -> None:
    with pytest.raises(InputError, match="detector told gave confidence"):
        ground(flat_view(30.0), detection_of(mask_of(1, 1, 5, 5), confidence))


def test_a_detector_with_a_mask_of_another_size_is_named() -> None:
    with pytest.raises(InputError, match=r"detector told gave a mask of bool \(32, 32\)"):
        ground(flat_view(30.0), detection_of(mask_of(1, 1, 5, 5, size_px=32)))


shapes = st.tuples(st.integers(1, 10), st.integers(1, 10))
readings = st.floats(width=32) | st.sampled_from([0.0, math.inf, math.nan, 99.0, 101.0])


@given(st.data())
def test_any_mask_on_any_depth_is_measured_degraded_or_discarded(data: st.DataObject) -> None:
    shape = data.draw(shapes)
    depth_m, mask = data.draw(arrays(np.float32, shape, elements=readings)), data.draw(arrays(bool, shape))
    view = view_of(depth_m)
    outcome = ground(view, detection_of(mask, 0.9))
    positive, far = int((mask & (depth_m > 0)).sum()), int((mask & (depth_m > 100)).sum())
    if not positive:
        assert outcome.fate is RequestFate.DISCARDED
    elif far / positive > 0.5:
        assert outcome.fate is RequestFate.DEGRADED or outcome.reason is Reason.NO_DEPTH
    else:
        assert isinstance(outcome.anchor, ObjectAnchor)
        assert outcome.anchor.confidence == pytest.approx(0.9 * (1 - far / positive))
        assert np.isfinite(outcome.anchor.point_in_world).all()
        u, v = outcome.anchor.marker_px
        assert mask[v, u]


def test_what_was_seen_stands_beside_what_was_asked() -> None:
    one = replace(detection_of(mask_of(20, 25, 40, 50)), seen=("cream", "plaster"))
    anchor = grounded(flat_view(30.0), one)
    assert (anchor.phrase, anchor.seen) == (TOWER, ("cream", "plaster"))


def test_a_detector_that_does_not_say_what_it_saw_leaves_that_open() -> None:
    plain, told = detection_of(mask_of(20, 25, 40, 50)), ("cream",)
    assert grounded(flat_view(30.0), plain).seen == ()
    rows = [ground(flat_view(30.0), one).row for one in (plain, replace(plain, seen=told))]
    assert rows[0] == rows[1]
