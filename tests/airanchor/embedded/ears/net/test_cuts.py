"""Where a text is cut into legs."""

import re

import numpy as np

from airanchor.embedded.ears.net.cuts import cut_legs


def cut(marked: str, sounds: dict[int, float]) -> list[str]:
    """The legs of words with parts, "red_tower/main"; `sounds` tells which words sound like a beginning."""
    words = marked.split()
    names = [word.partition("/")[2] for word in words]
    text = " ".join(word.partition("/")[0] for word in words)
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    begins = np.full(len(words), -1.0, np.float32)
    for place, value in sounds.items():
        begins[place] = value
    legs = cut_legs(begins, names, text, spans)
    return [text[spans[leg[0]][0] : spans[leg[-1]][1]] for leg in legs]


def test_a_leg_begins_where_it_sounds_so() -> None:
    assert cut("go past mill/main left/turn to inn/main", {3: 1.0}) == ["go past mill", "left to inn"]


def test_a_piece_without_a_thing_belongs_to_the_next() -> None:
    assert cut("left/turn then past mill/main", {1: 1.0}) == ["left then past mill"]


def test_a_sentence_of_talk_stands_alone() -> None:
    assert cut("Hello . past mill/main", {2: 1.0}) == ["Hello .", "past mill"]


def test_a_turn_in_a_sentence_of_its_own_belongs_to_the_next() -> None:
    assert cut("Left/turn . past mill/main", {2: 1.0}) == ["Left . past mill"]


def test_two_things_with_a_turn_between_are_two_legs_though_nothing_sounds_so() -> None:
    legs = cut("past mill/main so then left/turn to inn/main", {3: -0.2})
    assert legs == ["past mill so", "then left to inn"]


def test_two_things_without_a_turn_stay_one_leg() -> None:
    assert cut("past mill/main the white one/main", {}) == ["past mill the white one"]


def test_what_comes_last_without_a_thing_belongs_to_the_leg_before() -> None:
    assert cut("past mill/main thanks a lot", {2: 1.0}) == ["past mill thanks a lot"]


def test_it_in_a_sentence_of_its_own_belongs_to_the_leg_that_names_it() -> None:
    legs = cut("left/turn mill/main . pass/move it . right/turn inn/main .", {3: 2.0, 6: 3.0})
    assert legs == ["left mill . pass it .", "right inn ."]
