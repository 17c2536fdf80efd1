"""Token counts by the vocabulary of the embedded text encoder: at hand on every machine, always the same."""

from functools import lru_cache

from airanchor.errors import InputError
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.weights import MINILM_VOCABULARY

PIXELS_PER_TOKEN = 512 * 512 // 256
"""A 512x512 image counts 256 tokens; others by their area, rounded up."""


class WordPieceCounter:
    """Pieces of MiniLM's vocabulary for texts, area for images."""

    name = "MiniLM WordPiece, 256 per 512x512 image"

    def __init__(self) -> None:
        pieces = WordPiece.read(MINILM_VOCABULARY.locate())
        self._count = lru_cache(maxsize=128)(pieces.count)  # system prompts come again at every step

    def count_text(self, text: str) -> int:
        """The pieces of a text, without start and end marks."""
        return self._count(text)

    def count_image(self, width_px: int, height_px: int) -> int:
        """256 per 512x512 pixels, rounded up."""
        if width_px < 1 or height_px < 1:
            raise InputError(f"image size {width_px}x{height_px} must be at least 1x1 pixels")
        return -(-width_px * height_px // PIXELS_PER_TOKEN)
