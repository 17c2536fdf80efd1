"""Small encoders and detectors of which every rule can be broken one at a time."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.perception import Detection, Phrase
from airanchor.perception.image.crops import check_crops
from airanchor.perception.text import check_texts
from aircity.world import Observation


class LetterEncoder:
    """Counts letters; remembers what it was asked."""

    name = "letters"
    dimension = 27

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        check_texts(texts)
        self.asked += texts
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for letter in text.lower():
                rows[row, "abcdefghijklmnopqrstuvwxyz".find(letter)] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class MeanColour:
    """The mean colour of a crop."""

    name = "mean-colour"
    dimension = 3

    def __init__(self) -> None:
        self.asked = 0

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        check_crops(images)
        self.asked += len(images)
        rows = np.array([image.mean(axis=(0, 1)) + 1 for image in images], np.float32).reshape(-1, 3)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class RedDetector:
    """Finds what is red, whatever was asked, in two parts: all of it and its upper half."""

    name = "red"

    def __init__(self, **broken: Any) -> None:
        self.broken = broken
        self.asked = 0

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        self.asked += 1
        rgb = view.rgb.astype(int)
        mask = (rgb[..., 0] > 150) & (rgb[..., 1] < 80)
        if not mask.any():
            return ()
        rows, columns = np.nonzero(mask)
        left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
        middle = (top + bottom) // 2
        upper = mask.copy()
        upper[middle:] = False
        found = (
            Detection(mask, (int(left), int(top), int(right), int(bottom)), 0.9),
            Detection(upper, (int(left), int(top), int(right), int(middle)), 0.5),
        )
        return tuple(one for one in found if one.confidence >= box_threshold)
