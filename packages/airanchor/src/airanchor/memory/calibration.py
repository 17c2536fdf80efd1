"""How an encoder's cosines relate to thresholds: measured on words that have nothing to do with each other.

Many sentence encoders give unrelated texts cosines of 0.7 and more. Thresholds made for other encoders are
then met by everything, one type swallows a scene, and no error ever says so. So it is measured.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.memory.config import MemoryConfig
from airanchor.memory.similarity import calibrated, unit
from airanchor.perception import TextEncoder

UNRELATED_PAIRS = (
    ("building", "tree"),
    ("river", "billboard"),
    ("bus stop", "chimney"),
    ("crane", "flower bed"),
    ("swimming pool", "antenna"),
    ("parking lot", "statue"),
    ("bridge", "hedge"),
    ("fountain", "truck"),
    ("tennis court", "water tower"),
    ("church", "car"),
    ("road", "flag"),
    ("fence", "boat"),
    ("lamp post", "stadium"),
    ("warehouse", "bicycle"),
    ("roof", "lawn"),
    ("railway", "bench"),
    ("gas station", "windmill"),
    ("solar panel", "playground"),
    ("tunnel", "umbrella"),
    ("scaffolding", "pond"),
)
"""Things of a city that no one takes for each other."""


class EncoderWarning(UserWarning):
    """A text encoder cannot tell things apart at the thresholds in use."""


@dataclass(frozen=True, slots=True)
class UnrelatedScores:
    """What unrelated words score with one encoder, after the settings' calibration."""

    encoder: str
    fifth_percentile: float
    median: float
    threshold: float
    raw_median: float
    """Before calibration: what `category_floor` would be for this encoder."""

    @property
    def is_blind(self) -> bool:
        """Whether nearly every unrelated pair would count as one type."""
        return self.fifth_percentile >= self.threshold

    def __str__(self) -> str:
        return (
            f"text encoder {self.encoder!r} gives unrelated words a similarity of "
            f"{self.fifth_percentile:.2f} or more in 95 of 100 pairs (median {self.median:.2f}); the type "
            f"threshold is {self.threshold:.2f}: one type will swallow the scene. Measure it with airanchor "
            "doctor --calibrate and fly with profile embedded, or set category_floor = "
            f"{self.raw_median:.2f} with thresholds of its own"
        )


def unrelated_cosines(encoder: TextEncoder) -> NDArray[np.float64]:
    """The raw cosine of every unrelated pair, in order."""
    texts = [word for pair in UNRELATED_PAIRS for word in pair]
    vectors = unit(encoder.encode(texts))
    cosines: NDArray[np.float64] = np.einsum("nd,nd->n", vectors[0::2], vectors[1::2])
    return cosines


def measured_floor(encoder: TextEncoder) -> float:
    """s0: the median cosine of unrelated words, for `category_floor`."""
    return float(np.median(unrelated_cosines(encoder)))


def check_separation(encoder: TextEncoder, config: MemoryConfig) -> UnrelatedScores:
    """Measure the encoder once, and warn where it is blind at the type threshold."""
    raw = unrelated_cosines(encoder)
    scores = calibrated(raw, config.category_floor)
    separation = UnrelatedScores(
        encoder.name,
        float(np.percentile(scores, 5)),
        float(np.median(scores)),
        config.type_threshold,
        float(np.median(raw)),
    )
    if separation.is_blind:
        warnings.warn(str(separation), EncoderWarning, stacklevel=2)
    return separation
