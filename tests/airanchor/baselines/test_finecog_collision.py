"""The collision warning against depth images computed by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from airanchor.baselines.finecog.collision import NO_WARNING, CollisionWarning, collision_warning
from airanchor.baselines.finecog.config import FAITHFUL, FineCogConfig
from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation

SIZE_PX = 512
CONFIG = FineCogConfig()


def warned(depth_m: NDArray[np.floating], config: FineCogConfig = CONFIG) -> CollisionWarning:
    height_px, width_px = depth_m.shape
    rgb = np.zeros((height_px, width_px, 3), dtype=np.uint8)
    camera = Camera.from_fov(width_px, height_px)
    view = Observation(rgb, depth_m.astype(np.float32), Pose.at(0, 0, 30, 0), camera)
    return collision_warning(view, config)


def sky() -> NDArray[np.float64]:
    return np.full((SIZE_PX, SIZE_PX), np.inf)


def level_surface(height_m: float) -> NDArray[np.float64]:
    """Depth along the rays to an endless flat surface so far above (or below, negative) the camera."""
    camera = Camera.from_fov(SIZE_PX, SIZE_PX)
    up = -camera.rays(camera.pixel_grid)[..., 1]
    distance_m = height_m / np.where(up == 0, np.nan, up)
    return np.where(distance_m > 0, distance_m, np.inf)


def test_open_sky_warns_of_nothing() -> None:
    assert warned(sky()) == CollisionWarning()
    assert warned(sky()).words == NO_WARNING


# f = 256 px, so half the window is 256 * 0.5 / 5.1 = 25.1 px wide and 256 * 0.05 / 5.1 = 2.5 px high: columns
# 231 to 280 and rows 254 to 257 around the middle at 255.5 (rows 253 and 258 lie 2.5 px off, inside 2.51).
@pytest.mark.parametrize(
    ("u", "v", "is_inside"),
    [
        *((231, 255, True), (280, 255, True), (230, 255, False), (281, 255, False)),
        *((255, 253, True), (255, 258, True), (255, 252, False), (255, 259, False)),
    ],
)
def test_the_forward_window_is_that_of_the_body(u: int, v: int, is_inside: bool) -> None:
    depth_m = sky()
    depth_m[v, u] = 5.0
    assert warned(depth_m).forward is is_inside


@pytest.mark.parametrize(("distance_m", "is_close"), [(5.0, True), (5.2, False)])
def test_forward_is_warned_of_below_the_clearance(distance_m: float, is_close: bool) -> None:
    depth_m = sky()
    depth_m[255, 255] = distance_m
    assert warned(depth_m).forward is is_close


@pytest.mark.parametrize("lost", [0.0, -1.0, np.nan])
def test_a_lost_reading_warns_of_nothing(lost: float) -> None:
    assert warned(np.full((SIZE_PX, SIZE_PX), lost)) == CollisionWarning()


@pytest.mark.parametrize(("height_m", "is_close"), [(2.1, True), (2.3, False)])
def test_a_ceiling_and_a_floor_by_their_true_height(height_m: float, is_close: bool) -> None:
    assert warned(level_surface(height_m)) == CollisionWarning(up=is_close)
    assert warned(level_surface(-height_m)) == CollisionWarning(down=is_close)


def test_the_published_height_takes_the_tangent_of_a_depth_along_the_ray() -> None:
    # At the lowest rows the angle is 45 degrees: tan x depth = 1.41 x the true height; 1.7 m counts as 2.4 m.
    assert warned(level_surface(-1.7)) == CollisionWarning(down=True)
    assert warned(level_surface(-1.7), FAITHFUL) == CollisionWarning()
    assert warned(level_surface(-1.4), FAITHFUL) == CollisionWarning(down=True)


def test_a_near_surface_that_is_not_flat_is_no_floor() -> None:
    depth_m = sky()
    depth_m[-26:, 246:266] = np.linspace(3.0, 0.5, 26)[:, np.newaxis]  # 0.07 m a row
    assert not warned(depth_m).down


def test_only_the_centre_columns_tell_of_above_and_below() -> None:
    depth_m = level_surface(-1.5)
    depth_m[:, 246:266] = np.inf
    assert warned(depth_m) == CollisionWarning()


def test_the_words_name_the_actions_it_warns_of() -> None:
    warning = CollisionWarning(forward=True, down=True)
    assert warning.actions == (Action.MOVE_FORWARD, Action.GO_DOWN)
    assert "MOVE_FORWARD or GO_DOWN" in warning.words


def _slow(depth_m: NDArray[np.float32], camera: Camera, config: FineCogConfig) -> bool:
    """The forward rule one pixel at a time."""
    for v in range(camera.height_px):
        for u in range(camera.width_px):
            right_m = abs(u - camera.cx_px) / camera.fx_px * config.forward_clearance_m
            low_m = abs(v - camera.cy_px) / camera.fy_px * config.forward_clearance_m
            is_inside = right_m <= config.body_width_m / 2 and low_m <= config.body_height_m / 2
            if is_inside and 0 < depth_m[v, u] < config.forward_clearance_m:
                return True
    return False


@given(st.integers(0, 2**32 - 1), st.floats(0.5, 40.0))
def test_the_forward_rule_pixel_by_pixel(seed: int, clearance_m: float) -> None:
    config = FineCogConfig(forward_clearance_m=clearance_m, body_height_m=4.0, body_width_m=6.0)
    rng = np.random.default_rng(seed)
    depth_m = rng.choice([0.0, np.inf, *rng.uniform(0.3, 60.0, 3)], (24, 32), p=[0.04, 0.9, 0.02, 0.02, 0.02])
    camera = Camera.from_fov(32, 24)
    assert warned(depth_m, config).forward is _slow(depth_m.astype(np.float32), camera, config)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_any_picture_is_judged(height_px: int, width_px: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    depth_m = rng.choice([0.0, np.nan, np.inf, 1.0, 3.0, 50.0], (height_px, width_px))
    assert isinstance(warned(depth_m), CollisionWarning)
