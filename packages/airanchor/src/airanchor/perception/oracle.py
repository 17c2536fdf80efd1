"""The oracle: a detector that knows the city. For tests and upper bounds only; its name says so."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from airanchor.perception.contracts import Detection, Phrase
from airanchor.perception.oracle_words import has_attributes, is_covered, is_named
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene, SceneObject
from aircity.world import Observation

NAMED, COVERED, MEANT = 1.0, 0.9, 0.8
"""Confidence of an object that the phrase names, that a broader word covers, that other words mean."""

Meaning = Callable[[str, Sequence[str]], bool]
"""Whether a thing of that category, with those attributes, is what a phrase means."""


class WordSense(Protocol):
    """What words mean that are not written down for the oracle."""

    @property
    def name(self) -> str:
        """What results are marked with."""
        ...

    def meaning(self, phrase: Phrase) -> Meaning:
        """What the phrase means."""
        ...


class OracleDetector:
    """Answers from the ground truth of one scene, rendered at the pose of the view.

    By itself it knows the words that are written down for it. With a sense for words it also takes in others:
    a "pale stuccoed dwelling" is a light house of plaster.
    """

    def __init__(
        self,
        scene: CityScene,
        *,
        renderer: Renderer | None = None,
        smallest_px: int = 1,
        sense: WordSense | None = None,
    ) -> None:
        self._sense = sense
        self._objects = {one.id: one for one in scene.objects}
        self._scene_name = scene.name
        self._owns_renderer = renderer is None
        self._renderer = renderer or Renderer(scene)
        self._smallest_px = smallest_px

    @property
    def name(self) -> str:
        """Marked as an oracle, with the scene whose truth it tells, and its sense for words."""
        return f"oracle({self._scene_name}{f', {self._sense.name}' if self._sense else ''})"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """Every visible object that answers the phrase, named before covered, the largest first."""
        ids = self._renderer.render(view.pose, view.camera).object_id
        seen, counts = np.unique(ids, return_counts=True)
        meaning = None if self._sense is None else self._sense.meaning(phrase)
        found = []
        for object_id, count in zip(seen.tolist(), counts.tolist(), strict=True):
            one = self._objects.get(object_id)
            confidence = _answer(phrase, meaning, one) if one and count >= self._smallest_px else 0.0
            if confidence > 0 and confidence >= box_threshold:
                found.append((confidence, count, object_id))
        found.sort(key=lambda row: (-row[0], -row[1], row[2]))
        return tuple(_detection(ids == object_id, confidence) for confidence, _, object_id in found)

    def close(self) -> None:
        """Free the renderer, unless it is shared."""
        if self._owns_renderer:
            self._renderer.close()


def _answer(phrase: Phrase, meaning: Meaning | None, one: SceneObject) -> float:
    known = _confidence(phrase, one)
    if known > 0 or meaning is None:
        return known
    return MEANT if meaning(one.category, one.attributes) else 0.0


def _confidence(phrase: Phrase, one: SceneObject) -> float:
    if not has_attributes(phrase, one.attributes):
        return 0.0
    if is_named(phrase, one.category, one.name):
        return NAMED
    return COVERED if is_covered(phrase, one.category) else 0.0


def _detection(mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]], confidence: float) -> Detection:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return Detection(mask, box, confidence)
