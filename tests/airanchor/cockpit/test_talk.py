"""Talk: sentences that lean on earlier ones are made to stand alone."""

import math

import pytest

from airanchor.cockpit.talk import Remembered, plain_order, quoted
from aircity.geometry import Pose

HERE = Pose(0.0, 0.0, 30.0, 0.0)
BEFORE = ("Fly to the red tower.",)


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("now the church", "Fly to the church"),
        ("No, the hospital!", "Fly to the hospital!"),
        ("ok, and then to the brown church", "Fly to the brown church"),
        ("a bit higher", "A bit higher"),
        ("a little to the left", "A little to the left"),
        ("no, the other way", "Turn around."),
        ("turn around", "Turn around"),
        ("again", "Fly to the red tower."),
        ("no", "No"),
    ],
)
def test_loose_talk_becomes_an_order(said: str, order: str) -> None:
    assert plain_order(said, BEFORE, HERE, ()) == order


def test_the_first_sentence_is_left_as_it_is() -> None:
    assert plain_order("now the church", (), HERE, ()) == "now the church"


def test_the_other_one_is_the_nearest_that_is_remembered_elsewhere() -> None:
    memory = [
        Remembered("red tower", 5.0, 5.0),
        Remembered("white tower", 0.0, 90.0),
        Remembered("tower", 0.0, -300.0),
    ]
    assert (
        plain_order("no, the other tower", BEFORE, HERE, memory)
        == "Turn right 90 degrees and fly to the tower."
    )
    facing = Pose(0.0, 0.0, 30.0, math.pi / 2)
    assert plain_order("the other tower", BEFORE, facing, memory) == "Fly to the tower."


def test_without_a_memory_of_another_it_turns_around() -> None:
    assert plain_order("no, the other tower", BEFORE, HERE, ()) == "Turn around and fly to the tower."


def test_a_model_is_told_what_was_said_before() -> None:
    told = quoted("a bit higher", BEFORE)
    assert told.startswith("a bit higher (") and '"Fly to the red tower."' in told
    assert quoted("Fly on.", ()) == "Fly on."


def test_things_without_an_outline_are_not_remembered() -> None:
    table = {
        "O1": {"label": "tower", "footprint": [[0, 0], [2, 0], [2, 2], [0, 2]]},
        "O2": {"label": "x", "footprint": []},
    }
    assert Remembered.all_of(table) == [Remembered("tower", 1.0, 1.0)]
