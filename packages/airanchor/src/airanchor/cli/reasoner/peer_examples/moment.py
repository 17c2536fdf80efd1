"""What the made-up moments of all methods share."""

import numpy as np
from numpy.typing import NDArray

INSTRUCTION = "Turn left at the red brick tower, follow the street and stop in front of the white church."


def example_picture() -> NDArray[np.uint8]:
    """A black picture of the usual size."""
    return np.zeros((512, 512, 3), np.uint8)
