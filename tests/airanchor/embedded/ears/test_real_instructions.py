"""Floors of the reader's scores on hand-labelled texts; docs/results/real-instructions.md tells them."""

import pytest

from airanchor.embedded.ears import Manoeuvre
from tests.airanchor.embedded.ears.real_instructions import KINDS, TEXTS, Score, ordered_matches, score_files

FLOORS = {
    ("manhattan_routes.jsonl", "landmarks"): 0.96,
    ("manhattan_routes.jsonl", "manoeuvres"): 0.92,
    ("openfly_eval.jsonl", "landmarks"): 0.93,
    ("openfly_eval.jsonl", "attributes"): 0.84,
    ("openfly_eval.jsonl", "manoeuvres"): 0.95,
    ("both", "landmarks"): 0.96,
    ("both", "attributes"): 0.84,
    ("both", "manoeuvres"): 0.94,
    ("both", "manoeuvres, both readers"): 0.95,
}


@pytest.fixture(scope="module")
def scores() -> dict[str, dict[str, Score]]:
    if not TEXTS.is_dir():
        pytest.skip("the real instructions are not here")
    return score_files()


@pytest.mark.parametrize(("texts", "what"), sorted(FLOORS))
def test_scores_stay_above_their_floors(scores: dict[str, dict[str, Score]], texts: str, what: str) -> None:
    assert scores[texts][what].f1 >= FLOORS[texts, what]


def test_matches_keep_order() -> None:
    crossing = ordered_matches(2, 2, lambda row, column: row != column)
    assert len(crossing) == 1
    assert ordered_matches(3, 2, lambda row, column: row == column + 1) == [(1, 0), (2, 1)]


def test_scores_count_both_kinds_of_error() -> None:
    score = Score(2, 4, 2) + Score(0, 0, 2)
    assert (score.precision, score.recall, score.f1) == (0.5, 0.5, 0.5)


def test_every_manoeuvre_but_facing_and_telling_has_a_label() -> None:
    assert set(Manoeuvre) - set(KINDS) == {Manoeuvre.FACE, Manoeuvre.TELL}
