"""Ways: the most direct one that is free, and none that failed."""

from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.moves.ways import TargetPoint, choose_way, free_along
from airanchor.embedded.rules.space.openings import FreeDirection

CONFIG = RulebookConfig()


def test_a_free_way_leads_straight_there() -> None:
    way = choose_way(TargetPoint(8.0, 34.0), [FreeDirection(7.0, 0.0, 60.0)], CONFIG)
    assert way is not None
    assert way.distance_m == 34.0
    assert way.bearing_deg in (7.0, 8.0)


def test_flights_end_before_what_is_in_the_way() -> None:
    way = choose_way(TargetPoint(0.0, 50.0), [FreeDirection(0.0, 0.0, 30.0)], CONFIG)
    assert way is not None
    assert way.distance_m == 30.0 - CONFIG.margin_m


def test_a_gap_beside_an_obstacle_is_taken() -> None:
    way = choose_way(
        TargetPoint(0.0, 80.0), [FreeDirection(0.0, 0.0, 9.0), FreeDirection(30.0, 0.0, 70.0)], CONFIG
    )
    assert way is not None
    assert way.bearing_deg == 30.0


def test_what_failed_is_not_tried_again() -> None:
    way = choose_way(TargetPoint(0.0, 40.0), [], CONFIG, guesses_deg=(25.0,), avoid_deg=0.0)
    assert way is not None
    assert way.bearing_deg == 25.0
    assert choose_way(TargetPoint(0.0, 40.0), [], CONFIG, avoid_deg=0.0) is None


def test_a_look_down_says_nothing_of_level_flight() -> None:
    assert free_along(0.0, [FreeDirection(0.0, -40.0, 12.0)], CONFIG) is None
