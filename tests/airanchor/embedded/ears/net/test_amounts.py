"""Numbers in the words of a turn and of a climb."""

import pytest

from airanchor.embedded.ears.net.amounts import climb_m, turn_deg


@pytest.mark.parametrize(
    ("words", "heard", "wanted"),
    [
        ("turn left 75", -75, -75.0),
        ("hard left one-three-five", -135, -135.0),
        ("bear right 40 degrees", 45, 40.0),
        ("right by one hundred and twenty degrees", 105, 120.0),
        ("swing round to the left", -90, -90.0),
        ("left, about 300 of them", -45, -45.0),
        ("take the second left", -90, -90.0),
        ("right four five", 105, 45.0),
        ("one-eighty by the left", -120, -180.0),
        ("bear right at two o'clock", 30, 60.0),
        ("head for ten o'clock", -30, -60.0),
        ("rotate 120 degrees clockwise", -120, 120.0),
        ("turn anticlockwise", 90, -90.0),
        ("a right angle to the left", 90, -90.0),
        ("One: thirty right", 30, 30.0),
        ("left one five", -105, -15.0),
    ],
)
def test_a_turn_takes_the_number_that_is_said(words: str, heard: int, wanted: float) -> None:
    assert turn_deg(words, heard) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Climb eight", (8.0, False)),
        ("up, up, up, nearly forty metres", (40.0, False)),
        ("come down to 15 metres", (15.0, True)),
        ("climb to just under thirty metres", (30.0, True)),
        ("drop sixty feet", (18.3, False)),
        ("a bit higher", (None, False)),
        ("up 9000 metres", (None, False)),
        ("go up, past two", (None, False)),
    ],
)
def test_a_climb_in_metres(words: str, wanted: tuple[float | None, bool]) -> None:
    assert climb_m(words) == wanted
