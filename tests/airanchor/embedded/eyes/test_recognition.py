"""Names and traits of candidates, by features and by what is measured of them."""

import hashlib
import json
from importlib.resources import files

import numpy as np
import pytest

from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.candidates import find_candidates
from airanchor.embedded.eyes.detector.looks import pool_proposals
from airanchor.embedded.eyes.detector.properties import Property
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.recognition import proposal_inputs, proposal_measures, recognize
from airanchor.embedded.eyes.reader import SceneReader, recognition
from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.recognition import (
    PROPOSALS,
    REGIONS,
    Recognizer,
    as_arrays,
    recognize_nothing,
    recognizer_from,
    region_inputs,
    stored_recognizer,
)
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.errors import InputError
from airanchor.learn.eyes.data.cities import HELD_OUT_STYLES
from airanchor.perception import Phrase
from aircity.geometry import Pose
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder

VIEW = cast([Box(60, 0, 12, 12, 18, (190, 60, 50))], Pose.at(0, 0, 20))
CAR = next(index for index, one in enumerate(NAMES) if one.name == "car")


def always(name: int, inputs: int) -> Recognizer:
    """One that finds every row the same thing, with all traits as likely as not."""

    def still(outputs: int, bias: np.ndarray) -> Perceptron:
        hidden = (np.zeros((inputs, 1), np.float32), np.zeros(1, np.float32))
        layers = [hidden, (np.zeros((1, outputs), np.float32), bias)]
        return Perceptron(np.zeros(inputs, np.float32), np.ones(inputs, np.float32), layers)

    bias = np.zeros(NOTHING + 1, np.float32)
    bias[name] = 20.0
    return Recognizer(still(NOTHING + 1, bias), still(len(TRAITS), np.zeros(len(TRAITS), np.float32)))


def find_all_as(name: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        recognition, "stored_recognizer", lambda which: always(name, len(stored_recognizer(which).names.mean))
    )


@pytest.mark.parametrize("which", [PROPOSALS, REGIONS])
def test_what_is_stored_comes_back(which: str) -> None:
    stored = stored_recognizer(which)
    again = recognizer_from(which, as_arrays(which, stored))
    rows = np.random.default_rng(2).standard_normal((5, len(stored.names.mean))).astype(np.float32)
    np.testing.assert_allclose(again.names.run(rows), stored.names.run(rows), rtol=1e-5)
    np.testing.assert_allclose(again.traits.run(rows), stored.traits.run(rows), rtol=1e-5)


def test_the_weights_are_those_that_are_told_of_and_no_style_held_out_is_among_their_cities() -> None:
    folder = files(recognition.__package__)
    told = json.loads(folder.joinpath("recognition.json").read_text(encoding="utf-8"))
    assert hashlib.sha256(folder.joinpath("recognition.npz").read_bytes()).hexdigest() == told["sha256"]
    for which in (PROPOSALS, REGIONS):
        styles = {city.split("@")[0] for city in told[which]["learned_from"]}
        assert styles and not styles & set(HELD_OUT_STYLES)


def test_fits_read_the_same_regions_without_recognition() -> None:
    blind = SceneReader(LetterEncoder(), recognize=recognize_nothing).read(VIEW.rgb)
    seen = SceneReader(LetterEncoder()).read(VIEW.rgb)
    inputs, alike = (region_inputs(one.maps, one.looks, one.regions) for one in (blind, seen))
    np.testing.assert_array_equal(inputs, alike)
    assert not np.array_equal(blind.recognized.shares, seen.recognized.shares)


def test_inputs_of_another_network_are_refused() -> None:
    stored = stored_recognizer(REGIONS)
    with pytest.raises(InputError, match="fitted again"):
        stored.look(np.zeros((1, len(stored.names.mean) + 1), np.float32))


def test_inputs_are_those_that_the_weights_know_and_hold_the_measures() -> None:
    reading, proposals = SceneReader(LetterEncoder()).read(VIEW.rgb), propose(VIEW)
    candidates = find_candidates(VIEW, proposals, reading)
    own = proposal_inputs(proposals, reading.maps, pool_proposals(proposals, reading.maps))
    regions = region_inputs(reading.maps, reading.looks, reading.regions)
    assert own.shape == (len(proposals.groups), len(stored_recognizer(PROPOSALS).names.mean))
    assert regions.shape == (len(reading.regions.size), len(stored_recognizer(REGIONS).names.mean))
    assert len(candidates.region) and candidates.region.max() < len(regions)
    measures = proposal_measures(proposals)
    tops = np.log(np.maximum(proposals.column(Property.TOP_M), 0.05))
    np.testing.assert_allclose(measures[:, Property.TOP_M], tops, rtol=1e-5)
    np.testing.assert_array_equal(own[:, -measures.shape[1] :], np.clip(measures, -200, 200))
    np.testing.assert_array_equal(regions[:, -3:], np.clip(reading.regions.paint, -200, 200))


def test_every_candidate_has_shares_of_names_and_what_is_no_thing_has_small_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = SceneReader(LetterEncoder()).read(VIEW.rgb)
    proposals = propose(VIEW)
    candidates, pooled = find_candidates(VIEW, proposals, reading), pool_proposals(proposals, reading.maps)
    looks = recognize(candidates, reading, pooled)
    assert looks.shares.shape == (candidates.count, NOTHING)
    assert looks.traits.shape == (candidates.count, len(TRAITS))
    np.testing.assert_allclose(looks.shares.sum(axis=1), looks.is_thing, atol=1e-4)
    find_all_as(NOTHING, monkeypatch)
    looks = recognize(candidates, SceneReader(LetterEncoder()).read(VIEW.rgb), pooled)
    assert looks.shares.sum() < 1e-3
    assert np.all(looks.traits == 0.5)


def test_reader_and_detector_are_led_by_what_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        reader = SceneReader(LetterEncoder())
        features, _ = EmbeddedDetector(LetterEncoder(), reader).features(Phrase("car"), VIEW)
        reading = reader.read(VIEW.rgb)
        return features, reading.judge(Phrase("car")).meaning, reading.traits

    before = answers()
    find_all_as(CAR, monkeypatch)
    now = answers()
    assert not np.array_equal(before[0], now[0])
    assert now[1].sum() > before[1].sum()
    assert not np.array_equal(before[2], now[2])
