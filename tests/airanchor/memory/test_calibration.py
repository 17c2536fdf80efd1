"""Calibration: an encoder that finds everything alike is noticed, and its floor can be taken away."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.memory.calibration import EncoderWarning, check_separation, measured_floor
from airanchor.memory.profiles import EMBEDDED_THRESHOLDS, memory_profile
from airanchor.memory.similarity import calibrated
from airanchor.memory.words.heads import split_attributes
from airanchor.perception import Phrase
from airanchor.perception.calibration import (
    ImageCalibration,
    Separation,
    TextCalibration,
    save_calibration,
    stored_calibration,
)
from tests.airanchor.memory.scenes import PictureEncoder, WordEncoder, anchor

BLIND = WordEncoder(sameness=0.75)
THINGS = ("building", "tree", "river", "billboard", "crane", "statue")


def types_seen(config: MemoryConfig) -> int:
    memory = Sokb(BLIND, config)
    for step, name in enumerate(THINGS):
        memory.observe(anchor(name, at=(100.0 * step, 0)), ObservationTime("e1", step))
    return len(memory.register.types)


def test_an_anisotropic_encoder_makes_one_type_of_a_city_and_is_warned_about() -> None:
    assert types_seen(MemoryConfig()) == 1
    with pytest.warns(EncoderWarning, match="one type will swallow the scene"):
        separation = check_separation(BLIND, MemoryConfig())
    assert separation.is_blind and separation.fifth_percentile >= 0.55


def test_the_calibrated_profile_tells_its_things_apart() -> None:
    config = memory_profile("calibrated", BLIND, PictureEncoder())
    assert config.category_floor == pytest.approx(measured_floor(BLIND), abs=1e-4)
    assert types_seen(config) == len(THINGS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not check_separation(BLIND, config).is_blind


def test_a_good_encoder_is_not_warned_about() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not check_separation(WordEncoder(), MemoryConfig()).is_blind


def test_calibration_is_the_identity_without_a_floor_and_monotone_with_one() -> None:
    cosines = np.linspace(-1, 1, 21)
    assert calibrated(cosines, None) is cosines
    stretched = calibrated(cosines, 0.7)
    assert stretched.min() == 0 and stretched.max() == 1 and (np.diff(stretched) >= 0).all()
    assert calibrated(0.85, 0.7) == pytest.approx(0.5)


class Named:
    """An encoder of which only the name matters."""

    dimension = 3

    def __init__(self, name: str) -> None:
        self.name = name

    def encode(self, items: object) -> NDArray[np.float32]:
        raise NotImplementedError


def test_the_paper_profile_is_the_default() -> None:
    assert memory_profile("paper", WordEncoder(), PictureEncoder()) == MemoryConfig()


@pytest.mark.parametrize("picture_name", ["mobilenetv2-imagenet", "histograms-1"])
@pytest.mark.parametrize("text_name", EMBEDDED_THRESHOLDS)
def test_the_embedded_profile_knows_every_embedded_encoder(text_name: str, picture_name: str) -> None:
    config = memory_profile("embedded", Named(text_name), Named(picture_name))
    assert config.profile == "embedded" and config.one_to_one and config.split_attributes
    assert config.visual_floor is not None and 0.5 < config.visual_floor < 0.8
    assert config.category_floor is None and config.gate_m == 20


def test_the_embedded_profile_keeps_what_was_measured_for_minilm() -> None:
    config = memory_profile("embedded", Named("all-MiniLM-L6-v2"), Named("mobilenetv2-imagenet"))
    assert config.type_threshold == 0.48
    calibration = stored_calibration("all-MiniLM-L6-v2")
    assert isinstance(calibration, TextCalibration)
    assert calibration.types.threshold < config.type_threshold < calibration.confusables.threshold


def separation(s0: float, threshold: float) -> Separation:
    return Separation(s0, s0 - 0.05, s0 + 0.05, threshold, threshold + 0.05, 0.9, threshold, 0.9, 10, 10)


def test_the_embedded_profile_takes_what_the_user_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Names from a floor of 0.75: halfway between the cuts 0.85 and 0.95 is 0.9, which is 0.6 of the way."""
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path))
    words = TextCalibration(
        types=separation(0.75, 0.85),
        confusables=separation(0.8, 0.95),
        attributes=separation(0.8, 0.9),
        captions=separation(0.7, 0.8),
    )
    save_calibration("mine-12345678", words)
    save_calibration("eyes", ImageCalibration(separation(0.4, 0.6), separation(0.5, 0.7)))
    config = memory_profile("embedded", Named("mine-12345678"), Named("eyes"))
    assert config.category_floor == 0.75 and config.appearance_floor == 0.8 and config.visual_floor == 0.4
    assert config.type_threshold == pytest.approx(0.6)
    with pytest.raises(InputError, match="'eyes' is not a text encoder"):
        memory_profile("embedded", Named("eyes"), Named("eyes"))


def test_profiles_that_do_not_fit_are_named() -> None:
    with pytest.raises(InputError, match=r"'words' was not calibrated; .* airanchor doctor --calibrate"):
        memory_profile("embedded", WordEncoder(), Named("mobilenetv2-imagenet"))
    with pytest.raises(InputError, match="'pictures' was not calibrated"):
        memory_profile("embedded", Named("all-MiniLM-L6-v2"), PictureEncoder())
    with pytest.raises(InputError, match="valid are paper, calibrated, embedded"):
        memory_profile("papre", WordEncoder(), PictureEncoder())


@pytest.mark.parametrize(
    ("phrase", "category", "attributes"),
    [
        (Phrase("tall red tower"), "tower", ("tall", "red")),
        (Phrase("red tower", ("red", "thin")), "tower", ("red", "thin")),
        (Phrase("water tower", ("gray",)), "water tower", ("gray",)),
        (Phrase("orange"), "orange", ()),
        (Phrase("large parking lot"), "parking lot", ("large",)),
    ],
)
def test_head_nouns_and_attributes_come_apart(
    phrase: Phrase, category: str, attributes: tuple[str, ...]
) -> None:
    assert split_attributes(phrase) == Phrase(category, attributes)


def test_split_attributes_reach_the_banks() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig(split_attributes=True))
    memory.observe(anchor("Tall red tower", ["shiny"]), ObservationTime("e1", 0))
    assert memory.register.types["T1"].labels.texts == ("tower",)
    assert memory.instance("O1").appearances.texts == ("tall, red, shiny",)


@pytest.mark.parametrize(
    ("name", "value"),
    [("type_threshold", 1.5), ("retrieval_count", 0), ("gate_m", -1.0), ("max_span_growth", 0.5)],
)
def test_values_out_of_range_are_named(name: str, value: float) -> None:
    with pytest.raises(InputError, match=f"memory {name} = {value}"):
        MemoryConfig().overlaid({name: value})


def test_unknown_settings_and_bad_weights_are_named() -> None:
    with pytest.raises(InputError, match="did you mean 'gate_m'"):
        MemoryConfig().overlaid({"gate": 3})
    with pytest.raises(InputError, match=r"sum to 1\.1, must sum to 1"):
        MemoryConfig(geometry_weight=0.5)
    with pytest.raises(InputError, match="valid are float16, float64"):
        MemoryConfig(vector_precision="float8")
