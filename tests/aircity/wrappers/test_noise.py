"""Imperfect sensors spoil what they say, as much as they say, and the same way for the same seed."""

import math

import numpy as np
import pytest

from aircity.errors import InputError
from aircity.world import Action, Simulator
from aircity.wrappers.levels import NOISE, NoisyWorld, add_noise
from aircity.wrappers.noise import DepthDropout, DepthHoles, DepthNoise, LostFrames, PoseDrift, RgbBlur
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


@pytest.mark.parametrize("wrapper", [DepthNoise, DepthDropout, DepthHoles, PoseDrift])
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


def test_holes_are_connected_and_have_their_share() -> None:
    depth_m = DepthHoles(BoxWorld(), share=0.08, size_px=16, seed=1).reset(START).depth_m
    lost = depth_m == 0
    assert lost.mean() == pytest.approx(0.08, abs=0.01)
    beside = np.roll(lost, 1, axis=1) | np.roll(lost, -1, axis=1)
    assert (lost & beside).sum() > 0.9 * lost.sum()
    assert depth_m.dtype == np.float32


def test_a_lost_frame_shows_the_past_at_the_present_pose() -> None:
    world, true = LostFrames(BoxWorld(), probability=1.0, seed=1), BoxWorld()
    first = world.reset(START)
    true.reset(START)
    world.step(Action.TURN_RIGHT)
    true.step(Action.TURN_RIGHT)
    late, fresh = world.observe(), true.observe()
    assert np.array_equal(late.rgb, first.rgb) and np.array_equal(late.depth_m, first.depth_m)
    assert late.pose == fresh.pose != first.pose
    down = world.look_down()  # the first of its kind arrives
    assert np.array_equal(down.rgb, true.look_down().rgb)
    assert down.camera.pitch_rad < 0


def test_which_frames_are_lost_depends_on_the_seed_alone() -> None:
    def late(seed: int) -> list[bool]:
        world, true = LostFrames(BoxWorld(), probability=0.5, seed=seed), BoxWorld()
        world.reset(START), true.reset(START)
        pairs = []
        for _ in range(12):
            world.step(Action.TURN_RIGHT), true.step(Action.TURN_RIGHT)
            pairs.append(np.array_equal(world.observe().rgb, true.observe().rgb))
        return pairs

    assert late(4) == late(4) != late(5)
    assert 2 <= sum(late(4)) <= 10


def test_what_is_drawn_on_a_frame_does_not_come_back() -> None:
    world = LostFrames(BoxWorld(), probability=1.0, seed=1)
    view = world.reset(START)
    kept = view.rgb.copy()
    view.rgb[:] = 0
    assert np.array_equal(world.observe().rgb, kept)


def test_levels_grow_and_restart_with_reset_and_seed() -> None:
    errors = []
    for level in NOISE:
        world = add_noise(BoxWorld(), level, seed=2)
        first, again = world.reset(START), world.reset(START)
        assert np.array_equal(first.rgb, again.rgb) and np.array_equal(first.depth_m, again.depth_m)
        assert not np.array_equal(first.depth_m, add_noise(BoxWorld(), level, seed=3).reset(START).depth_m)
        errors.append((first.depth_m == 0).mean())
    assert errors == sorted(errors) and errors[0] > 0
    clean = BoxWorld()
    assert add_noise(clean, 0) is clean


def test_a_noisy_world_keeps_the_true_poses_aside() -> None:
    world, true = add_noise(BoxWorld(), 3, seed=2), BoxWorld()
    assert isinstance(world, NoisyWorld)
    assert world.true_pose(world.reset(START).pose) == true.reset(START).pose
    for action in (Action.MOVE_FORWARD, Action.TURN_LEFT, Action.GO_UP):
        reported, exact = world.step(action).pose, true.step(action).pose
        assert world.true_pose(reported) == exact != reported
    assert world.step(Action.STOP).pose == reported
    with pytest.raises(InputError, match="was not reported"):
        world.true_pose(exact)


def test_unknown_levels_name_the_valid_ones() -> None:
    with pytest.raises(InputError, match="noise 7 is unknown; valid are 0 none, 1 mild, 2 strong, 3 harsh"):
        add_noise(BoxWorld(), 7)
