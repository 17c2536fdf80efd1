"""Legs told again by counting or choosing keep what is true of them, and mark the words that say it."""

import numpy as np
import pytest

from airanchor.learn.ears.counting import retold
from airanchor.learn.ears.legs import LabelledLeg


def leg(relation: str, side: str = "", main: str = "the red house with the dark roof") -> LabelledLeg:
    text = f"Turn left, then by {main}."
    start = text.index(main)
    spans = (("turn", 0, 9), ("main", start, start + len(main)))
    return LabelledLeg(text, spans, relation, side, turn_deg=-90)


@pytest.mark.parametrize(
    ("relation", "side"), [("pass", "right"), ("toward", ""), ("over", ""), ("front", "")]
)
def test_a_leg_keeps_its_answers_and_its_words(relation: str, side: str) -> None:
    told = leg(relation, side)
    for seed in range(20):
        again = retold(told, np.random.default_rng(seed))
        said = {name: again.text[start:end] for name, start, end in again.spans}
        assert (again.relation, again.side, again.turn_deg) == (relation, side, -90)
        assert said["turn"] == "Turn left"
        assert said["main"].lower() == "red houses"
        assert not side or side in said["side"]


@pytest.mark.parametrize(
    "told",
    [
        leg("between"),
        leg("pass", "left", "the first one"),
        LabelledLeg("Past it.", relation="pass", turn_deg=30),
    ],
)
def test_what_cannot_be_counted_stays(told: LabelledLeg) -> None:
    assert retold(told, np.random.default_rng(1)) is told
