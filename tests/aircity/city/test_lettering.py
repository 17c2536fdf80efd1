"""Signs are pages of the right size with legible contrast; grounds and flags show what was asked."""

import numpy as np
import pytest

from aircity.city.solids import lettering
from aircity.errors import InputError

WHITE, BLACK, RED, BLUE = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    "text", [*lettering.SLOGANS, *lettering.HOTELS, *lettering.MARKETS, *lettering.FUELS]
)
@pytest.mark.parametrize("aspect", [2.4, 7.0])
def test_every_text_fills_its_board_within_the_margin(text: str, aspect: float) -> None:
    page = lettering.sign(text, ink=BLACK, paper=WHITE, aspect=aspect)
    assert (page.shape, page.dtype) == ((256, 256, 3), np.uint8)
    inked = np.argwhere(page[..., 0] < 100)
    low, high = inked.min(axis=0), inked.max(axis=0)
    assert low.min() >= 6
    assert high.max() <= 249
    assert max(high - low) >= 180


def test_ink_and_paper_are_the_asked_colours() -> None:
    page = lettering.sign("NOVA", ink=RED, paper=BLUE, aspect=3.0)
    assert tuple(page[0, 0]) == (0, 0, 255)
    assert (page.reshape(-1, 3) == (255, 0, 0)).all(axis=1).any()


def test_different_words_give_different_pages() -> None:
    pages = {lettering.sign(b, ink=BLACK, paper=WHITE, aspect=3.0).tobytes() for b in lettering.BRANDS}
    assert len(pages) == len(lettering.BRANDS) >= 12


def test_vertical_letters_run_down_the_board() -> None:
    page = lettering.vertical_sign("HOTEL", ink=BLACK, paper=WHITE, aspect=0.15)
    inked = (page[..., 0] < 100).any(axis=1)
    assert (np.diff(inked.astype(int)) == 1).sum() == 5


def test_a_picture_is_drawn_at_its_proportions() -> None:
    """The clock is round on a square face, and red crosses stay square on wide boards."""
    wide = lettering.red_cross(2.0)[..., 1] < 100
    assert wide.any(axis=0).sum() * 2 == pytest.approx(wide.any(axis=1).sum(), abs=4)


def test_ground_marks_lines_areas_and_discs() -> None:
    page = lettering.ground(
        (20.0, 10.0), BLACK, areas=[((0, 0, 5, 5), BLUE)], lines=[[(10, 0), (10, 10)]], discs=[(15, 5, 2)]
    )
    assert tuple(page[40, 20]) == (0, 0, 255)
    assert page[128, 128].min() > 200
    assert page[128, 15 * 256 // 20].max() == 0
    assert page[128, 17 * 256 // 20].max() > 100


@pytest.mark.parametrize("pattern", ["bands", "bars", "cross", "disc"])
def test_flags_show_their_colours(pattern: str) -> None:
    page = lettering.banner([RED, WHITE], pattern)
    colours = {tuple(c) for c in page.reshape(-1, 3)[::7]}
    assert {(255, 0, 0), (255, 255, 255)} <= colours


def test_errors_name_the_value_and_the_valid_ones() -> None:
    with pytest.raises(InputError, match=r"zigzag.*bands, bars, cross, disc"):
        lettering.banner([RED, WHITE], "zigzag")
    with pytest.raises(InputError, match="at least one letter"):
        lettering.sign("  ", ink=BLACK, paper=WHITE, aspect=1.0)
    with pytest.raises(InputError, match=r"aspect 90.* between"):
        lettering.sign("A", ink=BLACK, paper=WHITE, aspect=90.0)
