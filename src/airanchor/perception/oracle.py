"""The oracle: a detector that knows the city. For tests and upper bounds only; its name says so."""

import numpy as np

from airanchor.perception.contracts import Detection, Phrase, TextEncoder
from airanchor.perception.embedded.words import Vocabulary
from airanchor.perception.oracle_words import has_attributes, is_covered, is_named
from airanchor.perception.scene_reader.asking import Question, ask
from airanchor.perception.scene_reader.names import NAMES
from airanchor.perception.scene_reader.traits import has_trait
from airanchor.sim import Observation
from airanchor.sim.city.renderer import Renderer
from airanchor.sim.city.scene import CityScene, SceneObject

NAMED, COVERED, HEARD = 1.0, 0.9, 0.8
"""Confidence of an object that the phrase names, that a broader word covers, that other words mean."""
LEAST_MEANT = 0.5
"""The least weight of a name to be meant."""


class OracleDetector:
    """Answers from the ground truth of one scene, rendered at the pose of the view.

    By itself it knows the words that are written down for it. With an encoder it also hears what the scene
    reader's vocabulary makes of others: a "pale stuccoed dwelling" is a light house of plaster.
    """

    def __init__(
        self,
        scene: CityScene,
        *,
        renderer: Renderer | None = None,
        smallest_px: int = 1,
        text: TextEncoder | None = None,
    ) -> None:
        self._vocabulary = None if text is None else Vocabulary(text, NAMES)
        self._ears = "" if text is None else f", {text.name}"
        self._objects = {one.id: one for one in scene.objects}
        self._scene_name = scene.name
        self._owns_renderer = renderer is None
        self._renderer = renderer or Renderer(scene)
        self._smallest_px = smallest_px

    @property
    def name(self) -> str:
        """Marked as an oracle, with the scene whose truth it tells, and by what it hears other words."""
        return f"oracle({self._scene_name}{self._ears})"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """Every visible object that answers the phrase, named before covered, the largest first."""
        ids = self._renderer.render(view.pose, view.camera).object_id
        seen, counts = np.unique(ids, return_counts=True)
        asked = None if self._vocabulary is None else ask(phrase, self._vocabulary, least_weight=LEAST_MEANT)
        found = []
        for object_id, count in zip(seen.tolist(), counts.tolist(), strict=True):
            one = self._objects.get(object_id)
            confidence = self._answer(phrase, asked, one) if one and count >= self._smallest_px else 0.0
            if confidence > 0 and confidence >= box_threshold:
                found.append((confidence, count, object_id))
        found.sort(key=lambda row: (-row[0], -row[1], row[2]))
        return tuple(_detection(ids == object_id, confidence) for confidence, _, object_id in found)

    def _answer(self, phrase: Phrase, asked: Question | None, one: SceneObject) -> float:
        known = _confidence(phrase, one)
        if known > 0 or asked is None or self._vocabulary is None:
            return known
        is_meant = bool((asked.weights[self._vocabulary.weights(one.category) >= 1.0] > 0).any())
        return HEARD if is_meant and all(has_trait(each, one.attributes) for each in asked.traits) else 0.0

    def close(self) -> None:
        """Free the renderer, unless it is shared."""
        if self._owns_renderer:
            self._renderer.close()


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
