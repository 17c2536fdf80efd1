"""What the network says of cells, pooled over patches and regions."""

import numpy as np

from airanchor.embedded.eyes.net import CellMaps
from airanchor.embedded.eyes.reader.pooling import pool_features

FEATURES = 6


def maps_of(features: np.ndarray) -> CellMaps:
    h, w, count = features.shape
    joins = np.zeros((h, w, 2), np.float32)
    return CellMaps(joins, features.astype(np.float32), np.zeros((count + 1, 168), np.float32))


def test_patches_add_up_to_their_pixels_at_twice_the_cells() -> None:
    rng = np.random.default_rng(0)
    features = rng.standard_normal((6, 8, FEATURES))
    labels = rng.integers(0, 5, (12, 16)).astype(np.int32)
    size = np.bincount(labels.ravel(), minlength=5).astype(np.float32)
    pooled = pool_features(maps_of(features), labels, np.eye(5, dtype=np.bool_), size)
    wide = features.repeat(2, axis=0).repeat(2, axis=1)
    for one in range(5):
        own = wide[labels == one]
        np.testing.assert_allclose(pooled[one, :FEATURES], own.mean(axis=0), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(pooled[one, FEATURES:], own.std(axis=0), rtol=1e-3, atol=1e-3)


def test_a_region_is_the_mean_of_its_patches_by_pixels() -> None:
    labels = np.array([[0, 0, 0, 1, 2, 2]], np.int32)
    features = np.array([[1.0, 1.0, 1.0, 5.0, 9.0, 9.0]])[..., None]
    pooled = pool_features(
        maps_of(features), labels, np.array([[True, True, False]]), np.array([4.0], np.float32)
    )
    np.testing.assert_allclose(pooled, [[2.0, np.sqrt(3.0)]], rtol=1e-6)
