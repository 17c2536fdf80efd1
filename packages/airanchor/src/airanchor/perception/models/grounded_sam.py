"""Grounded SAM, the paper's landmark detector: Grounding DINO finds boxes by phrase, SAM their masks.

All phrases of a view are one text and one pass, and so are all boxes. The text of one phrase does not attend
to another's, but both look at the picture through one set of boxes: a phrase asked alone may be answered by
slightly different ones.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.contracts import Detection, Phrase
from airanchor.perception.models.boxes import (
    PixelBox,
    best_masks,
    boxes_of_phrases,
    pixel_box,
    prompt_of,
    within,
    words_of_phrases,
)
from airanchor.perception.models.config import Hardware
from airanchor.perception.models.folder import ModelFolder
from airanchor.perception.models.runtime import GroundingNetwork, MaskNetwork, check_runtime, load_network
from aircity.world import Observation

MOST_BOXES = 10
"""Of one phrase; only the best is ever grounded, and each costs a mask."""


class GroundedSam:
    """Boxes by phrase, masks by box. Weights are loaded at the first view."""

    def __init__(
        self, boxes: ModelFolder, masks: ModelFolder, place: Hardware, *, masks_per_box: int = 1
    ) -> None:
        check_runtime("Grounded SAM")
        self._boxes = boxes
        self._masks = masks
        self._place = place
        self._masks_per_box = masks_per_box

    @property
    def name(self) -> str:
        """Both models, with the beginnings of their hashes."""
        return f"grounded-sam({self._boxes.identity}, {self._masks.identity})"

    @property
    def weights(self) -> str:
        """Where both come from, their revisions and hashes."""
        return f"{self._boxes.told}; {self._masks.told}"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The detections of one phrase, most confident first."""
        (found,) = self.detect_all([phrase], view, box_threshold=box_threshold, text_threshold=text_threshold)
        return found

    def detect_all(
        self,
        phrases: Sequence[Phrase],
        view: Observation,
        *,
        box_threshold: float = 0.30,
        text_threshold: float = 0.25,
    ) -> tuple[tuple[Detection, ...], ...]:
        """The detections of each phrase, in the order asked, by one pass of either model."""
        asked = list(dict.fromkeys(phrases))
        if not asked:
            return ()
        network = load_network(GroundingNetwork, self._boxes, self._place)
        logits, boxes, ids = network(view.rgb, prompt_of(asked))
        found = boxes_of_phrases(
            logits,
            boxes,
            words_of_phrases(ids, network.separator, len(asked)),
            box_threshold=box_threshold,
            text_threshold=text_threshold,
        )
        height_px, width_px = view.depth_m.shape
        placed = [_placed(row, boxes, width_px, height_px) for row in found]
        answers = dict(zip(asked, self._with_masks(placed, view), strict=True))
        return tuple(answers[phrase] for phrase in phrases)

    def _with_masks(
        self, placed: Sequence[Sequence[tuple[float, PixelBox]]], view: Observation
    ) -> list[tuple[Detection, ...]]:
        """Detections of scored boxes; one whose mask is empty inside its box is none."""
        flat = [box for row in placed for _, box in row]
        if not flat:
            return [() for _ in placed]
        network = load_network(MaskNetwork, self._masks, self._place)
        masks = iter(best_masks(*network(view.rgb, np.array(flat, np.float32), self._masks_per_box)))
        rows = [
            [Detection(within(next(masks), box), box, score) for score, box in row]  # in the order of `flat`
            for row in placed
        ]
        return [tuple(one for one in row if one.mask.any()) for row in rows]


def _placed(
    row: Sequence[tuple[float, int]], boxes: NDArray[np.float32], width_px: int, height_px: int
) -> list[tuple[float, PixelBox]]:
    """The best boxes of a phrase that lie in the picture."""
    found = [(score, pixel_box(boxes[number], width_px, height_px)) for score, number in row]
    return [(score, box) for score, box in found if box is not None][:MOST_BOXES]
