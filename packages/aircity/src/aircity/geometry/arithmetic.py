"""Arithmetic that gives the same bits on every machine, for all that decides how a city is built.

numpy takes sines, powers and products of matrices from routines that it chooses by the processor, and these
differ in the last bit. Where a thing just fits or just does not, that bit decides whether it stands there,
and so the number of everything built after it. Here each value comes from the C library, or from sums in a
fixed order.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def sin(angles_rad: ArrayLike) -> Floats:
    """The sine of each angle."""
    return _each(math.sin, angles_rad)


def cos(angles_rad: ArrayLike) -> Floats:
    """The cosine of each angle."""
    return _each(math.cos, angles_rad)


def power(values: ArrayLike, exponent: float) -> Floats:
    """Each value to the same power."""
    return _each(lambda value: math.pow(value, exponent), values)


def norm(vectors: ArrayLike, axis: int | None = None, *, keepdims: bool = False) -> Floats:
    """The length of one vector, or of those along an axis: the root of the sum of squares."""
    squares = np.square(np.asarray(vectors, dtype=np.float64))
    if axis is None:
        return np.asarray(math.sqrt(sum(squares.ravel().tolist())))
    return np.sqrt(_summed(np.moveaxis(squares, axis, -1), axis if keepdims else None))


def times(vectors: ArrayLike, matrix: ArrayLike) -> Floats:
    """vectors (..., n) @ matrix (n, m), or @ vector (n,), each sum in the order of n."""
    rows, factors = np.asarray(vectors, dtype=np.float64), np.asarray(matrix, dtype=np.float64)
    if factors.ndim == 1:
        return np.asarray(times(rows, factors[:, None])[..., 0])
    total: Floats = rows[..., 0, None] * factors[0]
    for place in range(1, len(factors)):
        total = total + rows[..., place, None] * factors[place]
    return total


def _summed(values: Floats, axis: int | None) -> Floats:
    """The sums over the last axis, in its order; as an axis of length one where an axis is named."""
    total = values[..., 0]
    for place in range(1, values.shape[-1]):
        total = total + values[..., place]
    return total if axis is None else np.expand_dims(total, axis)


def _each(function: Callable[[float], float], values: ArrayLike) -> Floats:
    given = np.asarray(values, dtype=np.float64)
    flat = [function(value) for value in given.ravel().tolist()]
    return np.array(flat, dtype=np.float64).reshape(given.shape)
