"""Labelled arrows: drawn on a copy, and never outside of what is said to be covered."""

import numpy as np
import pytest

from airanchor.drawing.arrows import BORDER_LABELS, arrow_cover, border_places, draw_arrows
from airanchor.drawing.label_disc import disc_pattern, label_disc

TIPS = {"1": (100, 90), "2": (400, 120), "3": (250, 420), "4": (255, 250), "12": (60, 400)}


@pytest.mark.parametrize("seed", range(4))
def test_only_a_copy_changes_and_only_where_it_is_said_to(seed: int) -> None:
    rgb = np.random.default_rng(seed).integers(0, 256, (512, 512, 3), np.uint8)
    before = rgb.copy()
    drawn = draw_arrows(rgb, TIPS, 15)
    cover = arrow_cover((512, 512), {**TIPS, **border_places((512, 512), 15)}, 15)
    assert (rgb == before).all()
    assert (drawn != rgb).any() and not ((drawn != rgb).any(axis=2) & ~cover).any()
    assert cover.mean() < 0.06


def test_what_lies_straight_ahead_stays_in_sight() -> None:
    drawn = draw_arrows(np.full((512, 512, 3), 77, np.uint8), {"1": (80, 255), "2": (300, 400)}, 15)
    assert (drawn[250:262, 250:262] == 77).all()


def test_border_labels_stand_left_right_and_below() -> None:
    places = border_places((640, 480), 15)
    assert tuple(places) == BORDER_LABELS == ("L", "R", "0")
    assert places == {"L": (17, 240), "R": (622, 240), "0": (320, 462)}


def test_arrows_of_a_picture_have_colours_of_their_own() -> None:
    tips = {str(number): (51 * number, 40) for number in range(1, 10)}
    drawn = draw_arrows(np.full((512, 512, 3), 128, np.uint8), tips, 12)
    colours, counts = np.unique(drawn.reshape(-1, 3), axis=0, return_counts=True)
    is_ink = (np.ptp(colours, axis=1) > 60) & (counts > 20)
    assert is_ink.sum() == 9


def test_labels_look_different_and_leave_a_white_ring() -> None:
    size_px = 31
    rows, columns = np.mgrid[:size_px, :size_px] - 15
    is_ring = np.abs(np.hypot(rows, columns) - 0.76 * 15) < 0.7
    looks = [disc_pattern(label, 15)[0] for label in ("L", "R", *map(str, range(41)))]
    for number, look in enumerate(looks):
        assert look[is_ring].min() > 200
        assert all(np.abs(look - other).mean() > 1 for other in looks[:number])
    assert label_disc("7", 15).size == (size_px, size_px)
