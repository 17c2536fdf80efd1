"""An image encoder of one's own: mean colours of what was cut out.

airanchor check image-encoder image_encoder:MeanColour
airanchor fly "Fly to the castle." --profile paper --image-encoder image_encoder:MeanColour
"""

import numpy as np

from airanchor.errors import InputError


class MeanColour:
    """The mean colour, and a constant so that black has a direction too."""

    name, dimension = "mean-colour-1", 4

    def encode(self, images):
        """Unit vectors (n, 4) of RGB crops of any size."""
        if any(one.ndim != 3 or one.shape[2] != 3 or one.size == 0 for one in images):
            raise InputError("pictures are RGB, (height, width, 3)")
        rows = np.array([[*one.reshape(-1, 3).mean(axis=0), 64.0] for one in images], np.float32)
        rows = rows.reshape(len(images), self.dimension)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
