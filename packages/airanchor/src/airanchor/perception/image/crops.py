"""Pictures of objects as encoders take them: checked, and brought to one size."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.errors import InputError


def check_crops(images: Sequence[NDArray[np.uint8]]) -> None:
    """An error for what is not a picture."""
    for number, image in enumerate(images):
        if image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape or image.dtype != np.uint8:
            raise InputError(
                f"image {number} is {image.dtype} of shape {image.shape}; "
                "valid is uint8 RGB of shape (height, width, 3), at least 1x1"
            )


def resize(image: NDArray[np.uint8], width_px: int, height_px: int) -> NDArray[np.uint8]:
    """The picture stretched or shrunk to a size, each new pixel a mean of those it covers."""
    picture = Image.fromarray(np.ascontiguousarray(image))
    return np.asarray(picture.resize((width_px, height_px), Image.Resampling.BILINEAR))
