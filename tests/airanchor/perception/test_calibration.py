"""Tests of calibration: exact on hand-made numbers, and the stored profiles are what is measured."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.perception.calibration import (
    ImageCalibration,
    Separation,
    TextCalibration,
    calibrate_images,
    calibrate_text,
    own_calibration,
    rescale,
    save_calibration,
    separate,
    stored_calibration,
)
from airanchor.perception.image import Histograms
from airanchor.perception.text import TEXT_CHOICES, load_text_encoder
from airanchor.perception.weights import hash_file
from tests.airanchor.perception.fakes import LetterEncoder, MeanColour
from tests.airanchor.perception.pictures import draw
from tests.airanchor.perception.references import needs_minilm, needs_wordllama


def test_separable_pairs_are_separated_in_the_middle() -> None:
    result = separate(related=[0.8, 0.9, 1.0], unrelated=[0.1, 0.2, 0.3, 0.4])
    assert result.auc == result.accuracy == 1
    assert result.threshold == pytest.approx(0.6)
    assert result.s0 == pytest.approx(0.25)
    assert result.unrelated_p05 == pytest.approx(0.115)
    assert (result.related, result.unrelated) == (3, 4)


def test_overlapping_pairs_are_counted() -> None:
    result = separate(related=[0.3, 0.6, 0.9], unrelated=[0.2, 0.5])
    assert result.auc == pytest.approx(5 / 6)
    assert result.threshold == pytest.approx(0.55)
    assert result.accuracy == pytest.approx((2 / 3 + 1) / 2)


def test_ties_are_worth_half() -> None:
    result = separate(related=[0.5], unrelated=[0.5])
    assert (result.auc, result.accuracy) == (0.5, 0.5)


def test_auc_equals_counting_all_pairs() -> None:
    rng = np.random.default_rng(0)
    yes, no = rng.integers(0, 12, 40) / 10, rng.integers(-3, 9, 31) / 10
    wins = (yes[:, None] > no).mean() + (yes[:, None] == no).mean() / 2
    result = separate(yes.tolist(), no.tolist())
    assert result.auc == pytest.approx(wins)
    rates = [((yes >= cut).mean() + (no < cut).mean()) / 2 for cut in np.arange(-0.35, 1.3, 0.1)]
    assert result.accuracy == pytest.approx(max(rates))


def test_rescaling_is_the_stated_formula() -> None:
    np.testing.assert_allclose(rescale([0.1, 0.2, 0.6, 1.0], 0.2), [0, 0, 0.5, 1])
    assert rescale(0.3, 0.0) == pytest.approx(0.3)
    with pytest.raises(InputError, match="s0 = 1 must be below 1"):
        rescale(0.5, 1)


def test_both_lists_are_needed() -> None:
    with pytest.raises(InputError, match="0 related and 1 unrelated"):
        separate([], [0.5])


class Anisotropic(LetterEncoder):
    """All its vectors point almost the same way, as those of some large models do."""

    name = "anisotropic"

    def encode(self, texts: Any) -> Any:
        vectors = super().encode(texts) * np.float32(0.5)
        vectors[:, 26] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_a_scale_on_which_everything_passes_is_stretched() -> None:
    crowded = calibrate_text(Anisotropic()).types
    assert crowded.s0 > 0.8
    assert 0.55 < crowded.unrelated_p05 < crowded.threshold
    assert rescale(crowded.s0, crowded.s0) == 0
    assert 0 < crowded.rescaled_threshold < 1


@needs_minilm
@needs_wordllama
@pytest.mark.parametrize("name", TEXT_CHOICES)
def test_stored_text_profiles_are_what_is_measured(name: str) -> None:
    encoder = load_text_encoder(name)
    stored, measured = stored_calibration(encoder.name), calibrate_text(encoder)
    assert isinstance(stored, TextCalibration)
    for what, numbers in asdict(measured).items():
        assert numbers == pytest.approx(asdict(stored)[what], abs=1e-3), what
    assert stored.types.auc > 0.94
    assert stored.types.unrelated_p05 < 0.55


@pytest.mark.parametrize("name", ["mobilenetv2-imagenet", "histograms-1"])
def test_image_profiles_are_stored(name: str) -> None:
    stored = stored_calibration(name)
    assert isinstance(stored, ImageCalibration)
    assert stored.crops.auc > stored.alike.auc > 0.9
    assert stored.alike.s0 > stored.crops.s0


def test_images_are_measured_on_given_pairs() -> None:
    discs = [draw("disc", size, size) for size in (40, 60, 80)]
    walls = [draw("windows", size, size) for size in (40, 60, 80)]
    same = [(discs[0], discs[1]), (walls[1], walls[2])]
    different = [(discs[0], walls[0]), (discs[2], walls[1])]
    for encoder in (Histograms(), MeanColour()):
        result = calibrate_images(encoder, same=same, different=different, alike=different)
        assert result.crops.auc == 1
        assert isinstance(result.crops, Separation)


def test_unknown_encoders_are_told_how_to_calibrate() -> None:
    with pytest.raises(
        InputError, match=r"'gte-small' was not calibrated; known are all-MiniLM.*doctor --calibrate"
    ):
        stored_calibration("gte-small")


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path))
    return tmp_path


def test_what_the_user_measured_is_found_again_and_named_by_its_hash(own_folder: Path) -> None:
    assert own_calibration("letters") is None
    measured = calibrate_text(LetterEncoder())
    file = save_calibration("letters", measured)
    own = own_calibration("letters")
    assert own is not None and own.calibration == measured == stored_calibration("letters")
    assert (own.kind, own.told) == ("text", f"own of letters, sha256 {hash_file(file)}")


def test_what_the_user_measured_comes_before_what_is_shipped(own_folder: Path) -> None:
    save_calibration("all-MiniLM-L6-v2", calibrate_text(LetterEncoder()))
    assert stored_calibration("all-MiniLM-L6-v2") == calibrate_text(LetterEncoder())


@pytest.mark.parametrize("name", ["../../evil", "a/b", "x" * 500, "\u0000", "gte small"])
def test_no_name_of_an_encoder_leads_out_of_the_folder(own_folder: Path, name: str) -> None:
    file = save_calibration(name, calibrate_text(LetterEncoder()))
    assert file.parent == own_folder / "calibrations"
    assert own_calibration(name) is not None


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"encoder": "letters", "kind": "text"}'])
def test_a_damaged_calibration_is_told(own_folder: Path, text: str) -> None:
    save_calibration("letters", calibrate_text(LetterEncoder())).write_text(text)
    with pytest.raises(InputError, match="is damaged; make it anew with: airanchor doctor --calibrate"):
        own_calibration("letters")
