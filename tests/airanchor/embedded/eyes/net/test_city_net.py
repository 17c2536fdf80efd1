"""The trained network as it is asked: shapes, sizes, sameness, and the weights that come with the package."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from airanchor.embedded.eyes.net import SKY, CityNet, read_net, shared_net, stored_net
from airanchor.embedded.eyes.net.city_net import seen_size
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.errors import InputError
from aircity.city.catalogue import make_scene
from aircity.city.render.renderer import Frame, Renderer
from aircity.geometry import Camera, Pose


@pytest.fixture(scope="module")
def frame() -> Frame:
    """A view of a small city that no training has seen."""
    scene = make_scene("suburb", 44_001, 200.0)
    renderer = Renderer(scene, threads=1)
    try:
        return renderer.render(Pose(0.0, -60.0, 25.0, math.pi / 2), Camera.from_fov())
    finally:
        renderer.close()


def test_each_cell_is_told_all(frame: Frame) -> None:
    maps = shared_net().look(frame.rgb)
    assert maps.log_names.shape == (128, 128, len(NAMES) + 2)
    assert maps.traits.shape == (128, 128, len(TRAITS))
    assert maps.joins.shape == (128, 128, 2)
    assert maps.log_depth.shape == (128, 128)
    assert maps.features.shape[:2] == (128, 128)
    assert np.allclose(np.exp(maps.log_names).sum(axis=-1), 1, atol=1e-4)
    for shares in (maps.traits, maps.joins):
        assert shares.min() >= 0 and shares.max() <= 1


def test_the_same_picture_gives_the_same_numbers(frame: Frame) -> None:
    once, again = shared_net().look(frame.rgb, frame.depth_m), CityNet().look(frame.rgb, frame.depth_m)
    assert np.array_equal(once.log_names, again.log_names)
    assert np.array_equal(once.features, again.features)


def test_the_sky_is_sky_and_far_and_the_ground_is_not(frame: Frame) -> None:
    maps = shared_net().look(frame.rgb)
    is_sky = frame.object_id[2::4, 2::4] == 0
    named_sky = maps.log_names.argmax(axis=-1) == SKY
    assert 0.05 < is_sky.mean() < 0.95
    assert (named_sky == is_sky).mean() > 0.95
    assert maps.log_depth[is_sky].mean() > maps.log_depth[~is_sky].mean() + 1


def test_depth_is_made_use_of_and_gaps_in_it_are_allowed(frame: Frame) -> None:
    colour, both = shared_net().look(frame.rgb), shared_net().look(frame.rgb, frame.depth_m)
    true = np.log(np.clip(frame.depth_m[2::4, 2::4], 1, 1000))
    assert np.abs(both.log_depth - true).mean() < np.abs(colour.log_depth - true).mean()
    gaps = frame.depth_m.copy()
    gaps[:, ::2] = 0
    gaps[0, 0] = np.nan
    assert np.isfinite(shared_net().look(frame.rgb, gaps).log_names).all()


@pytest.mark.parametrize("size", [(256, 256), (480, 640), (33, 100), (700, 90)])
def test_cells_cover_pictures_of_any_size(size: tuple[int, int]) -> None:
    rgb = np.zeros((*size, 3), np.uint8)
    maps = shared_net().look(rgb, np.full(size, 30, np.float32))
    height, width = seen_size(*size)
    assert maps.log_depth.shape == (height // 4, width // 4)
    rows, columns = maps.rows_and_columns(*size)
    assert (len(rows), len(columns)) == size
    assert (rows[0], columns[0]) == (0, 0)
    assert (rows.max() + 1, columns.max() + 1) <= maps.log_depth.shape


def test_a_smaller_picture_of_the_same_view_is_read_alike(frame: Frame) -> None:
    half = np.ascontiguousarray(frame.rgb.reshape(256, 2, 256, 2, 3).mean(axis=(1, 3)).astype(np.uint8))
    whole, small = shared_net().look(frame.rgb), shared_net().look(half)
    assert (whole.log_names.argmax(axis=-1) == small.log_names.argmax(axis=-1)).mean() > 0.8


@pytest.mark.parametrize(
    ("rgb", "depth_m", "says"),
    [
        (np.zeros((8, 8), np.uint8), None, r"not \(8, 8\) of uint8"),
        (np.zeros((8, 8, 3)), None, r"of float64"),
        (np.zeros((0, 8, 3), np.uint8), None, r"not \(0, 8, 3\)"),
        (np.zeros((8, 8, 3), np.uint8), np.zeros((4, 4), np.float32), r"depth \(4, 4\) must have the size"),
    ],
)
def test_what_is_no_picture_is_refused(rgb: np.ndarray, depth_m: np.ndarray | None, says: str) -> None:
    with pytest.raises(InputError, match=says):
        shared_net().look(rgb, depth_m)


def test_the_stored_weights_tell_where_they_come_from() -> None:
    told = stored_net().provenance
    assert told["command"].startswith("airanchor learn eyes")
    assert told["figures"]["crops"] > 0
    assert len(stored_net().model) < 5_000_000
    assert not [city for city in told["trained_on"] if city.startswith(("canal-town", "seaside"))]


def test_weights_that_are_not_those_of_the_provenance_are_refused(tmp_path: Path) -> None:
    (tmp_path / "eyes.onnx").write_bytes(stored_net().model + b"x")
    (tmp_path / "eyes.json").write_text(json.dumps(stored_net().provenance))
    with pytest.raises(InputError, match=r"has the hash .* speaks of .*copy both files"):
        read_net(tmp_path)


def test_missing_weights_are_told_with_the_command_that_makes_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no eyes.onnx; train one with: airanchor learn eyes"):
        read_net(tmp_path)
