"""The panorama: each direction once, and letters where they belong."""

import math

import numpy as np
import pytest

from aircity.cli.pictures.panorama import OFFSETS_DEG, column_of, join_strip, strip_width, write_compass

SIZE_PX = 512


def bearings(offset_deg: float) -> np.ndarray:
    """A view of 90 degrees whose columns hold the bearing that they look at."""
    across = (np.arange(SIZE_PX) + 0.5 - SIZE_PX / 2) / (SIZE_PX / 2)
    return np.tile(offset_deg + np.degrees(np.arctan(across)), (4, 1))


def test_every_bearing_shows_once_and_in_order() -> None:
    strip = join_strip([bearings(offset) for offset in OFFSETS_DEG])
    assert strip.shape == (4, 8 * strip_width(SIZE_PX))
    steps = np.diff(strip[0])
    assert (steps > 0).all() and steps.max() < 0.4
    assert strip[0, -1] - strip[0, 0] == pytest.approx(360, abs=0.5)


@pytest.mark.parametrize("heading_deg", [0.0, 33.0, -120.0, 275.0])
def test_columns_lie_where_the_strip_looks(heading_deg: float) -> None:
    strip = join_strip([bearings(heading_deg + offset) for offset in OFFSETS_DEG])[0]
    for bearing in range(0, 360, 15):
        column = min(int(column_of(bearing, heading_deg, SIZE_PX)), len(strip) - 1)
        away = (strip[column] - bearing + 180) % 360 - 180
        assert abs(away) < 0.5


def test_the_compass_is_written_below_the_picture() -> None:
    strip = np.zeros((64, 8 * strip_width(64), 3), np.uint8)
    picture = write_compass(strip, 0.0, 64)
    assert picture.shape[0] > 64 and picture.shape[1] == strip.shape[1]
    north = int(column_of(0.0, 0.0, 64))
    assert picture[64:, north - 4 : north + 5].max() > 200
    assert math.isclose(column_of(360.0, 0.0, 64), column_of(0.0, 0.0, 64))
