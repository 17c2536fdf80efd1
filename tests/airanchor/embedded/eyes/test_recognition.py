"""Names and traits of proposals, by features and by what is measured of them."""

import numpy as np

from airanchor.embedded.eyes.detector.looks import look_at_proposals
from airanchor.embedded.eyes.detector.properties import Property
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.recognition import (
    Recognizer,
    as_arrays,
    proposal_measures,
    recognition_inputs,
    recognizer_from,
    stored_recognizer,
)
from airanchor.embedded.eyes.net import CellMaps, shared_net
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.embedded.eyes.reader.traits import TRAITS
from aircity.geometry import Pose
from tests.airanchor.perception.box_views import Box, cast

FEATURES, MEASURES = 4, 3
OUTPUTS = NOTHING + 2 + len(TRAITS) + 3


def maps_of(rng: np.random.Generator) -> CellMaps:
    head = rng.standard_normal((FEATURES + 1, OUTPUTS)).astype(np.float32)
    features = rng.standard_normal((2, 2, FEATURES)).astype(np.float32)
    return CellMaps(
        np.zeros((2, 2, len(TRAITS)), np.float32), np.zeros((2, 2, 2), np.float32), features, head
    )


def test_the_network_alone_stands_among_the_inputs() -> None:
    rng = np.random.default_rng(1)
    maps = maps_of(rng)
    mean = maps.features.mean(axis=(0, 1))[None]
    spread, measures = np.zeros_like(mean), np.ones((1, MEASURES), np.float32)
    inputs = recognition_inputs(maps, np.concatenate([mean, spread], axis=1), measures)
    names = inputs[0, 2 * FEATURES :][: NOTHING + 2]
    assert inputs.shape == (1, 2 * FEATURES + OUTPUTS - 3 + MEASURES)
    np.testing.assert_allclose(np.exp(names).sum(), 1, rtol=1e-4)
    assert names.argmax() == maps.log_names.mean(axis=(0, 1)).argmax()


def test_what_is_stored_comes_back() -> None:
    stored = stored_recognizer()
    again = recognizer_from(as_arrays(stored))
    rows = np.random.default_rng(2).standard_normal((5, len(stored.names.mean))).astype(np.float32)
    np.testing.assert_allclose(again.names.run(rows), stored.names.run(rows), rtol=1e-5)
    np.testing.assert_allclose(again.traits.run(rows), stored.traits.run(rows), rtol=1e-5)


def test_what_is_no_thing_has_small_shares_of_all_names() -> None:
    rng = np.random.default_rng(4)
    maps = maps_of(rng)
    inputs = 2 * FEATURES + OUTPUTS - 3 + MEASURES
    bias = np.zeros(NOTHING + 1, np.float32)
    bias[NOTHING] = 20.0
    still = [(np.zeros((inputs, 1), np.float32), np.zeros(1, np.float32))]
    names = Perceptron(
        np.zeros(inputs, np.float32),
        np.ones(inputs, np.float32),
        [*still, (np.zeros((1, NOTHING + 1), np.float32), bias)],
    )
    traits = Perceptron(
        names.mean,
        names.spread,
        [*still, (np.zeros((1, len(TRAITS)), np.float32), np.zeros(len(TRAITS), np.float32))],
    )
    shares, told = Recognizer(names, traits).look(
        maps, rng.standard_normal((1, 2 * FEATURES)).astype(np.float32), np.zeros((1, MEASURES), np.float32)
    )
    assert shares.sum() < 1e-6
    assert np.all(told == 0.5)


def test_proposals_are_looked_at_with_their_measures_and_the_smallest_bear_no_name() -> None:
    view = cast([Box(60, 0, 12, 12, 18, (190, 60, 50))], Pose(0, 0, 20, 0))
    proposals = propose(view)
    measures = proposal_measures(proposals)
    tops = proposals.column(Property.TOP_M)
    np.testing.assert_allclose(measures[:, Property.TOP_M], np.log(np.maximum(tops, 0.05)), rtol=1e-5)
    looks = look_at_proposals(proposals, shared_net().look(view.rgb))
    assert looks.shares.shape == (len(proposals.groups), NOTHING)
    assert looks.shares.sum(axis=1).max() <= 1 + 1e-5
    assert looks.traits.min() >= 0 and looks.traits.max() <= 1
