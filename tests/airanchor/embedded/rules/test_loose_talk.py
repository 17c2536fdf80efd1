"""Loose talk: routes told without commands, with turns and heights sized as people size them."""

import pytest

from airanchor.embedded.ears import Clause, Manoeuvre, read_clauses
from airanchor.embedded.rules.roles.decomposition import decompose
from tests.airanchor.embedded.ears.readback import reads_back

M = Manoeuvre

ROUTE = (
    "Quarter turn right and on to the brown chapel. {} "
    "Left sixty, over the small fountain. Right ninety, and stop in front of the bakery."
)


def legs(text: str) -> list[str]:
    """What every clause of every subtask says, in few words."""
    return [told(clause) for one in decompose(text)["subtasks"] for clause in read_clauses(one["text"])]


def told(clause: Clause) -> str:
    goals = ", ".join(
        one.label + (f" #{one.ordinal}" if one.ordinal else "") + (f" {one.side}" if one.side else "")
        for one in (*clause.mentions, *clause.until)
    )
    numbers = [f"{value:g}" for value in (clause.metres, clause.degrees) if value is not None]
    said = [clause.manoeuvre.value, clause.relation or "", f"[{goals}]" if goals else "", *numbers]
    return " ".join(one for one in said if one)


@pytest.mark.parametrize(
    ("said", "degrees"),
    [
        ("Turn left, a touch past square.", 110.0),
        ("Left, well beyond ninety.", 110.0),
        ("Swing left, not quite a right angle.", 75.0),
        ("Hard left, almost back the way you came.", 150.0),
        ("Turn left until you are nearly facing backwards.", 150.0),
        ("Come round to the left, back over your shoulder.", 135.0),
        ("Half left.", 45.0),
        ("Left one three five.", 135.0),
        ("Break left one-oh-five.", 105.0),
        ("Bank left one-twenty.", 120.0),
        ("Seventy-five to the left.", 75.0),
        ("A hair left.", 30.0),
        ("Left, a proper ninety.", 90.0),
        ("A big left, eight o'clock.", 120.0),
    ],
)
def test_turns_as_people_size_them(said: str, degrees: float) -> None:
    turns = read_clauses(said)
    assert [(one.manoeuvre, one.degrees) for one in turns] == [(M.TURN_LEFT, degrees)]


@pytest.mark.parametrize(
    ("said", "manoeuvre", "metres", "is_absolute"),
    [
        ("Turn right, up six.", M.ASCEND, 6.0, False),
        ("Turn right, up another fourteen.", M.ASCEND, 14.0, False),
        ("Turn right, come down to eighteen.", M.DESCEND, 18.0, True),
        ("Turn right, ten metres lower.", M.DESCEND, 10.0, False),
        ("Turn right, a little higher.", M.ASCEND, None, False),
        ("Climb to three two metres.", M.ASCEND, 32.0, True),
    ],
)
def test_heights_without_a_unit_or_a_verb(
    said: str, manoeuvre: Manoeuvre, metres: float | None, is_absolute: bool
) -> None:
    climb = read_clauses(said)[-1]
    assert (climb.manoeuvre, climb.metres, climb.is_absolute) == (manoeuvre, metres, is_absolute)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Half left, then a short push to the red silo.", "to [red silo]"),
        ("Half left; the grey mosque goes by on the right.", "past [grey mosque right]"),
        ("Half left and on until the grey mosque has slipped by on your right.", "past [grey mosque right]"),
        ("Half left, leaving the grey mosque on your right.", "past [grey mosque right]"),
        ("Half left, down ten metres to the green windmill.", "to [green windmill]"),
    ],
)  # fmt: skip
def test_a_stretch_gets_the_aim_it_tells_about(said: str, wanted: str) -> None:
    found = legs(ROUTE.format(said))
    assert wanted in found
    assert found.index("to [brown chapel]") < found.index(wanted) < found.index("over [small fountain]")


@pytest.mark.parametrize(
    ("end", "wanted"),
    [
        ("Right ninety and fly till the white school is square on your left side. Stop there.",
         "stop next to [white school left]"),
        ("Right ninety, and you are done when the white school is straight out to your left.",
         "stop next to [white school left]"),
    ],
)  # fmt: skip
def test_a_halt_beside_something(end: str, wanted: str) -> None:
    route = "Quarter turn right and on to the brown chapel. Left sixty, over the small fountain. "
    assert legs(route + end)[-1] == wanted


def test_one_turn_that_is_told_twice() -> None:
    found = legs(ROUTE.format("Sharp left, turn around nearly, and fly to the red silo."))
    assert found[2:4] == ["turn left 150", "to [red silo]"]


def test_a_loose_subtask_is_said_again_in_plain_words() -> None:
    subtasks = decompose(ROUTE.format("Half left, down ten metres to the green windmill."))["subtasks"]
    assert subtasks[1]["text"] == ("Turn left 45 degrees. Descend 10 metres. Fly to the green windmill.")
    assert subtasks[0]["text"] == "Quarter turn right and on to the brown chapel.", "careful as it stands"


@pytest.mark.parametrize(
    "text",
    [
        "Go straight with the park on your left.",
        "Face the tower.",
        "Climb until you are level with the roof of the hotel.",
        "Take the second right after the park.",
    ],
)
def test_a_sentence_is_taken_at_its_word(text: str) -> None:
    assert reads_back(text)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Bank left, no wait, right, and cruise to the chapel.", ["turn right", "to [chapel]"]),
        ("Under no circumstances fly under the bridge, go over it.", ["over [bridge]"]),
        ("Fly under no circumstances under the bridge, go over it.", ["over [bridge]"]),
        ("Right mate, turn left and fly to the red tower.", ["turn left", "to [red tower]"]),
        ("Go over the road and park it right next to the truck.", ["over [road]", "stop next to [truck]"]),
        (
            "Pass the inn, and you shall rotate one hundred and five degrees left.",
            ["past [inn]", "turn left 105"],
        ),
        ("Fly to the red tower.Turn right and pass the inn.", ["to [red tower]", "turn right", "past [inn]"]),
        ("Ease up a few metres and fly to the chapel.", ["ascend", "to [chapel]"]),
        ("Come down a couple of metres and fly to the chapel.", ["descend", "to [chapel]"]),
        ("We finish our tour face to face with the statue.", ["stop in front of [statue]"]),
        ("Turn left and ride out to the tall silo.", ["turn left", "to [tall silo]"]),
        ("Split the gap between the crane and the silo.", ["between [crane, silo]"]),
    ],
)
def test_what_speakers_say_by_the_way(said: str, wanted: list[str]) -> None:
    assert legs(said) == wanted


def test_a_long_text_is_cut_after_a_word() -> None:
    text = "Well, " + ", ".join(f"my cousin number{n} used to live here" for n in range(80)) + "."
    for one in decompose(text)["subtasks"]:
        assert one["text"].rstrip(".").split()[-1] in text.replace(",", " ").replace(".", " ").split()
