"""The embedded detector: proposals once per view, names and confidences once per phrase."""

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.contracts import Detection, Phrase, TextEncoder
from airanchor.perception.embedded.attributes import agreement, split_category
from airanchor.perception.embedded.confidence import Evidence, features_of
from airanchor.perception.embedded.fitted import Fitted, stored_fit
from airanchor.perception.embedded.properties import Proposals
from airanchor.perception.embedded.proposals import propose
from airanchor.perception.embedded.words import Vocabulary
from airanchor.sim import Observation

Floats = NDArray[np.float64]

VIEWS_KEPT = 16
"""A panorama and the views around it."""
MOST_DETECTIONS = 50
_OVERLAP = 0.35
_INSIDE = 0.6
"""Beyond this overlap, or with this share of the smaller in the larger, two proposals are one thing."""


class EmbeddedDetector:
    """Implements Detector with classical RGB-D segmentation and a table of concepts; no network, no ids."""

    def __init__(self, encoder: TextEncoder, *, fitted: Fitted | None = None) -> None:
        self._vocabulary = Vocabulary(encoder)
        self._encoder_name = encoder.name
        self._fitted = fitted or stored_fit()
        self._views: OrderedDict[int, tuple[Observation, Proposals, Floats]] = OrderedDict()

    @property
    def name(self) -> str:
        """The detector, its version and the encoder that reads its phrases."""
        return f"embedded-1({self._encoder_name})"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The things that the phrase names, most confident first, no two of them the same thing.

        `text_threshold` is how near in meaning a concept must be to count at all.
        """
        proposals = self.proposals(view)
        confidences = self.score(phrase, view, text_threshold=text_threshold)
        order = np.argsort(-confidences, kind="stable")
        order = order[(confidences[order] >= box_threshold) & (confidences[order] > 0)]
        chosen = apart(proposals, order)
        return tuple(_detection(proposals.mask(index), float(confidences[index])) for index in chosen)

    def score(self, phrase: Phrase, view: Observation, *, text_threshold: float = 0.25) -> Floats:
        """The confidence of every proposal of the view; 0 where the phrase means no concept that we know."""
        proposals = self.proposals(view)
        evidence = self.evidence(phrase, view, text_threshold=text_threshold)
        if not evidence.meaning.any():
            return np.zeros(len(proposals.groups))
        rated = self._fitted.confidence.rate(proposals, features_of(proposals, evidence))
        return rated * (evidence.meaning > 0)

    def evidence(self, phrase: Phrase, view: Observation, *, text_threshold: float = 0.25) -> Evidence:
        """What speaks for each proposal of the view being what the phrase names."""
        proposals, shares = self._measured(view)
        category, attributes = split_category(phrase.category, phrase.attributes)
        weights = self._vocabulary.weights(category)
        weights = np.where(weights >= text_threshold, weights, 0.0)
        return Evidence(
            meaning=np.minimum(shares @ weights, 1.0),
            agreement=agreement(proposals, attributes),
            rate=float(self._fitted.naming.rates @ weights),
        )

    def proposals(self, view: Observation) -> Proposals:
        """Everything that could be a thing in the view, for measuring and debugging."""
        return self._measured(view)[0]

    def _measured(self, view: Observation) -> tuple[Proposals, Floats]:
        kept = self._views.get(id(view))
        if kept is not None and kept[0] is view:
            self._views.move_to_end(id(view))
            return kept[1], kept[2]
        _check(view)
        proposals = propose(view)
        shares = self._fitted.naming.shares(proposals)
        self._views[id(view)] = (view, proposals, shares)
        while len(self._views) > VIEWS_KEPT:
            self._views.popitem(last=False)
        return proposals, shares


def _check(view: Observation) -> None:
    size = (view.camera.height_px, view.camera.width_px)
    if view.rgb.shape != (*size, 3) or view.depth_m.shape != size:
        raise InputError(
            f"a view with rgb {view.rgb.shape} and depth {view.depth_m.shape} does not fit its camera; "
            f"they must be {(*size, 3)} and {size}"
        )


def apart(proposals: Proposals, order: NDArray[np.intp]) -> list[int]:
    """Of proposals from best to worst, those that are not the same thing as a better one."""
    size_px = proposals.size_px
    chosen: list[int] = []
    kept: list[tuple[set[int], float]] = []
    for index in order.tolist():
        rows = set(proposals.groups[index])
        area = float(size_px[list(rows)].sum())
        if area and not any(_is_same(rows, area, other, other_area, size_px) for other, other_area in kept):
            chosen.append(index)
            kept.append((rows, area))
        if len(chosen) == MOST_DETECTIONS:
            break
    return chosen


def _is_same(
    rows: set[int], area: float, other: set[int], other_area: float, size_px: NDArray[np.intp]
) -> bool:
    shared = rows & other
    if not shared:
        return False
    common = float(size_px[list(shared)].sum())
    return common / (area + other_area - common) > _OVERLAP or common / min(area, other_area) > _INSIDE


def _detection(mask: NDArray[np.bool_], confidence: float) -> Detection:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return Detection(mask, box, confidence)
