"""What the network says of cells, pooled over patches, regions and the proposals of a view."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.looks import look_at_proposals, pool_proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.net import SKY, CellMaps
from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.names_of_regions import name_shares
from airanchor.embedded.eyes.reader.pooling import PatchSums, patch_sums, pool
from airanchor.embedded.eyes.reader.traits import TRAITS
from aircity.geometry import Pose
from tests.airanchor.embedded.eyes.test_proposals import covering, pixels_of
from tests.airanchor.perception.box_views import Box, cast

CLASSES = SKY + 1
CAR = next(index for index, one in enumerate(NAMES) if one.name == "car")


HEAD = np.eye(CLASSES + 1, CLASSES, dtype=np.float32)
"""Features are the names themselves."""


def maps_of(log_names: np.ndarray, traits: np.ndarray | None = None) -> CellMaps:
    h, w, _ = log_names.shape
    empty = np.zeros((h, w, len(TRAITS)), np.float32)
    return CellMaps(
        traits=empty if traits is None else np.ascontiguousarray(traits, np.float32),
        joins=np.zeros((h, w, 2), np.float32),
        features=np.ascontiguousarray(log_names, np.float32),
        head=HEAD,
    )


def test_patches_add_up_to_their_pixels_at_twice_the_cells() -> None:
    rng = np.random.default_rng(0)
    log_names = rng.standard_normal((6, 8, CLASSES)).astype(np.float32)
    labels = rng.integers(0, 5, (12, 16)).astype(np.int32)
    sums = patch_sums(maps_of(log_names), labels, 5)
    wide = log_names.repeat(2, axis=0).repeat(2, axis=1)
    for one in range(5):
        np.testing.assert_allclose(sums.features[one], wide[labels == one].sum(axis=0), rtol=1e-4, atol=1e-4)
    assert sums.traits.shape == (5, len(TRAITS))


def test_a_region_is_the_mean_of_its_patches_by_pixels() -> None:
    names = np.zeros((3, CLASSES), np.float32)
    names[:, :2] = [[4.0, 0.0], [0.0, 2.0], [9.0, 9.0]]
    members = np.array([[True, True, False]])
    maps = maps_of(np.zeros((1, 1, CLASSES)))
    sums = PatchSums(names, names, np.ones((3, 1), np.float32))
    looks = pool(maps, sums, members, np.array([10.0], np.float32))
    np.testing.assert_allclose(looks.log_names[0, :3], [0.4, 0.2, 0.0], rtol=1e-6)
    np.testing.assert_allclose(looks.traits, [[0.2]], rtol=1e-6)


def test_a_region_is_named_as_the_mean_of_its_cells_is() -> None:
    rng = np.random.default_rng(3)
    features, head = rng.standard_normal((4, 4, 6)), rng.standard_normal((7, CLASSES))
    still = np.zeros((4, 4, len(TRAITS)), np.float32)
    maps = CellMaps(still, still[..., :2], features.astype(np.float32), head.astype(np.float32))
    labels = np.zeros((4, 4), np.int32)
    looks = pool(maps, patch_sums(maps, labels, 1), np.ones((1, 1), np.bool_), np.array([16.0], np.float32))
    wanted = name_shares(maps.log_names.mean(axis=(0, 1))[None])
    np.testing.assert_allclose(name_shares(looks.log_names), wanted, rtol=1e-4)


def test_names_leave_out_the_sky_and_what_has_no_name() -> None:
    logs = np.zeros((1, CLASSES), np.float32)
    logs[0, SKY] = 20.0
    shares = name_shares(logs)
    assert shares.shape == (1, NOTHING)
    assert shares.sum() < 1e-6


@pytest.mark.parametrize("trait", ["brick", "tall"])
def test_a_proposal_bears_the_name_and_trait_of_its_own_cells(trait: str) -> None:
    box = Box(40, 0, 10, 12, 10, (200, 30, 30))
    view = cast([box], Pose.at(0, 0, 25))
    own = pixels_of(view, box)[2::4, 2::4]
    log_names = np.full((*own.shape, CLASSES), -9.0, np.float32)
    log_names[own, CAR], log_names[~own, SKY] = 0.0, 0.0
    traits = np.zeros((*own.shape, len(TRAITS)), np.float32)
    traits[own, TRAITS.index(trait)] = 1.0
    proposals = propose(view)
    looks = look_at_proposals(proposals, pool_proposals(proposals, maps_of(log_names, traits)))
    index, _ = covering(proposals, pixels_of(view, box))
    assert looks.shares[index].argmax() == CAR
    assert looks.shares[index, CAR] > 0.8
    assert looks.traits[index, TRAITS.index(trait)] > 0.8


def test_features_are_pooled_by_mean_and_spread() -> None:
    rng = np.random.default_rng(5)
    features = rng.standard_normal((6, 8, CLASSES)).astype(np.float32)
    labels = rng.integers(0, 5, (12, 16)).astype(np.int32)
    size = np.bincount(labels.ravel(), minlength=5).astype(np.float32)
    maps = maps_of(features)
    pooled = pool(maps, patch_sums(maps, labels, 5), np.eye(5, dtype=np.bool_), size)
    wide = features.repeat(2, axis=0).repeat(2, axis=1)
    for one in range(5):
        own = wide[labels == one]
        np.testing.assert_allclose(pooled.features[one], own.mean(axis=0), atol=1e-4)
        np.testing.assert_allclose(pooled.spreads[one], own.std(axis=0), atol=1e-3)
