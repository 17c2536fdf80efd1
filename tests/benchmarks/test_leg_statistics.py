"""The figures of the training legs are measured as they are named."""

import json

import pytest

from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.ears import Clause, Manoeuvre, read_clauses
from aircity.geometry import Pose
from benchmarks.fit.leg_statistics import place_of, renewed, summary, telling_of, turned_deg


def _turn(text: str) -> Clause:
    return read_clauses(text)[0]


def test_a_leg_past_its_landmark_ends_beyond_it_with_it_on_the_side_told() -> None:
    leg = Leg(0, 1, "pass", 7, side="left", length_m=80)
    place = place_of(leg, Pose.at(10, 10, 20, 90), Pose.at(10, 90, 20, 90), (20.0, 60.0))
    assert (place.length_m, place.distance_m) == (80.0, pytest.approx(50.99, abs=0.01))
    assert place.aside_deg == pytest.approx(11.31, abs=0.01)
    assert place.beyond_m == pytest.approx(30.0)


def test_a_landmark_on_the_wrong_side_counts_negative_and_without_a_side_unsigned() -> None:
    begin, end, centre = Pose.at(0, 0, 20, 0), Pose.at(40, 0, 20, 0), (50.0, -50.0)
    assert place_of(Leg(0, 1, "pass", 7, side="right"), begin, end, centre).aside_deg == pytest.approx(-45.0)
    assert place_of(Leg(0, 1, "toward", 7), begin, end, centre).aside_deg == pytest.approx(45.0)
    assert place_of(Leg(0, 1, "toward", 7), begin, end, centre).beyond_m == pytest.approx(-10.0)


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("Turn left 60 degrees.", "stated"),
        ("Turn slightly right.", "slight"),
        ("Turn sharply left.", "sharp"),
        ("Turn right.", "vague"),
        ("Turn around.", "around"),
        ("Turn left until you face the church.", "facing"),
        ("Face the church.", "face"),
    ],
)
def test_turns_are_told_in_seven_ways(text: str, telling: str) -> None:
    assert telling_of(_turn(text)) == telling


def test_a_turn_counts_to_the_side_told() -> None:
    assert turned_deg(_turn("Turn left."), -75.0) == 75.0
    assert turned_deg(_turn("Turn left."), 15.0) == -15.0
    assert turned_deg(_turn("Turn left 60 degrees."), -75.0) == 15.0
    assert turned_deg(_turn("Turn around."), -165.0) == 195.0
    assert turned_deg(Clause(Manoeuvre.FACE), -45.0) == 45.0
    assert turned_deg(None, -15.0) == -15.0


def test_a_summary_has_mean_spread_and_median() -> None:
    figures = summary([0.0, 10.0, 20.0])
    assert (figures["n"], figures["mean"], figures["spread"]) == (3, 10.0, 8.2)
    assert figures["percentiles"][4] == 10.0


def test_writing_renews_what_was_measured_and_keeps_the_settings() -> None:
    kept = {"values": {"legs": {"to_m": 55.0}}, "chosen": "by hand"}
    text = renewed(
        json.dumps({**kept, "measured": {"n": 1}}), {"turns": summary([1.0, 2.0])}, " --episodes 9"
    )
    stored = json.loads(text)
    assert {name: stored[name] for name in kept} == kept
    assert stored["measured"]["turns"]["n"] == 2
    assert stored["measured_by"] == "python -m benchmarks.fit.leg_statistics --episodes 9 --write"
    assert len(text.splitlines()) < 25  # a row of percentiles is one line
