"""How far a flight got: in order, by relation, and never by chance."""

from dataclasses import replace

import numpy as np
import pytest

from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.progress import measure
from airanchor.bench.diagnosis.relations import flown_at
from airanchor.bench.diagnosis.truth import TrueLeg, true_legs
from airanchor.bench.episodes.telling.facts import Leg
from aircity.geometry import Pose
from tests.airanchor.bench.diagnosis.field import CHURCH, episode


def _leg(truth, number: int, end: tuple[float, float], **facts) -> TrueLeg:
    first = true_legs(episode(), truth)[0]
    leg = Leg(first=0, last=1, landmark=CHURCH, **{"relation": "front", **facts})
    route = np.array([(0.0, 0.0, 20.0), (*end, 20.0)])
    return replace(first, number=number, leg=leg, route=route)


def _flown(*places: tuple[int, float, float]) -> DiagnosedFlight:
    """One decision per place, with its subtask; each flies straight there."""
    flown = DiagnosedFlight(poses=[Pose.at(0, 0, 20)])
    for number, (subtask, x_m, y_m) in enumerate(places, 1):
        before = flown.poses[-1]
        first = len(flown.poses) - 1
        for n in range(1, 11):
            x, y = before.x_m + (x_m - before.x_m) * n / 10, before.y_m + (y_m - before.y_m) * n / 10
            flown.poses.append(Pose.at(x, y, 20))
        flown.decisions.append(FlownDecision(number, subtask, before, first, last=first + 10))
    return flown


def test_legs_are_flown_in_order(truth):
    legs = [_leg(truth, n, (300.0 * n, 0.0)) for n in (1, 2, 3)]
    progress = measure(_flown((1, 300, 0), (2, 600, 0), (3, 700, 0)), legs, [1, 2, 3])
    assert progress.lost == 2 and progress.legs_flown == 2 and progress.reached[2] is None


def test_a_missed_leg_is_made_good_by_the_next(truth):
    legs = [_leg(truth, n, (300.0 * n, 0.0)) for n in (1, 2, 3)]
    progress = measure(_flown((1, 300, 60), (2, 600, 0), (3, 700, 0)), legs, [1, 2, 3])
    assert progress.reached[0] is None and progress.legs_flown == 2


def test_an_end_passed_by_before_its_subtask_or_long_after_does_not_count(truth):
    legs = [_leg(truth, n, (300.0 * n, 0.0)) for n in (1, 2, 3)]
    early = measure(_flown((1, 600, 0), (2, 600, 100), (3, 700, 100)), legs, [1, 2, 3])
    assert early.reached[0] is not None and early.legs_flown == 2  # the second begins where it ends
    late = measure(_flown((1, 300, 60), (2, 300, 120), (3, 300, 0)), legs, [1, 2, 3])
    assert late.reached == (None, None, None) and late.lost == 0


@pytest.mark.parametrize(("side", "is_flown"), [("right", True), ("left", False)])
def test_a_landmark_is_passed_on_its_side(truth, side, is_flown):
    leg = _leg(truth, 1, (1000.0, 1000.0), relation="pass", side=side)
    track = _flown((1, 130, -20)).track  # the church, 100 m north, stays to the east: right
    found = flown_at(track, leg, 0, since=0, is_last=False)
    assert (found is not None) is is_flown


def test_a_landmark_ahead_is_not_passed(truth):
    leg = _leg(truth, 1, (1000.0, 1000.0), relation="pass", side="right")
    assert flown_at(_flown((1, 90, -20)).track, leg, 0, since=0, is_last=False) is None


def test_a_landmark_is_flown_to_within_twenty_metres_of_its_outline(truth):
    leg = _leg(truth, 1, (1000.0, 1000.0), relation="toward")
    assert flown_at(_flown((1, 71, 0)).track, leg, 0, since=0, is_last=False) is None
    assert flown_at(_flown((1, 73, 0)).track, leg, 0, since=0, is_last=False) == 10


def test_over_means_over(truth):
    leg = _leg(truth, 1, (1000.0, 1000.0), relation="over")
    assert flown_at(_flown((1, 150, 0)).track, leg, 0, since=0, is_last=False) is not None
    assert flown_at(_flown((1, 150, 60)).track, leg, 0, since=0, is_last=False) is None
