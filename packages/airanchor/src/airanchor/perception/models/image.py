"""An image encoder of the user's, DINOv2 in the paper: the class token of the whole crop."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.image.crops import check_crops
from airanchor.perception.models.config import Hardware
from airanchor.perception.models.folder import ModelFolder
from airanchor.perception.models.runtime import ImageNetwork, check_runtime, load_network
from airanchor.perception.vectors import unit

BATCH = 16
"""Crops of one pass: more than one view has."""
SLENDEREST = 8
"""A crop longer than this many times its breadth is cut to it around its middle, all that the model sees of
it anyway: the breadth is stretched to the model's side, and a line of 1x500 pixels would fill a gigabyte."""


class CropEncoder:
    """The class token of each crop, made one long. Weights are loaded at the first crop."""

    def __init__(self, folder: ModelFolder, place: Hardware) -> None:
        check_runtime(f"image encoder {folder.name}")
        self._folder = folder
        self._place = place
        self.dimension = folder.number("hidden_size")

    @property
    def name(self) -> str:
        """The model's name and the beginning of its hash."""
        return self._folder.identity

    @property
    def weights(self) -> str:
        """Where it comes from, its revision and its hash."""
        return self._folder.told

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension); the crops of a view are one batch."""
        check_crops(images)
        if not images:
            return np.empty((0, self.dimension), np.float32)
        network = load_network(ImageNetwork, self._folder, self._place)
        crops = [middle_of(image) for image in images]
        batches = [crops[start : start + BATCH] for start in range(0, len(crops), BATCH)]
        return unit(np.concatenate([network(batch) for batch in batches]))


def middle_of(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop, or of a sliver its middle part."""
    height, width = image.shape[:2]
    longest = SLENDEREST * min(height, width)
    top, left = (max(0, (size - longest) // 2) for size in (height, width))
    return image[top : top + longest, left : left + longest]
