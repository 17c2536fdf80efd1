"""Counts and distances in the words of a leg."""

import pytest

from airanchor.embedded.ears.net.counts import length_m, place_in_row


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("count the red offices on your left, until the second is behind you", 2),
        ("Red houses on the left: fly until no. 3 is behind.", 3),
        ("small yellow houses, left side, you pass two of them", 2),
        ("keep going till you've passed three", 3),
        ("go up to the farther one", 2),
        ("turn right to half past two and pass the church", None),
        ("go past the mill, two metres off", None),
        ("after two metres turn left", None),
        ("turn right a third of a circle", None),
        ("past the mill", None),
    ],
)
def test_a_place_in_a_row(words: str, place: int | None) -> None:
    assert place_in_row(words) == place


@pytest.mark.parametrize(
    ("words", "metres"),
    [
        ("for 80 metres", 80.0),
        ("about ninety metres", 90.0),
        ("400 feet", 121.9),
        ("ten metres short of it", None),
        ("nine metres off", None),
        ("12 metres to your left", None),
        ("30 metres more", None),
        ("a long way", None),
        ("900 metres", None),
    ],
)
def test_a_length_that_is_flown(words: str, metres: float | None) -> None:
    assert length_m(words) == metres
