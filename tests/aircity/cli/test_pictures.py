"""Strips, sheets and moving pictures."""

import numpy as np
from PIL import Image

from aircity.cli.pictures.images import colour_depth, save_gif, save_sheet


def test_near_is_brighter_than_far_and_the_sky_is_darkest():
    depth_m = np.array([[2.0, 40.0, 400.0, np.inf, 0.0]], np.float32)
    brightness = colour_depth(depth_m).astype(int).sum(axis=-1)[0]
    assert brightness[0] > brightness[1] > brightness[2] > brightness[3]


def test_a_sheet_holds_every_picture_in_rows(tmp_path):
    images = [np.full((32, 32, 3), 40 * k, np.uint8) for k in range(5)]
    path = tmp_path / "deep" / "sheet.png"
    save_sheet(path, images, [f"picture {k}" for k in range(5)], columns=3, tile_px=100)
    with Image.open(path) as sheet:
        assert sheet.size == (300, 2 * 110)
        assert [sheet.getpixel((50 + 100 * k, 50))[0] for k in range(3)] == [0, 40, 80]
        assert sheet.getpixel((50, 160))[0] == 120


def test_a_gif_has_one_frame_per_picture(tmp_path):
    images = [np.full((16, 16, 3), shade, np.uint8) for shade in (0, 90, 180)]
    save_gif(tmp_path / "tour.gif", images, size_px=32)
    with Image.open(tmp_path / "tour.gif") as gif:
        assert gif.n_frames == 3
