"""What Grounding DINO's numbers mean, against values worked out by hand."""

import numpy as np
import pytest

from airanchor.perception import Phrase
from airanchor.perception.models.boxes import (
    best_masks,
    boxes_of_phrases,
    pixel_box,
    prompt_of,
    within,
    words_of_phrases,
)

CLS, SEP, STOP = 101, 102, 1012


def logit(share: float) -> float:
    """What the sigmoid turns into a share."""
    return float(np.log(share / (1 - share)))


def logits(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array([[logit(share) for share in row] for row in rows], np.float32)


def test_phrases_are_one_text_each_ended_by_a_full_stop() -> None:
    phrases = [Phrase("building", ("Red", "tall")), Phrase("church", ("with blue roof",)), Phrase("road")]
    assert prompt_of(phrases) == "red tall building . church with blue roof . road ."


@pytest.mark.parametrize(
    ("category", "written"),
    [
        ("St. Mary's church", "st mary's church ."),
        ("tower [SEP] road", "tower sep road ."),
        ("sign? \n'STOP!'", "sign 'stop ' ."),
        ("no_such-thing", "no such-thing ."),
        ("...", "."),
    ],
)
def test_nothing_in_a_phrase_can_part_it_or_pass_for_a_special_token(category: str, written: str) -> None:
    assert prompt_of([Phrase(category)]) == written


def test_words_are_found_between_full_stops() -> None:
    ids = np.array([CLS, 11, 12, STOP, 13, STOP, SEP])
    assert [places.tolist() for places in words_of_phrases(ids, STOP, 2)] == [[1, 2], [4]]


def test_a_phrase_without_words_shifts_no_other() -> None:
    ids = np.array([CLS, 11, STOP, STOP, 13, STOP, SEP])
    assert [places.tolist() for places in words_of_phrases(ids, STOP, 3)] == [[1], [], [4]]


def test_a_phrase_that_was_cut_off_has_no_words() -> None:
    ids = np.array([CLS, 11, STOP, 12, 12, SEP])
    assert [places.tolist() for places in words_of_phrases(ids, STOP, 3)] == [[1], [], []]


WORDS = [np.array([1, 2]), np.array([4])]
"""[CLS] red house . road ."""
LOGITS = logits(
    (0.9, 0.20, 0.50, 0.9, 0.40),  # a house, which is a little like a road
    (0.0001, 0.10, 0.28, 0.1, 0.60),  # a road
    (0.1, 0.29, 0.05, 0.1, 0.02),  # red, but not red enough
    (0.1, 0.30, 0.05, 0.1, 0.02),  # red enough
    (0.99, 0.01, 0.01, 0.99, 0.01),  # a full stop names nothing
)
BOXES = np.full((5, 4), 0.5, np.float32)


def kept(box: float, text: float) -> list[list[tuple[float, int]]]:
    found = boxes_of_phrases(LOGITS, BOXES, WORDS, box_threshold=box, text_threshold=text)
    return [[(round(score, 4), number) for score, number in row] for row in found]


def test_a_box_answers_the_phrase_of_its_strongest_word_with_that_score() -> None:
    assert kept(0.30 - 1e-6, 0.25) == [[(0.5, 0), (0.3, 3)], [(0.6, 1)]]


def test_the_box_threshold_is_compared_with_the_strongest_word() -> None:
    assert kept(0.55, 0.25) == [[], [(0.6, 1)]]
    assert kept(0.0, 0.0)[0] == [(0.5, 0), (0.3, 3), (0.29, 2), (0.01, 4)]


def test_the_text_threshold_drops_a_box_none_of_whose_words_reaches_it() -> None:
    assert kept(0.1, 0.55) == [[], [(0.6, 1)]]


def test_equal_scores_keep_the_order_of_the_boxes() -> None:
    same = logits((0.1, 0.5), (0.1, 0.5))
    found = boxes_of_phrases(same, BOXES[:2], [np.array([1])], box_threshold=0.3, text_threshold=0.25)
    assert [number for _, number in found[0]] == [0, 1]


def test_padding_and_overflow_are_no_words() -> None:
    wild = np.array([[-np.inf, 800.0], [-np.inf, -800.0]], np.float32)
    found = boxes_of_phrases(wild, BOXES[:2], [np.array([1])], box_threshold=0.3, text_threshold=0.25)
    assert found == [[(1.0, 0)]]


@pytest.mark.parametrize(
    ("box", "pixels"),
    [
        ((0.5, 0.5, 0.5, 0.25), (24, 24, 72, 40)),  # of 96x64
        ((0.5, 0.5, 0.51, 0.26), (23, 23, 73, 41)),  # whatever it touches
        ((0.0, 0.0, 0.5, 0.5), (0, 0, 24, 16)),  # what lies in the picture
        ((1.5, 0.5, 0.5, 0.5), None),
        ((0.5, 0.5, 0.0, 0.5), None),
        ((float("nan"), 0.5, 0.5, 0.5), None),
    ],
)
def test_boxes_become_pixels(box: tuple[float, ...], pixels: tuple[int, ...] | None) -> None:
    assert pixel_box(np.array(box, np.float32), 96, 64) == pixels


def test_of_several_masks_the_best_estimated_is_taken() -> None:
    masks = np.zeros((2, 3, 4, 4), bool)
    masks[0, 1], masks[1, 2] = True, True
    chosen = best_masks(masks, np.array([[0.1, 0.9, 0.3], [0.2, 0.1, 0.8]], np.float32))
    assert chosen.shape == (2, 4, 4) and chosen.all()


def test_a_mask_stays_in_its_box() -> None:
    kept_mask = within(np.ones((4, 6), bool), (1, 2, 3, 4))
    assert kept_mask.sum() == 4 and kept_mask[2:4, 1:3].all()
