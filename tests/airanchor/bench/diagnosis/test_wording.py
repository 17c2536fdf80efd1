"""Names meant and not meant, and legs put to subtasks."""

import pytest

from airanchor.bench.diagnosis.wording import assign, first_subtasks, names_it, strange_words, words_of


@pytest.mark.parametrize(
    ("name", "is_named"),
    [
        ("swimming pool", True),
        ("pool", True),
        ("swimming pool with red parasols with line", True),
        ("outdoor pool", True),
        ("rooftop", False),
        ("red church", False),
        ("", False),
    ],
)
def test_a_name_means_a_landmark_by_most_of_its_words(name, is_named):
    assert names_it(name, "the swimming pool with red parasols", "swimming pool") is is_named


def test_the_name_of_another_category_is_no_part_of_a_longer_name():
    assert not names_it("park", "the grey car park", "parking lot")
    assert names_it("car park", "the grey car park", "parking lot")
    assert names_it("building", "the unfinished building", "unfinished building")


def test_spelling_and_plural_make_no_other_word():
    assert words_of("two grey sand-coloured churches") == words_of("gray sand-colored church")


def test_strange_words_are_those_nobody_said():
    phrase = "the swimming pool with red parasols"
    assert strange_words("pool with red parasols with line", phrase, "swimming pool") == {"line"}
    assert not strange_words("outdoor pool with red parasols", phrase, "swimming pool")


def test_legs_go_to_subtasks_in_order():
    assert assign([{1: 1.0}, {2: 1.0, 3: 1.0}, {3: 0.5}]) == [1, 2, 3]


def test_a_leg_out_of_order_has_no_subtask():
    assert assign([{1: 1.0}, {3: 1.0}, {2: 0.4}, {4: 1.0}]) == [1, 3, None, 4]


def test_a_subtask_that_only_turns_belongs_to_the_leg_after_it():
    named = [{1: 1.0, 2: 1.0}, {4: 1.0}]
    assert first_subtasks(named, assign(named)) == [1, 3]


def test_legs_that_share_a_subtask_begin_in_it():
    named = [{2: 1.0}, {2: 1.0}, {3: 1.0}]
    assert first_subtasks(named, assign(named)) == [1, 2, 3]
