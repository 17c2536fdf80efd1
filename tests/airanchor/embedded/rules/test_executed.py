"""Reports of skills: the forms the agent writes, and others that must not mislead."""

from airanchor.embedded.rules.space.executed import read_executed


def test_a_flight() -> None:
    done = read_executed(
        'Pixel Navigation {"pixel": [300, 256], "distance_m": 30.0}: '
        "flew 29.8 m in 7 steps, turned 15 degrees right, climbed 0.0 m."
    )
    assert (done.skill, done.pixel, done.asked_m) == ("Pixel Navigation", (300, 256), 30.0)
    assert (done.flown_m, done.turned_deg, done.climbed_m) == (29.8, 15.0, 0.0)
    assert not done.is_failed
    assert not done.is_blocked


def test_a_turn_to_the_left_is_negative() -> None:
    assert read_executed("View Rotation {}: turned 90 degrees left.").turned_deg == -90.0


def test_climbing_is_not_flying_along() -> None:
    done = read_executed('Altitude Adjustment {"delta_h_m": -12.0}: flew 12.0 m in 6 steps, sank 12.0 m.')
    assert (done.asked_climb_m, done.climbed_m, done.along_m) == (-12.0, -12.0, 0.0)


def test_a_failure_moved_nothing() -> None:
    done = read_executed('Pixel Navigation {"pixel": [1, 2], "distance_m": 5.0}: FAILED: no free path.')
    assert done.is_failed
    assert (done.flown_m, done.turned_deg) == (0.0, None)


def test_a_blocked_flight_tells_how_far_it_got() -> None:
    done = read_executed(
        'Pixel Navigation {"pixel": [1, 2], "distance_m": 35.0}: blocked by the scene after 3 of 7 steps, '
        "flew 15.0 m in 3 steps, turned 0 degrees right, climbed 0.0 m."
    )
    assert done.is_blocked
    assert done.along_m == 15.0


def test_a_foreign_text_says_nothing() -> None:
    done = read_executed("went somewhere")
    assert (done.skill, done.flown_m, done.turned_deg, done.is_failed) == (None, 0.0, None, False)
