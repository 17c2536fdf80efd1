"""Telling conventions apart, and saying so where the answers do not."""

import pytest

from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits
from airanchor.reasoner.probe.pixel_guess import MarkerAnswer, guess_convention

PLACES = ((100, 300), (400, 120), (60, 450), (330, 90), (250, 440))


def told_by(convention: PixelConvention, places: tuple[tuple[int, int], ...] = PLACES) -> list[MarkerAnswer]:
    return [MarkerAnswer(place, convention.from_pixel(place, 512, 512)) for place in places]


@pytest.mark.parametrize("scale", [1, 2, 4])
@pytest.mark.parametrize("units", PixelUnits)
@pytest.mark.parametrize("order", PixelOrder)
def test_exact_answers_tell(units: PixelUnits, order: PixelOrder, scale: int) -> None:
    convention = PixelConvention(units, order, scale)
    guess = guess_convention(told_by(convention), width_px=512, height_px=512, image_scale=scale)
    assert (guess.convention, guess.share, guess.error_px) == (convention, 1.0, 0.0)


@pytest.mark.parametrize("places", [((90, 90), (200, 200), (400, 400)), ((5, 5), (6, 9), (9, 6))])
def test_places_that_fit_several_conventions_do_not_tell(places: tuple[tuple[int, int], ...]) -> None:
    guess = guess_convention(told_by(PixelConvention(), places), width_px=512, height_px=512)
    assert guess.convention is None and "cannot tell" in guess.words()


def test_few_answers_do_not_tell() -> None:
    told = told_by(PixelConvention())
    silent = [MarkerAnswer(place, None) for place in PLACES]
    assert guess_convention(told[:2] + silent[2:], width_px=512, height_px=512).convention is None
    mostly = guess_convention(told[:4] + silent[4:], width_px=512, height_px=512)
    assert mostly.convention == PixelConvention() and mostly.share == 0.8
