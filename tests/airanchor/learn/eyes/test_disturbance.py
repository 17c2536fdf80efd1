"""Photometric change: what it must leave alone, and what it must not."""

import math

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra [learn]")

from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.learn.eyes.data.store import TrainingPicture
from airanchor.learn.eyes.data.truth import CLASSES
from airanchor.learn.eyes.training.batches import IS_HUE, joins, make_batch, planes_of, weights_of
from airanchor.learn.eyes.training.disturbance import hue_rotation, mirror, repaint, unsettle_depth


def picture() -> TrainingPicture:
    rng = np.random.default_rng(3)
    rows = np.repeat(np.arange(64)[None] // 8, 64, axis=0)
    return TrainingPicture(
        rgb=rng.integers(0, 256, (256, 256, 3), dtype=np.uint8),
        log_depth=rng.uniform(1, 6, (128, 128)).astype(np.float32),
        window=np.array([30, 90, 250, -0.2], np.float32),
        rows=rows,
        names=rows.copy(),
        keys=rows.copy(),
        traits=np.ones((64, 64, len(TRAITS)), np.bool_),
    )


def test_turning_hues_keeps_grays_and_a_third_is_a_change_of_channels() -> None:
    assert np.allclose(hue_rotation(1.0) @ np.ones(3), 1)
    assert np.allclose(hue_rotation(2 * math.pi / 3) @ np.array([1.0, 0, 0]), [0, 1, 0])
    assert np.allclose(hue_rotation(0.4) @ hue_rotation(-0.4), np.eye(3))


def test_a_mirrored_picture_sees_the_mirrored_rays() -> None:
    one, other = picture(), picture()
    mirror(other)
    straight, turned = planes_of(one.rgb, one.window, None), planes_of(other.rgb, other.window, None)
    assert np.array_equal(other.rows, one.rows[:, ::-1])
    assert np.allclose(turned[..., 12], -straight[:, ::-1, 12], atol=1e-6)
    assert np.allclose(turned[..., 13], straight[:, ::-1, 13], atol=1e-6)
    mirror(other)
    assert np.array_equal(one.rgb, other.rgb) and np.array_equal(one.window, other.window)


def test_colours_stay_in_range_and_some_pictures_lose_their_hues() -> None:
    rng = np.random.default_rng(0)
    kept = 0
    for _ in range(60):
        rgb, keeps_hues = repaint(picture(), rng)
        assert rgb.dtype == np.float32 and rgb.min() >= 0 and rgb.max() <= 255
        kept += keeps_hues
    assert 25 < kept < 55


def test_depth_noise_stays_in_range_and_marks_what_is_lost() -> None:
    rng = np.random.default_rng(1)
    lost = 0
    for _ in range(40):
        log_depth, is_read = unsettle_depth(picture().log_depth, rng)
        assert log_depth.min() >= 0 and log_depth.max() <= math.log(1000)
        lost += not is_read.all()
    assert 4 < lost < 30


def test_colour_words_are_not_learned_where_hues_were_changed() -> None:
    rng = np.random.default_rng(2)
    weights = weights_of(np.ones(CLASSES, np.int64))
    seen = set()
    for _ in range(12):
        batch = make_batch([picture()], weights, rng)
        is_thing = batch.trait_weights[0].numpy().any(axis=1)
        hues = batch.trait_weights[0].numpy()[is_thing][:, IS_HUE]
        assert batch.trait_weights[0].numpy()[is_thing][:, ~IS_HUE].all()
        assert hues.all() or not hues.any()
        seen.add(bool(hues.all()))
    assert seen == {True, False}


def test_rare_names_and_small_things_are_drawn_more_often() -> None:
    told = weights_of(np.array([1_000_000, 1000, 10, 0]))
    for weights in (told.drawn, told.counted):
        assert weights[0] < weights[1] < weights[2] <= weights[3]
    one = picture()
    one.keys[:] = 5
    one.keys[:4, :4] = 6
    batch = make_batch([one], weights_of(np.ones(CLASSES, np.int64)), np.random.default_rng(0))
    drawn = batch.at[0].numpy()
    corner = ((drawn // 64 < 4) & ((drawn % 64 < 4) | (drawn % 64 >= 60))).mean()
    assert len(set(drawn.tolist())) == len(drawn)
    assert corner > 10 / 4096


def test_cells_go_with_their_neighbours_of_the_same_key() -> None:
    keys = np.array([[1, 1, 2], [1, 3, 2]])
    right, lower = joins(keys)
    assert right.tolist() == [[1, 0, 0], [0, 0, 0]]
    assert lower.tolist() == [[1, 0, 1], [0, 0, 0]]
