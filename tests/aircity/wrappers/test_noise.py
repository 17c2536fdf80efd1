"""Imperfect sensors spoil what they say, as much as they say, and the same way for the same seed."""

import math

import numpy as np
import pytest

from aircity.errors import InputError
from aircity.world import Action, Simulator
from aircity.wrappers.noise import DepthDropout, DepthNoise, PoseDrift, RgbBlur
from tests.contract.box_world import START, BoxWorld


def test_depth_noise_is_proportional_and_leaves_the_sky() -> None:
    clean = BoxWorld().reset(START).depth_m
    noisy = DepthNoise(BoxWorld(), relative_sigma=0.02, seed=1).reset(START).depth_m
    seen = np.isfinite(clean)
    error = noisy[seen] / clean[seen] - 1
    assert noisy.dtype == np.float32
    assert np.array_equal(np.isinf(noisy), np.isinf(clean))
    assert error.std() == pytest.approx(0.02, rel=0.1)
    near, far = clean[seen] < 15, clean[seen] > 40
    assert error[near].std() == pytest.approx(error[far].std(), rel=0.2)
    assert (noisy > 0).all()


def test_dropout_loses_readings_with_its_probability() -> None:
    depth_m = DepthDropout(BoxWorld(), probability=0.1, seed=1).reset(START).depth_m
    assert (depth_m == 0).mean() == pytest.approx(0.1, abs=0.01)
    assert depth_m.dtype == np.float32


def test_pose_drift_wanders_in_what_is_reported_only() -> None:
    true, drifting = BoxWorld(), PoseDrift(BoxWorld(), position_sigma_m=0.1, seed=2)
    assert drifting.reset(START).pose == true.reset(START).pose
    apart = []
    for _ in range(12):
        result, expected = drifting.step(Action.TURN_RIGHT), true.step(Action.TURN_RIGHT)
        view, exact = drifting.observe(), true.observe()
        assert np.array_equal(view.rgb, exact.rgb)
        assert view.pose == result.pose != expected.pose
        apart.append(math.dist(view.pose.position, exact.pose.position))
    assert 0 < apart[0] < 0.5
    assert drifting.reset(START).pose == START


def test_blur_softens_colour_and_nothing_else() -> None:
    sharp, soft = BoxWorld().reset(START), RgbBlur(BoxWorld(), radius_px=2.0).reset(START)
    assert (
        np.abs(np.diff(soft.rgb.astype(int), axis=1)).max()
        < np.abs(np.diff(sharp.rgb.astype(int), axis=1)).max()
    )
    assert np.array_equal(sharp.depth_m, soft.depth_m)
    assert soft.rgb.dtype == np.uint8


@pytest.mark.parametrize("wrapper", [DepthNoise, DepthDropout, PoseDrift])
def test_same_seed_same_noise_and_reset_restarts_it(wrapper: type) -> None:
    def fly(world: Simulator) -> list[object]:
        seen: list[object] = []
        for view in (world.reset(START), world.observe(), world.look_down(), *world.panorama([0.3])):
            seen += [view.depth_m.tobytes(), view.pose]
        return [*seen, world.step(Action.GO_UP), world.observe().depth_m.tobytes()]

    world = wrapper(BoxWorld(), seed=4)
    first = fly(world)
    assert fly(world) == first
    assert fly(wrapper(BoxWorld(), seed=4)) == first
    assert fly(wrapper(BoxWorld(), seed=5)) != first


def test_wrappers_nest() -> None:
    world = DepthDropout(DepthNoise(BoxWorld(), seed=1), probability=0.5, seed=2)
    depth_m, inner = world.reset(START).depth_m, DepthNoise(BoxWorld(), seed=1).reset(START).depth_m
    kept = depth_m > 0
    assert 0.4 < kept.mean() < 0.6
    assert np.array_equal(depth_m[kept], inner[kept])


@pytest.mark.parametrize("sigma", [-0.1, 0.6, math.nan])
def test_values_out_of_range_are_refused(sigma: float) -> None:
    with pytest.raises(InputError, match="relative_sigma"):
        DepthNoise(BoxWorld(), relative_sigma=sigma)
