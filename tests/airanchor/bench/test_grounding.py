"""Tests of the grounding harness: verdicts, figures, and the oracle as upper bound."""

import numpy as np
import pytest

from airanchor.bench.grounding.evaluation import CONDITIONS, measure_grounding
from airanchor.bench.grounding.phrases import ABSENT, choose_phrases
from airanchor.bench.grounding.table import GroundingAnswer, tabulate
from airanchor.bench.grounding.truth import ViewTruth
from airanchor.bench.grounding.views import survey_views
from airanchor.perception import Phrase
from airanchor.perception.oracle import OracleDetector
from aircity.city.cache import save_scene
from aircity.city.scene import SceneObject
from tests.airanchor.bench.small_town import small_town

OBJECTS = {
    1: SceneObject(1, "house", ("red",), (), 0, 8),
    2: SceneObject(2, "house", ("white",), (), 0, 8),
    3: SceneObject(3, "road", ("gray",), (), 0, 0.1),
}
IDS = np.repeat(np.array([[0, 1, 2, 3]], np.int32), 10, axis=0).repeat(10, axis=1)
HOUSE = Phrase("house")


@pytest.fixture(scope="module")
def town_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("town") / "town.npz"
    save_scene(path, small_town())
    return str(path)


def judge(phrase: Phrase, *columns: slice) -> tuple[float, bool, list[int]]:
    truth = ViewTruth(IDS, OBJECTS)
    mask = np.zeros(IDS.shape, bool)
    for column in columns:
        mask[:, column] = True
    verdicts = truth.judge(phrase, truth.overlap_of_masks([mask]))
    found = [one for one, is_found in zip(truth.ids, verdicts.found[0], strict=True) if is_found]
    return float(verdicts.iou[0]), bool(verdicts.is_right[0]), found


def test_a_mask_is_compared_with_the_best_single_object() -> None:
    assert judge(HOUSE, slice(10, 20)) == (1.0, True, [1])
    assert judge(HOUSE, slice(10, 15)) == (0.5, True, [1])
    assert judge(HOUSE, slice(10, 14)) == (0.4, False, [])


def test_a_mask_over_two_objects_finds_both() -> None:
    assert judge(HOUSE, slice(10, 30)) == (1.0, True, [1, 2])


def test_attributes_narrow_what_is_right() -> None:
    iou, is_right, found = judge(Phrase("house", ("red",)), slice(10, 30))
    assert (iou, is_right, found) == (0.5, True, [1])
    assert not judge(Phrase("house", ("red",)), slice(20, 30))[1]


def test_a_piece_of_a_surface_is_right_and_a_piece_of_a_house_is_not() -> None:
    assert judge(Phrase("road"), slice(30, 32))[1:] == (True, [])
    assert not judge(HOUSE, slice(10, 12))[1]
    assert not judge(Phrase("road"), slice(24, 33))[1]


def test_a_speck_of_a_surface_is_not_an_answer() -> None:
    truth = ViewTruth(IDS, OBJECTS)
    speck = np.zeros(IDS.shape, bool)
    speck[:5, 30] = True
    assert not truth.judge(Phrase("road"), truth.overlap_of_masks([speck])).is_right[0]


def test_the_sky_is_nobodys_answer() -> None:
    assert judge(HOUSE, slice(0, 10)) == (0.0, False, [])


def test_groups_of_segments_overlap_as_their_masks_do() -> None:
    truth = ViewTruth(IDS, OBJECTS)
    labels = np.arange(40, dtype=np.int32)[None].repeat(10, axis=0)
    groups = [(9, 10, 11), (30,)]
    masks = [np.isin(labels, np.array(group) + 1) for group in groups]
    np.testing.assert_array_equal(truth.overlap_of_groups(labels, groups), truth.overlap_of_masks(masks))


def test_the_figures_of_a_run_by_hand() -> None:
    sure, wrong, none = (
        GroundingAnswer("s", "house", False, True, (0.9, 0.4), (True, False), (0.8, 0.1), 4, 1),
        GroundingAnswer("s", "tree", False, False, (0.35,), (False,), (0.0,), 0, 0),
        GroundingAnswer("s", "house", False, True, (0.2,), (True,), (0.6,), 1, 0),
    )
    table = tabulate("by hand", 2, [sure, wrong, none], 0.3)
    row = table.rows["house"]
    assert (row.phrases, row.answered, row.top_right, row.top_iou) == (2, 0.5, 0.5, 0.8)
    assert (row.precision, row.recall) == (0.5, 0.2)
    assert (table.total.absent, table.total.false_alarms) == (1, 1.0)
    assert table.total.precision == pytest.approx(1 / 3, abs=1e-4)
    assert table.ece == pytest.approx((0.1 + 0.4 + 0.35 + 0.8) / 4, abs=1e-4)
    assert "by hand: 2 views" in table.to_text(1)


def test_views_and_phrases_are_the_same_for_the_same_seed(town_file: str) -> None:
    runs = [list(survey_views((town_file,), 2, 3, size_px=64)) for _ in range(2)]
    for one, other in zip(*runs, strict=True):
        np.testing.assert_array_equal(one.view.rgb, other.view.rgb)
        np.testing.assert_array_equal(one.ids, other.ids)
        phrases = [choose_phrases(true, np.random.default_rng(1)) for true in (one, other)]
        assert phrases[0] == phrases[1]


def test_absent_things_are_asked_for_too(town_file: str) -> None:
    (true,) = survey_views((town_file,), 1, 0, size_px=128)
    phrases = choose_phrases(true, np.random.default_rng(0))
    assert sum(not true.truth.answers(phrase) for phrase in phrases) >= ABSENT


def test_the_oracle_is_the_upper_bound(town_file: str) -> None:
    oracle = OracleDetector(small_town())
    tables = measure_grounding(lambda _: oracle, scenes=(town_file,), views_per_scene=3)
    oracle.close()
    assert [table.condition for table in tables] == list(CONDITIONS)
    for table in tables:
        assert table.total.precision == 1
        assert table.total.recall == 1
        assert table.total.false_alarms == 0


@pytest.mark.parametrize("name", list(CONDITIONS))
def test_a_condition_leaves_the_view_it_was_given(town_file: str, name: str) -> None:
    (true,) = survey_views((town_file,), 1, 0, size_px=64)
    before = true.view.rgb.copy(), true.view.depth_m.copy()
    changed = CONDITIONS[name](true.view, np.random.default_rng(0))
    np.testing.assert_array_equal(true.view.rgb, before[0])
    np.testing.assert_array_equal(true.view.depth_m, before[1])
    assert (changed is true.view) == (name == "as it is")


def test_noise_leaves_the_sky_the_sky(town_file: str) -> None:
    (true,) = survey_views((town_file,), 1, 0, size_px=64)
    noisy = CONDITIONS["sensor noise"](true.view, np.random.default_rng(0))
    sky = np.isinf(true.view.depth_m)
    assert sky.any()
    assert (np.isinf(noisy.depth_m[sky]) | (noisy.depth_m[sky] == 0)).all()
