"""A detector of one's own: whatever is red, if something red was asked for.

airanchor check detector detector:RedThings
airanchor fly "Fly to the red building." --perception detector:RedThings
"""

import numpy as np

from airanchor.perception import Detection, Phrase
from aircity.world import Observation


class RedThings:
    """One region at most: all pixels whose red is far above green and blue."""

    name = "red-things-1"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The red pixels, as sure as they are many."""
        red, green, blue = np.moveaxis(view.rgb.astype(int), -1, 0)
        mask = (red > green + 60) & (red > blue + 60) & np.isfinite(view.depth_m)
        confidence = min(1.0, 0.3 + 10 * float(mask.mean()))
        if "red" not in phrase.label or not mask.any() or confidence < box_threshold:
            return ()
        rows, columns = np.nonzero(mask)
        box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
        return (Detection(mask, box, confidence),)
