"""The fit of the landmark odds finds what made its data, and candidates are judged by where they lie."""

import json

import numpy as np
import pytest

from airanchor.bench.episodes import load_split
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.roles.decomposition import decompose
from aircity.geometry import Pose
from benchmarks.fit.landmark_candidates import Candidate, lies_at, meant, rivals
from benchmarks.fit.landmark_odds import NAMES, calibration, data_file, features_of, fit, odds_of


def _track(bearing_deg: float, source: PlaceSource = PlaceSource.SEEN) -> LandmarkTrack:
    return LandmarkTrack("church", bearing_deg, 60.0, 0.0, source)


def test_the_fit_finds_the_coefficients_that_made_the_data() -> None:
    rng = np.random.default_rng(5)
    features = np.column_stack([np.ones(40_000), rng.normal(size=(40_000, 2))])
    true = np.array([-0.5, 1.0, -0.3])
    truth = (rng.random(40_000) < 1 / (1 + np.exp(-features @ true))).astype(float)
    found = fit(features, truth, [str(row) for row in range(40_000)])
    assert np.abs(found.coefficients - true).max() < 0.05
    assert np.all(np.abs(found.coefficients - true) < 4 * found.errors)
    assert all(
        abs(chance - right) < 0.03
        for chance, right, n in calibration(found.chances(features), truth)
        if n > 900
    )


def test_rows_of_one_flight_that_repeat_each_other_tell_no_more_than_one() -> None:
    rng = np.random.default_rng(6)
    features = np.column_stack([np.ones(2_000), rng.normal(size=2_000)])
    truth = (rng.random(2_000) < 0.4).astype(float)
    flights = [str(row) for row in range(2_000)]
    once = fit(features, truth, flights)
    often = fit(np.tile(features, (9, 1)), np.tile(truth, 9), flights * 9)
    assert often.errors == pytest.approx(once.errors, rel=0.01)


def test_features_stand_in_the_order_of_their_names() -> None:
    row = features_of([Candidate("e", True, 0.5, 4.0, 0.1, True)])
    assert row.shape == (1, len(NAMES))
    assert row[0] == pytest.approx([1.0, 1.0, 0.5, 0.5, 4.0, np.log(0.1)])


def test_sights_of_what_is_measured_lend_it_their_best_score_and_others_stand_alone() -> None:
    measured = _track(10.0, PlaceSource.MEASURED)
    sights = [(0.4, _track(5.0)), (0.7, _track(16.0)), (0.6, _track(-20.0))]
    assert list(rivals(measured, sights, 8.0)) == [(0.7, measured), sights[2]]
    assert list(rivals(None, sights, 8.0)) == sights
    assert list(rivals(measured, [], 8.0)) == [(0.0, measured)]


def test_a_candidate_is_the_landmark_by_bearing_and_by_a_measured_distance() -> None:
    pose, centre = Pose.at(0, 0, 30, 90), (0.0, 100.0)
    assert lies_at(7.0, None, pose=pose, centre=centre)
    assert not lies_at(9.0, None, pose=pose, centre=centre)
    assert lies_at(0.0, 70.0, pose=pose, centre=centre)
    assert not lies_at(0.0, 60.0, pose=pose, centre=centre)


def test_the_landmark_of_a_subtask_is_that_of_its_leg() -> None:
    episode = load_split("train")[0]
    texts = [one["text"] for one in decompose(episode.instruction)["subtasks"]]
    at, end, thing = episode.facts["mentions"][1]
    assert (
        meant(episode, texts[1], episode.instruction[at:end]) == thing == episode.facts["legs"][1]["landmark"]
    )
    assert meant(episode, texts[1], "zeppelin") is None
    assert meant(episode, "Fly somewhere else.", episode.instruction[at:end]) is None


def test_the_data_file_holds_the_lines_to_the_tenth_and_what_they_were_taken_from() -> None:
    figures = {"n": 9, "measured_line": [-0.14, 1.83], "seen_line": [-0.55, 0.79], "calibration": []}
    odds = odds_of(figures)
    assert (odds.measured_base, odds.measured_slope, odds.seen_base, odds.seen_slope) == (
        -0.1,
        1.8,
        -0.6,
        0.8,
    )
    stored = json.loads(data_file(figures, 5))
    assert stored["values"]["odds"]["seen_slope"] == 0.8
    assert stored["measured"]["n"] == 9
    assert stored["measured_by"] == "python -m benchmarks.fit.landmark_odds --episodes 5 --write"
