"""PIVOT's distribution: draws stay inside and apart, fits follow what was chosen and never collapse."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.baselines.pivot.choice import (
    ArrowChoice,
    ChoiceKind,
    agree_on_kind,
    pixels_of,
    read_choices,
    refitted_winner,
)
from airanchor.baselines.pivot.config import CHEAP, PivotConfig, robust
from airanchor.baselines.pivot.gaussian import (
    PixelGaussian,
    disc_radius,
    first_gaussian,
    nearest_to_mean,
    refit,
)
from airanchor.baselines.pivot.sampling import sample_ends
from airanchor.drawing.arrows import border_places
from airanchor.errors import InputError

SIZE = (512, 512)
ROBUST = robust(CHEAP)
PIXELS = st.tuples(st.integers(0, 511), st.integers(0, 511))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    mean=st.tuples(st.floats(-200, 800), st.floats(-200, 800)),
    std=st.floats(0.0, 900.0),
    arrows=st.integers(1, 40),
)
def test_ends_have_room(seed: int, mean: tuple[float, float], std: float, arrows: int) -> None:
    config = PivotConfig(arrows=arrows, chosen=(1,))
    ends = sample_ends(PixelGaussian(mean, (std, std)), SIZE, config, np.random.default_rng(seed))
    assert len(ends) <= arrows
    assert all(25.6 <= value <= 511 - 25.6 for end in ends for value in end)
    assert all(math.dist(one, other) >= 0.09 * 512 for one, other in itertools.combinations(ends, 2))
    borders = border_places(SIZE, disc_radius(SIZE, config)).values()
    assert all(math.dist(end, border) > 2 * disc_radius(SIZE, config) for end in ends for border in borders)


@given(seed=st.integers(0, 2**32))
def test_the_default_always_finds_its_eight(seed: int) -> None:
    for chosen in ((), ((255, 255),), ((30, 30),), ((480, 40), (400, 60))):
        ends = sample_ends(refit(chosen, SIZE, CHEAP), SIZE, CHEAP, np.random.default_rng(seed))
        assert len(ends) == 8


def test_draws_follow_their_seed() -> None:
    first = first_gaussian(SIZE, CHEAP)
    one, same, other = (sample_ends(first, SIZE, CHEAP, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same != other


def test_a_picture_without_room_gets_fewer_arrows_and_no_endless_search() -> None:
    config = PivotConfig(arrows=40, gap_share=0.5, chosen=(1,))
    ends = sample_ends(first_gaussian(SIZE, config), SIZE, config, np.random.default_rng(0))
    assert 1 <= len(ends) < 10
    assert sample_ends(first_gaussian((30, 30), config), (30, 30), config, np.random.default_rng(0)) == ()


@given(
    chosen=st.lists(PIXELS, min_size=1, max_size=8),
    shift=st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
)
def test_a_fit_follows_what_was_chosen(chosen: list[tuple[int, int]], shift: tuple[int, int]) -> None:
    fitted = refit(chosen, SIZE, CHEAP)
    least = 512 * CHEAP.std_share * CHEAP.least_std_share
    for axis in (0, 1):
        values = [pixel[axis] for pixel in chosen]
        assert min(values) - 1e-9 <= fitted.mean[axis] <= max(values) + 1e-9
        assert least <= fitted.std[axis] <= max(least, (max(values) - min(values)) / 2 + 1e-9)
    moved = refit([(u + shift[0], v + shift[1]) for u, v in chosen], SIZE, CHEAP)
    assert moved.mean == pytest.approx((fitted.mean[0] + shift[0], fitted.mean[1] + shift[1]))
    assert moved.std == pytest.approx(fitted.std)
    backwards = refit(chosen[::-1], SIZE, CHEAP)
    assert (*backwards.mean, *backwards.std) == pytest.approx((*fitted.mean, *fitted.std))


def test_one_choice_keeps_the_least_width_and_none_begins_anew() -> None:
    one = refit([(100, 400)], SIZE, CHEAP)
    assert one.mean == (100, 400) and one.std == pytest.approx((38.4, 38.4))
    assert refit([], SIZE, CHEAP) == first_gaussian(SIZE, CHEAP) == PixelGaussian((255.5, 255.5), (128, 128))


def test_choices_keep_the_order_of_the_answer() -> None:
    ends = {"1": (10, 20), "2": (30, 40), "3": (50, 60)}
    choices = read_choices(["3", "L", "9", "1", "3", "0"], ends, "so")
    assert [choice.kind.value for choice in choices] == ["arrow", "turn left", "arrow", "stop"]
    assert pixels_of(choices) == ((50, 60), (10, 20))
    assert read_choices([], ends, "") == ()


ARROW, LEFT, STOP, NONE = (
    ArrowChoice(ChoiceKind.ARROW, (5, 5)),
    ArrowChoice(ChoiceKind.LEFT),
    ArrowChoice(ChoiceKind.STOP),
    ArrowChoice(),
)


@pytest.mark.parametrize(
    ("winners", "kind"),
    [
        ([STOP, STOP, ARROW], ChoiceKind.STOP),
        ([STOP, ARROW, LEFT], ChoiceKind.ARROW),
        ([STOP, NONE, LEFT], ChoiceKind.LEFT),
        ([LEFT, LEFT, ARROW], ChoiceKind.LEFT),
        ([STOP, NONE, NONE], ChoiceKind.NONE),
        ([], ChoiceKind.NONE),
    ],
)
def test_runs_stop_only_where_two_say_so(winners: list[ArrowChoice], kind: ChoiceKind) -> None:
    assert agree_on_kind(winners) is kind


@given(pixels=st.lists(PIXELS, min_size=1, max_size=5))
def test_the_winner_of_several_runs_is_one_of_them(pixels: list[tuple[int, int]]) -> None:
    winners = [ArrowChoice(ChoiceKind.ARROW, pixel) for pixel in pixels]
    winner = refitted_winner([*winners, LEFT], ChoiceKind.ARROW, SIZE, ROBUST)
    assert winner.pixel in pixels
    best = nearest_to_mean(pixels, refit(pixels, SIZE, ROBUST))
    assert winner.pixel == pixels[best]


def test_two_that_agree_outvote_the_third() -> None:
    winners = [ArrowChoice(ChoiceKind.ARROW, pixel) for pixel in ((400, 250), (90, 250), (110, 260))]
    assert refitted_winner(winners, ChoiceKind.ARROW, SIZE, ROBUST).pixel == (110, 260)
    assert refitted_winner([NONE], ChoiceKind.ARROW, SIZE, ROBUST).kind is ChoiceKind.NONE


def test_the_defaults_are_those_of_the_cheap_profile() -> None:
    assert PivotConfig() == CHEAP
    assert (CHEAP.arrows, CHEAP.iterations, CHEAP.runs, CHEAP.chosen) == (8, 3, 1, (3, 2, 1))
    assert (ROBUST.runs, ROBUST.calls) == (3, 360)
    assert [CHEAP.chosen_in(iteration) for iteration in range(5)] == [3, 2, 1, 1, 1]


@pytest.mark.parametrize(
    "values",
    [
        {"arrows": 0},
        {"arrows": 41},
        {"iterations": 0},
        {"runs": 0},
        {"chosen": ()},
        {"chosen": (9,)},
        {"aggregation": "vote"},
        {"least_std_share": 1.5},
        {"travel_m": 0.0},
        {"std_growth": 0.5},
        {"calls": 0},
    ],
)
def test_settings_out_of_range_are_told(values: dict[str, object]) -> None:
    (name,) = values
    with pytest.raises(InputError, match=f"baselines.pivot {name} = "):
        PivotConfig(**values)  # type: ignore[arg-type]
