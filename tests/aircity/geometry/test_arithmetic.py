"""Arithmetic with the same bits everywhere: what numpy computes, but for the last digits."""

import math

import numpy as np
import pytest

from aircity.geometry.arithmetic import cos, norm, power, sin, times

RNG = np.random.default_rng(3)
ANGLES = RNG.uniform(-20.0, 20.0, (4, 5))
VECTORS = RNG.normal(size=(6, 4, 3))


def test_sines_cosines_and_powers_are_those_of_the_c_library() -> None:
    assert sin(ANGLES).tolist() == [[math.sin(angle) for angle in row] for row in ANGLES.tolist()]
    assert cos(ANGLES).tolist() == [[math.cos(angle) for angle in row] for row in ANGLES.tolist()]
    assert power([4.0, 9.0], 0.5).tolist() == [2.0, 3.0]
    assert float(sin(math.pi / 2)) == 1.0


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("keepdims", [False, True])
def test_lengths_along_an_axis(axis: int, keepdims: bool) -> None:
    expected = np.linalg.norm(VECTORS, axis=axis, keepdims=keepdims)
    found = norm(VECTORS, axis=axis, keepdims=keepdims)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_the_length_of_one_vector() -> None:
    assert float(norm([3.0, 4.0])) == 5.0
    assert float(norm((2.0, 3.0, 6.0))) == 7.0


@pytest.mark.parametrize("matrix", [RNG.normal(size=(3, 3)), RNG.normal(size=(3, 2)), RNG.normal(size=3)])
def test_products_with_matrices_and_vectors(matrix: np.ndarray) -> None:
    np.testing.assert_allclose(times(VECTORS, matrix), VECTORS @ matrix, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(times(VECTORS[0, 0], matrix), VECTORS[0, 0] @ matrix, rtol=1e-12, atol=1e-14)
