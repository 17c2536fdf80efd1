"""Vectors as encoders return them: one long each."""

import numpy as np
from numpy.typing import NDArray


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row of (n, dimension) divided by its length."""
    lengths = np.sqrt(np.square(rows, dtype=np.float64).sum(axis=-1, keepdims=True))
    return np.asarray(rows / lengths, dtype=np.float32)
