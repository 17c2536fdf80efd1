"""A text encoder of one's own: letter triples of words.

airanchor check text-encoder text_encoder:Triples
airanchor doctor --calibrate text_encoder:Triples    # profiles embedded and plus need its thresholds
airanchor fly "Fly to the castle." --profile paper --text-encoder text_encoder:Triples
"""

import zlib

import numpy as np

from airanchor.errors import InputError


class Triples:
    """Counts of letter triples, hashed into 64 places."""

    name, dimension = "triples-1", 64

    def encode(self, texts):
        """Unit vectors (n, 64); what is empty is refused."""
        if not all(text.strip() for text in texts):
            raise InputError("an empty text has no vector; leave it out")
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for start in range(len(text) + 1):
                row[zlib.crc32(f"  {text.lower()} "[start : start + 3].encode()) % self.dimension] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
