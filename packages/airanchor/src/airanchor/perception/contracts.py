"""The three contracts of perception: find what a phrase names, turn words and pictures into vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from aircity.world import Observation


@dataclass(frozen=True, slots=True)
class Phrase:
    """What to look for: a category and its intrinsic attributes, in the order they were given."""

    category: str
    attributes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.category.strip():
            raise InputError("a phrase needs a category; say what to look for")

    @property
    def label(self) -> str:
        """The phrase as people say it: "gray building", "church with red roof"."""
        after = [word for word in self.attributes if word.lower().startswith("with ")]
        before = [word for word in self.attributes if word not in after]
        return " ".join((*before, self.category, *after))

    @property
    def appearance(self) -> str | None:
        """The attributes as one lower-case string, or None where there are none; never empty."""
        return ", ".join(word.strip().lower() for word in self.attributes if word.strip()) or None

    @property
    def prompt(self) -> str:
        """The phrase as open-vocabulary detectors want it: lower case with a full stop."""
        return f"{self.label.lower()}."


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One region that answers a phrase."""

    mask: NDArray[np.bool_]  # (height, width) of the observation
    box_px: tuple[int, int, int, int]
    """left, top, right, bottom; right and bottom are one past the last pixel."""
    confidence: float
    """0 to 1: the box score, not the quality of the mask."""
    score: float | None = None
    """What thresholds look at, where that is not the confidence."""
    seen: tuple[str, ...] = ()
    """Words for what the pixels under the mask look like, whatever was asked; empty where nobody measured."""

    @property
    def threshold_score(self) -> float:
        """The score that thresholds are compared with."""
        return self.confidence if self.score is None else self.score


@runtime_checkable
class Detector(Protocol):
    """Finds the regions of a view that a phrase names."""

    @property
    def name(self) -> str:
        """What results are marked with."""
        ...

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The detections at or above the thresholds, most confident first; none is a legal answer."""
        ...


@runtime_checkable
class PointingDetector(Detector, Protocol):
    """A detector that can also be shown where to look."""

    def detect_at(self, phrase: Phrase, view: Observation, pixel: tuple[int, int]) -> Detection | None:
        """The thing at a pixel (column, row) that the phrase most likely names; None where nothing is."""
        ...


@runtime_checkable
class BatchDetector(Detector, Protocol):
    """A detector that answers all phrases of a view at once for less than one by one."""

    def detect_all(
        self,
        phrases: Sequence[Phrase],
        view: Observation,
        *,
        box_threshold: float = 0.30,
        text_threshold: float = 0.25,
    ) -> tuple[tuple[Detection, ...], ...]:
        """The detections of each phrase, in the order asked."""
        ...


@runtime_checkable
class Weighed(Protocol):
    """A part whose weights are files that the user brought."""

    @property
    def weights(self) -> str:
        """Source, revision and hash, for results."""
        ...


@runtime_checkable
class TextEncoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """Model and version; memories built with one encoder are not read with another."""
        ...

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension) of non-empty texts."""
        ...


@runtime_checkable
class ImageEncoder(Protocol):
    """Turns pictures of objects into unit vectors."""

    @property
    def name(self) -> str:
        """Model and version."""
        ...

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        ...

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension) of RGB crops (h, w, 3)."""
        ...
