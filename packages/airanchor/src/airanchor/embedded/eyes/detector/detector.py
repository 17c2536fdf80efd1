"""The embedded detector: one picture read and one view cut once, names and confidences once per phrase."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.bonds import bonds_of
from airanchor.embedded.eyes.detector.candidates import Candidates, find_candidates
from airanchor.embedded.eyes.detector.joint import (
    Pooled,
    Recognized,
    is_meant,
    joint_features,
    rate_jointly,
    stored_joint,
)
from airanchor.embedded.eyes.detector.looks import ProposalLooks, look_at_proposals, pool_proposals
from airanchor.embedded.eyes.detector.pointing import pointed_fit
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.recognition import CandidateLooks, recognize
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.errors import InputError
from airanchor.perception.contracts import Detection, Phrase, TextEncoder
from aircity.world import Observation

if TYPE_CHECKING:
    from airanchor.embedded.eyes.reader import SceneReader, SceneReading
    from airanchor.embedded.eyes.reader.question import PhraseQuestion

Floats = NDArray[np.float64]

VIEWS_KEPT = 16
"""A panorama and the views around it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """All that is the same for every phrase asked of a view."""

    view: Observation
    reading: "SceneReading"
    candidates: Candidates
    looks: ProposalLooks
    recognized: CandidateLooks
    bonds: Floats  # (candidates, BONDS)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The candidates of a view that answer a phrase, best first, no two of them the same thing."""

    indices: tuple[int, ...]
    """Which of the view's candidates they are."""
    scores: Floats  # (n,) the detector's own confidences
    features: Floats  # (n, features) what decided them


class EmbeddedDetector:
    """Implements Detector with RGB-D segments and a scene reader with its network."""

    def __init__(
        self,
        encoder: TextEncoder,
        reader: "SceneReader | None" = None,
        *,
        joint: Perceptron | None = None,
    ) -> None:
        # The reader is built on this package's colours, words and segments, so it cannot be imported first.
        from airanchor.embedded.eyes.reader import SceneReader

        self._reader = reader or SceneReader(encoder)
        self._encoder_name = encoder.name
        self._joint = joint
        self._views: OrderedDict[int, _Seen] = OrderedDict()

    @property
    def name(self) -> str:
        """The detector, its version and the encoder that reads its phrases."""
        return f"embedded-7({self._encoder_name})"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The things that the phrase names, most confident first, no two of them the same thing.

        `text_threshold` is how near in meaning a concept must be to count at all.
        """
        found = self.answers(phrase, view, box_threshold=box_threshold, text_threshold=text_threshold)
        candidates = self.candidates(view)
        return tuple(
            detection_of(candidates.mask(index), score)
            for index, score in zip(found.indices, found.scores.tolist(), strict=True)
        )

    def detect_at(self, phrase: Phrase, view: Observation, pixel: tuple[int, int]) -> Detection | None:
        """The thing at a pixel that the phrase most likely names, however sure; None where there is none."""
        found = self.answer_at(phrase, view, pixel)
        return None if found is None else detection_of(self.candidates(view).mask(found[0]), found[1])

    def answer_at(
        self, phrase: Phrase, view: Observation, pixel: tuple[int, int]
    ) -> tuple[int, float] | None:
        """What `detect_at` answers, as a candidate of the view and its score."""
        candidates = self.candidates(view)
        everything = np.arange(candidates.count, dtype=np.intp)
        there = np.flatnonzero(candidates.holds(everything)[:, candidates.cell_of[pixel[1], pixel[0]]])
        if not len(there):
            return None
        scores = self._scores(*self.features(phrase, view))[there].tolist()
        masks = (candidates.mask(int(index)) for index in there)
        fit = [pointed_fit(score, mask, pixel) for score, mask in zip(scores, masks, strict=True)]
        best = int(np.argmax(fit))
        return int(there[best]), scores[best]

    def answers(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> Answers:
        """What `detect` answers, as candidates of the view and with what decided it."""
        features, meant = self.features(phrase, view, text_threshold=text_threshold)
        scores = self._scores(features, meant)
        order = np.argsort(-scores, kind="stable")
        order = order[(scores[order] >= box_threshold) & (scores[order] > 0)]
        chosen = self.candidates(view).apart(order)
        return Answers(tuple(chosen), scores[chosen], features[chosen])

    def _scores(self, features: Floats, meant: NDArray[np.bool_]) -> Floats:
        """The confidence of every candidate; 0 where nothing says that it is what is meant."""
        if not meant.any():
            return np.zeros(len(meant))
        return rate_jointly(self._joint or stored_joint(), features) * meant

    def features(
        self, phrase: Phrase, view: Observation, *, text_threshold: float = 0.25
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """What decides the confidence of each candidate, and whether anything says that it is meant."""
        seen = self._look(view)
        proposals, regions = seen.candidates.proposals, seen.reading.regions
        judgement = seen.reading.judge(phrase, least_weight=text_threshold)
        question = self._reader.question(phrase, least_weight=text_threshold)
        told = Pooled(*seen.looks.judge(question, proposals))
        meaning, agrees = seen.recognized.judge(question, seen.candidates, seen.reading.proposals)
        recognized = Recognized(meaning, agrees, seen.recognized.is_thing)
        features = joint_features(seen.candidates, told, recognized, regions=regions, judgement=judgement)
        return np.concatenate([features, seen.bonds], axis=1), is_meant(features)

    def candidates(self, view: Observation) -> Candidates:
        """Everything that could be a thing in the view, for measuring and debugging."""
        return self._look(view).candidates

    def trait_shares(self, view: Observation, index: int) -> NDArray[np.float32]:
        """How probably a candidate has each of the reader's traits, as it is recognised."""
        return np.asarray(self._look(view).recognized.traits[index])

    def question(self, phrase: Phrase) -> "PhraseQuestion":
        """What the phrase asks of the picture."""
        return self._reader.question(phrase)

    def _look(self, view: Observation) -> _Seen:
        kept = self._views.get(id(view))
        if kept is not None and kept.view is view:
            self._views.move_to_end(id(view))
            return kept
        _check(view)
        proposals, reading = propose(view), self._reader.read(view.rgb)
        candidates = find_candidates(view, proposals, reading)
        held, pooled = candidates.holds(np.arange(candidates.count)), pool_proposals(proposals, reading.maps)
        seen = _Seen(
            view,
            reading,
            candidates,
            look_at_proposals(proposals, pooled),
            recognize(candidates, reading, pooled),
            bonds_of(held, candidates.cell_of, reading.maps),
        )
        self._views[id(view)] = seen
        while len(self._views) > VIEWS_KEPT:
            self._views.popitem(last=False)
        return seen


def _check(view: Observation) -> None:
    size = (view.camera.height_px, view.camera.width_px)
    if view.rgb.shape != (*size, 3) or view.depth_m.shape != size:
        raise InputError(
            f"a view with rgb {view.rgb.shape} and depth {view.depth_m.shape} does not fit its camera; "
            f"they must be {(*size, 3)} and {size}"
        )


def detection_of(mask: NDArray[np.bool_], confidence: float) -> Detection:
    """A detection with the box around its mask."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return Detection(mask, box, confidence)
