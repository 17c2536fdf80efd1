"""Encoders of one's own: letter triples of words, mean colours of pictures.

airanchor check text-encoder encoders:Triples
airanchor check image-encoder encoders:MeanColour
airanchor doctor --calibrate encoders:Triples    # profiles embedded and plus need its thresholds
airanchor fly "Fly to the castle." --profile paper --text-encoder encoders:Triples
"""

import zlib

import numpy as np

from airanchor.errors import InputError


class Triples:
    """Counts of letter triples, hashed into 64 places."""

    name, dimension = "triples-1", 64

    def encode(self, texts):
        if not all(text.strip() for text in texts):
            raise InputError("an empty text has no vector; leave it out")
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for start in range(len(text) + 1):
                row[zlib.crc32(f"  {text.lower()} "[start : start + 3].encode()) % self.dimension] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class MeanColour:
    """The mean colour, and a constant so that black has a direction too."""

    name, dimension = "mean-colour-1", 4

    def encode(self, images):
        if any(one.ndim != 3 or one.shape[2] != 3 or one.size == 0 for one in images):
            raise InputError("pictures are RGB, (height, width, 3)")
        rows = np.array([[*one.reshape(-1, 3).mean(axis=0), 64.0] for one in images], np.float32)
        rows = rows.reshape(len(images), self.dimension)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
