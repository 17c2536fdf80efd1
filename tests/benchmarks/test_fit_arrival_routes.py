"""The fit of routes: legs are judged in their order, and shares are of flights the fit has not seen."""

from dataclasses import replace

import numpy as np

from airanchor.bench.episodes import Episode, load_split
from airanchor.embedded.rules.notes.leg_evidence import LegEvidence
from benchmarks.fit.arrival_routes import WEIGHED, calibration, fitted, left_out, route_chance, said
from benchmarks.fit.route_legs import FlownLeg, FlownRoute, _Closed, _judged

CLEAR = LegEvidence(best=0.95, measured=3, flown_m=50.0, usual_m=50.0)
DIM = replace(CLEAR, best=0.2, measured=1, missed=2)
LEAST = 0.3


def _episode() -> Episode:
    return next(one for one in load_split("train") if len(one.facts["legs"]) >= 3)


def _closed(*places: np.ndarray) -> list[_Closed]:
    return [_Closed(CLEAR, place) for place in places]


def _ends(episode: Episode) -> list[np.ndarray]:
    return [episode.known_path()[leg["last"]][:2] for leg in episode.facts["legs"]]


def test_legs_that_end_where_they_should_are_right() -> None:
    episode = _episode()
    found = list(_judged(_closed(*_ends(episode)), episode, is_success=True))
    assert all(leg.is_right and not leg.is_astray for leg in found)


def test_the_leg_after_a_wrong_one_is_astray() -> None:
    episode = _episode()
    astray = [end + 500.0 if number == 0 else end for number, end in enumerate(_ends(episode))]
    found = list(_judged(_closed(*astray), episode, is_success=False))
    assert (found[0].is_right, found[0].is_astray) == (False, False)
    assert (found[1].is_right, found[1].is_astray, found[2].is_astray) == (True, True, False)


def _route(number: int, evidence: LegEvidence, *, is_right: bool, legs: int = 1) -> FlownRoute:
    flown = tuple(FlownLeg(evidence, is_right, is_astray=False) for _ in range(legs))
    return FlownRoute(
        str(number), f"scene-{number % 4}", is_right, is_right, "completed", ("COMPLETED",), flown
    )


def _led_astray(number: int) -> FlownRoute:
    legs = FlownLeg(CLEAR, is_right=False, is_astray=False), FlownLeg(CLEAR, is_right=False, is_astray=True)
    return replace(_route(number, CLEAR, is_right=False), legs=legs)


ROUTES = [_route(number, CLEAR, is_right=number % 10 != 0) for number in range(40)] + [
    _route(number, DIM, is_right=number % 4 == 0) for number in range(40)
]


def test_more_legs_are_less_likely_all_right_and_dim_ones_less_than_clear_ones() -> None:
    found = fitted([*ROUTES, *map(_led_astray, range(4))])
    one, two = (route_chance(_route(0, CLEAR, is_right=True, legs=legs), found) for legs in (1, 2))
    assert two < one
    assert route_chance(_route(0, DIM, is_right=True), found) < one
    assert len(found.coefficients) == len(WEIGHED)


def test_only_likely_flights_with_every_landmark_recognised_say_completed() -> None:
    chances = left_out(ROUTES)
    assert len(said(ROUTES, chances, 0.6, LEAST)) == 40
    unread = [replace(one, statuses=("COMPLETED", "NOT_FOUND")) for one in ROUTES]
    assert said(unread, chances, 0.0, LEAST) == []
    assert sum(row["of"] for row in calibration(ROUTES, chances)) == len(ROUTES)
