"""Reads the reference vectors, and says which tests need which weights."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.perception.weights import FETCH_COMMAND, MINILM, MOBILENET, WORDLLAMA, WeightFile

Arrays = dict[str, NDArray[np.generic]]


def read_reference(name: str) -> Arrays:
    """The arrays that reference/make.py wrote."""
    with np.load(Path(__file__).parent / "reference" / f"{name}.npz", allow_pickle=False) as archive:
        return dict(archive)


def needs(weights: WeightFile) -> pytest.MarkDecorator:
    """A mark that skips where the weights are not installed."""
    return pytest.mark.skipif(not weights.is_installed, reason=f"needs {weights.what}: {FETCH_COMMAND}")


needs_minilm = needs(MINILM)
needs_wordllama = needs(WORDLLAMA)
needs_mobilenet = needs(MOBILENET)
