"""The text and image encoders on tiny models: what goes in, what comes out, against values by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.perception.checks import check_image_encoder, check_text_encoder
from airanchor.perception.models import (
    ModelChoice,
    PerceptionConfig,
    choose_image_encoder,
    choose_text_encoder,
    encoder_role,
)
from airanchor.perception.models.catalogue import ModelRole
from airanchor.perception.models.config import Hardware
from airanchor.perception.models.image import CropEncoder, middle_of
from airanchor.perception.models.pins import read_pin
from airanchor.perception.models.runtime import ImageNetwork, TextNetwork
from airanchor.perception.models.text import SentenceEncoder, mean_of_tokens
from airanchor.perception.text import MiniLM
from tests.airanchor.perception.models.tiny import SIDE_PX
from tests.airanchor.perception.references import needs_minilm

pytestmark = pytest.mark.xdist_group("models")
MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


@pytest.fixture
def text(weights: Path) -> SentenceEncoder:
    found = choose_text_encoder(PerceptionConfig(), "grounded-sam")
    assert isinstance(found, SentenceEncoder)
    return found


@pytest.fixture
def image(weights: Path) -> CropEncoder:
    found = choose_image_encoder(PerceptionConfig(), "grounded-sam")
    assert isinstance(found, CropEncoder)
    return found


def test_they_keep_to_the_contract(text: SentenceEncoder, image: CropEncoder) -> None:
    check_text_encoder(text)
    check_image_encoder(image)


def test_results_name_them_with_their_hash(text: SentenceEncoder, weights: Path) -> None:
    assert text.name.startswith("gte-small-") and len(text.name) == len("gte-small-") + 8
    assert text.weights.startswith("thenlper/gte-small, revision unknown, sha256 ")
    assert text.dimension == 32


def test_padding_is_left_out_of_the_mean() -> None:
    hidden = np.array([[[1, 2], [3, 4], [100, 100]], [[1, 1], [2, 2], [6, 0]]], np.float32)
    is_token = np.array([[1, 1, 0], [1, 1, 1]])
    np.testing.assert_allclose(mean_of_tokens(hidden, is_token), [[2, 3], [3, 1]])


def test_a_text_is_the_mean_of_its_own_tokens_whatever_stands_beside_it(
    text: SentenceEncoder, weights: Path
) -> None:
    network = TextNetwork(weights / "gte-small", Hardware("cpu", "float32"), 300)
    hidden, is_token = network(["red house"])
    assert is_token.tolist() == [[1, 1, 1, 1]]  # [CLS] red house [SEP]
    expected = hidden[0].mean(axis=0)
    expected /= np.linalg.norm(expected)
    np.testing.assert_allclose(
        text.encode(["a much longer text than that", "red house"])[1], expected, atol=1e-6
    )


def test_a_long_text_is_cut_and_half_a_character_is_no_obstacle(text: SentenceEncoder) -> None:
    vectors = text.encode(["red " * 1000, "broken \ud800 text"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_crop_is_normalised_channel_by_channel(weights: Path) -> None:
    network = ImageNetwork(weights / "dinov2-base", Hardware())
    crop = np.full((70, 90, 3), (51, 102, 204), np.uint8)
    pixels = network.prepare([crop]).numpy()
    assert pixels.shape == (1, 3, SIDE_PX, SIDE_PX)
    for channel, share in enumerate((0.2, 0.4, 0.8)):
        expected = (share - MEAN[channel]) / SPREAD[channel]
        np.testing.assert_allclose(pixels[0, channel], expected, atol=1e-5)


def test_a_crop_is_cut_around_its_middle(weights: Path) -> None:
    """64 pixels high is as the model wants it; of 128 columns it sees the middle 56, of 64 rows too."""
    crop = np.zeros((64, 128, 3), np.uint8)
    crop[:, 64:] = 255
    crop[:4] = 128
    pixels = ImageNetwork(weights / "dinov2-base", Hardware()).prepare([crop]).numpy()[0, 0]
    np.testing.assert_allclose(pixels[:, :28], (0 - MEAN[0]) / SPREAD[0], atol=1e-5)
    np.testing.assert_allclose(pixels[:, 28:], (1 - MEAN[0]) / SPREAD[0], atol=1e-5)


def test_a_crop_is_stretched_to_the_models_side(weights: Path) -> None:
    """Twice as large and of equal halves: the halves stay halves."""
    crop = np.zeros((128, 128, 3), np.uint8)
    crop[64:] = 255
    pixels = ImageNetwork(weights / "dinov2-base", Hardware()).prepare([crop]).numpy()[0, 0]
    np.testing.assert_allclose(pixels[:24], (0 - MEAN[0]) / SPREAD[0], atol=0.1)
    np.testing.assert_allclose(pixels[32:], (1 - MEAN[0]) / SPREAD[0], atol=0.1)


def test_the_class_token_is_taken_and_made_one_long(image: CropEncoder, weights: Path) -> None:
    torch = pytest.importorskip("torch")
    from transformers import AutoModel

    crop = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    middle = crop[4:60, 4:60].astype(np.float32) / 255
    pixels = ((middle - np.float32(MEAN)) / np.float32(SPREAD)).transpose(2, 0, 1)[None]
    with torch.inference_mode():
        hidden = AutoModel.from_pretrained(weights / "dinov2-base")(torch.tensor(pixels)).last_hidden_state
    expected = hidden[0, 0].numpy() / np.linalg.norm(hidden[0, 0].numpy())
    np.testing.assert_allclose(image.encode([crop])[0], expected, atol=1e-5)


def test_slivers_are_cut_and_others_are_not() -> None:
    line = np.arange(500, dtype=np.uint8)[None, :, None].repeat(3, axis=2)
    assert middle_of(line).shape == (1, 8, 3)
    assert middle_of(line)[0, 0, 0] == line[0, 246, 0]
    wide = np.zeros((10, 80, 3), np.uint8)
    assert middle_of(wide).shape == wide.shape


def test_a_folder_is_named_as_it_is_called(weights: Path) -> None:
    by_folder = choose_text_encoder(PerceptionConfig(text=ModelChoice(str(weights / "gte-small"))))
    by_name = choose_text_encoder(PerceptionConfig(text=ModelChoice("gte-small")))
    assert by_folder.name == by_name.name
    np.testing.assert_array_equal(by_folder.encode(["tower"]), by_name.encode(["tower"]))


@needs_minilm
def test_embedded_encoders_keep_their_names(weights: Path) -> None:
    assert isinstance(choose_text_encoder(PerceptionConfig(), "embedded"), MiniLM)
    assert isinstance(
        choose_text_encoder(PerceptionConfig(text=ModelChoice("minilm")), "grounded-sam"), MiniLM
    )


def test_half_precision_is_near_the_whole(weights: Path, text: SentenceEncoder) -> None:
    half = choose_text_encoder(PerceptionConfig(text=ModelChoice("gte-small"), dtype="bfloat16"))
    np.testing.assert_allclose(half.encode(["red tower"]), text.encode(["red tower"]), atol=0.03)


@pytest.mark.parametrize("device", ["cuda", "cuda:3", "mps"])
def test_a_device_that_is_not_there_is_told(weights: Path, device: str) -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available() or torch.backends.mps.is_available():
        pytest.skip("this machine has a GPU")
    encoder = choose_text_encoder(PerceptionConfig(text=ModelChoice("gte-small"), device=device))
    with pytest.raises(InputError, match=rf"device '{device}' is not on this machine.*perception.device=cpu"):
        encoder.encode(["tower"])


def test_loading_is_told_and_happens_once(
    models: Path, own_config: Path, tmp_path: Path, capsys: Any
) -> None:
    copy = tmp_path / "another-name"
    copy.mkdir()
    for file in (models / "gte-small").iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    for _ in range(2):
        choose_text_encoder(PerceptionConfig(text=ModelChoice(str(copy)))).encode(["tower"])
    told = capsys.readouterr().err
    assert told.count("loading another-name") == told.count("loaded another-name") == 1
    assert "cpu, float32" in told


def test_damaged_weights_are_told(models: Path, own_config: Path, tmp_path: Path) -> None:
    copy = tmp_path / "damaged"
    copy.mkdir()
    for file in (models / "gte-small").iterdir():
        (copy / file.name).write_bytes(file.read_bytes()[:2000])
    (copy / "config.json").write_bytes((models / "gte-small" / "config.json").read_bytes())
    encoder = choose_text_encoder(PerceptionConfig(text=ModelChoice(str(copy))))
    with pytest.raises(InputError, match=rf"the model in {copy} cannot be loaded"):
        encoder.encode(["tower"])
    assert read_pin(str(copy)) is None  # nothing holds the files that are got again to the damaged ones
    for file in (models / "gte-small").iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    mended = choose_text_encoder(PerceptionConfig(text=ModelChoice(str(copy))))
    assert read_pin(str(copy)) is None
    mended.encode(["tower"])
    assert read_pin(str(copy)) is not None


def test_code_beside_the_weights_is_not_run(models: Path, own_config: Path, tmp_path: Path) -> None:
    copy = tmp_path / "hostile"
    copy.mkdir()
    for file in (models / "gte-small").iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    config = (
        (copy / "config.json")
        .read_text()
        .replace(
            '"model_type": "bert"',
            '"model_type": "evil", "auto_map": {"AutoConfig": "evil.E", "AutoModel": "evil.E"}',
        )
    )
    (copy / "config.json").write_text(config)
    (copy / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    encoder = choose_text_encoder(PerceptionConfig(text=ModelChoice(str(copy))))
    with pytest.raises(InputError, match="cannot be loaded"):
        encoder.encode(["tower"])
    assert not (tmp_path / "ran").exists()


def test_folders_are_told_apart_by_what_they_describe(weights: Path) -> None:
    assert encoder_role(str(weights / "gte-small")) is ModelRole.TEXT
    assert encoder_role(str(weights / "dinov2-base")) is ModelRole.IMAGE
    assert encoder_role("histograms") is ModelRole.IMAGE
    assert encoder_role("facebook/dinov2-base") is ModelRole.IMAGE
    with pytest.raises(InputError, match=r"there is no folder '/nope/dir'; valid are minilm, .*dinov2"):
        encoder_role("/nope/dir")
    with pytest.raises(InputError, match="'sam-vit-huge' is no encoder; valid are minilm"):
        encoder_role("sam-vit-huge")
