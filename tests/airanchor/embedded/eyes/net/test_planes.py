"""What the network is given: rays as the camera has them, colours folded, depth with its gaps."""

import math

import numpy as np
import pytest

from airanchor.embedded.eyes.net.planes import depth_planes, fold_colours, log_depth_of, rays
from aircity.geometry import Camera, Pose


@pytest.mark.parametrize("pitch_rad", [0.0, -0.4, -math.pi / 2])
def test_rays_are_those_of_the_camera(pitch_rad: float) -> None:
    camera = Camera.from_fov(64, 48).pitched(pitch_rad)
    u, v = (np.arange(n, dtype=np.float32) - (n - 1) / 2 for n in (64, 48))
    right, up = rays(u, v, camera.fx_px, pitch_rad)
    pose = Pose(0, 0, 0, 0.7)
    in_world = camera.rays_in_world(camera.pixel_grid, pose)
    to_right = np.array([-math.sin(0.7), math.cos(0.7), 0])
    assert np.allclose(up, in_world[..., 2], atol=1e-5)
    assert np.allclose(right, in_world @ to_right, atol=1e-5)


def test_folding_keeps_every_colour_of_a_block_at_its_point() -> None:
    rgb = np.random.default_rng(0).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    folded = fold_colours(rgb)
    assert folded.shape == (3, 4, 12)
    block = rgb[2:4, 6:8].reshape(12)
    assert np.allclose(folded[1, 3], block / 127.5 - 1, atol=1e-6)


def test_no_reading_says_nothing_and_the_sky_is_far() -> None:
    depth_m = np.array([[0, np.nan, np.inf, 20.0]], np.float32)
    log_depth, is_read = log_depth_of(depth_m)
    assert is_read.tolist() == [[False, False, True, True]]
    planes = depth_planes(log_depth, is_read, np.full((1, 4), -0.5, np.float32))
    assert not planes[0, :2].any()
    assert planes[0, 2:, 2].tolist() == [1, 1]
    assert planes[0, 2, 0] > planes[0, 3, 0]
    assert planes[0, 3, 1] == pytest.approx(-0.5)  # ten metres below the camera, in units of twenty
