"""One subtask for each leg: remarks, conditions already met and closing words ask for no leg of their own."""

import pytest

from airanchor.embedded.ears import Clause, Manoeuvre, read_clauses
from airanchor.embedded.rules.roles.decomposition import decompose


def _texts(instruction: str) -> list[str]:
    return [subtask["text"] for subtask in decompose(instruction)["subtasks"]]


def _legs(text: str) -> list[tuple[Manoeuvre, str]]:
    return [(clause.manoeuvre, _name(clause)) for clause in read_clauses(text)]


def _name(clause: Clause) -> str:
    return " ".join(mention.label for mention in (*clause.mentions, *clause.until))


@pytest.mark.parametrize(
    "instruction",
    [
        "Turn left, then remain above the river, passing the gray bridge on your right. Fly to the mill.",
        "Follow the street and pass over the statue (95 m). Climb 8 m and fly to the mill.",
        "Hold the line of the road and cross over the white statue. Turn right and fly to the mill.",
    ],
)
def test_a_way_followed_belongs_to_the_landmark_it_leads_to(instruction: str) -> None:
    assert len(_texts(instruction)) == 2


def test_a_way_with_an_end_of_its_own_is_a_leg() -> None:
    assert len(_texts("Follow the river as far as the bridge. Pass the mill on your left.")) == 2


@pytest.mark.parametrize(
    "remark",
    [
        "You cross the park.",
        "You cross the green park.",
        "You will cross the river.",
        "You'll be going across the river.",
        "This section crosses the park.",
        "The river passes underneath.",
        "That takes you across the park.",
    ],
)
def test_what_is_only_told_about_a_leg_is_no_leg(remark: str) -> None:
    texts = _texts(f"Fly to the red tower. {remark} Turn left and fly to the mill.")
    assert [_legs(text)[-1] for text in texts] == [
        (Manoeuvre.TO, "red tower"),
        (Manoeuvre.TO, "mill"),
    ]
    assert not any(clause.manoeuvre is Manoeuvre.ACROSS for text in texts for clause in read_clauses(text))


def test_a_command_in_the_second_person_stays_a_command() -> None:
    assert _legs("Turn left. You just pass the monument on your left.")[-1] == (Manoeuvre.PAST, "monument")


@pytest.mark.parametrize("straight", ["hold heading.", "carry straight on."])
def test_a_sentence_after_an_empty_one_keeps_its_verb(straight: str) -> None:
    text = f"Climb to 50 m; {straight} Overfly the beige clock tower."
    assert _legs(text)[-1] == (Manoeuvre.OVER, "beige clock tower")


@pytest.mark.parametrize(
    "condition",
    [
        "After you've gone by the residential block,",
        "A bit beyond the residential block",
        "Past the residential block please",
        "On passing the residential block,",
        "With the residential block now behind us,",
        "Once you've left the residential block behind,",
    ],
)
def test_what_has_just_been_passed_is_no_leg_again(condition: str) -> None:
    texts = _texts(f"Fly past the tall orange residential block. {condition} climb 8 m and fly to the mill.")
    assert len(texts) == 2
    assert _legs(texts[0]) == [(Manoeuvre.PAST, "tall orange residential block")]
    assert _legs(texts[1]) == [(Manoeuvre.ASCEND, ""), (Manoeuvre.TO, "mill")]


@pytest.mark.parametrize("place", ["roundabout", "paved square", "residential block", "plaza"])
def test_what_has_just_been_reached_is_no_leg_again(place: str) -> None:
    texts = _texts(f"Fly to the {place}. On reaching the {place}, climb 8 m and fly to the mill.")
    assert [_legs(text) for text in texts] == [
        [(Manoeuvre.TO, place)],
        [(Manoeuvre.ASCEND, ""), (Manoeuvre.TO, "mill")],
    ]


def test_both_sides_of_a_gap_are_known_when_it_is_passed() -> None:
    first, second = _texts(
        "Take the passage between the mosque with the dome and the bronze glass high-rise. "
        "Past the mosque and the high-rise rise to 30 m and fly to the mill."
    )
    assert len(read_clauses(first)[0].mentions) == 2
    assert _legs(second) == [(Manoeuvre.ASCEND, ""), (Manoeuvre.TO, "mill")]


def test_a_place_that_was_not_reached_before_stays_a_leg() -> None:
    texts = _texts("Fly to the red tower. After passing the church, climb 8 m and fly to the mill.")
    assert (Manoeuvre.PAST, "church") in [leg for text in texts for leg in _legs(text)]


def test_a_verb_without_a_comma_ends_its_condition() -> None:
    text = _texts(
        "Pass the shop on your left. Past the shop lean a little to your left, then go to the mill."
    )[1]
    assert [leg[0] for leg in _legs(text)] == [Manoeuvre.TURN_LEFT, Manoeuvre.TO]


def test_closing_words_about_the_nose_name_nothing() -> None:
    texts = _texts("Climb 8 m. Proceed to the market stall and stop short of it, nose on. Done.")
    assert len(texts) == 1
    assert _legs(texts[0])[-1] == (Manoeuvre.STOP, "market stall")


@pytest.mark.parametrize(
    "stop",
    [
        "stop next to the round blue skyscraper.",
        "stop next to the other round bronze skyscraper.",
        "stop next to the second round bronze skyscraper.",
    ],
)
def test_a_stop_at_another_of_the_kind_is_a_leg(stop: str) -> None:
    assert len(_texts(f"Pass the round bronze skyscraper on your left. Then {stop}")) == 2


def test_a_stop_at_the_same_landmark_ends_its_leg() -> None:
    assert len(_texts("Fly to the round bronze skyscraper. Stop next to the skyscraper.")) == 1


@pytest.mark.parametrize("verb", ["Go to", "Head over to"])
def test_the_right_hand_one_is_no_turn(verb: str) -> None:
    assert _legs(f"{verb} the right-hand lofty tower of the two.") == [(Manoeuvre.TO, "lofty tower")]


def test_written_words_are_one_attribute() -> None:
    (clause,) = read_clauses('Pass the advertising sign that reads "VISIT ISLAND" on your left.')
    (mention,) = clause.mentions
    assert (mention.category, mention.attributes, mention.side) == (
        "advertising sign",
        ("with visit island",),
        "left",
    )


def test_a_name_before_a_filling_station_is_part_of_it() -> None:
    (clause,) = read_clauses("Fly over the Star Gas filling station.")
    assert [mention.category for mention in clause.mentions] == ["Star Gas filling station"]


@pytest.mark.parametrize(
    "stop",
    [
        "Stop alongside the mill, with it to your left at about 12 metres.",
        "Halt when the mill is abeam on your left, some 12 meters away.",
        "Advance to the mill and stop directly in front of it, roughly 10 m short.",
    ],
)
def test_the_gap_at_a_stop_is_no_length_of_the_leg(stop: str) -> None:
    assert all(clause.metres is None for clause in read_clauses(stop))
    assert _legs(stop)[-1] == (Manoeuvre.STOP, "mill")
