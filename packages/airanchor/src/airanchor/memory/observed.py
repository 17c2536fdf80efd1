"""From an anchor's words to vectors: the form in which the memory compares things."""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import ObjectAnchor
from airanchor.errors import InputError
from airanchor.memory.config import MemoryConfig
from airanchor.memory.words.heads import split_attributes
from airanchor.memory.words.labels import check_stored, clean_phrase, plain_words
from airanchor.perception import Phrase, TextEncoder
from aircity.geometry import Extent

Vector = NDArray[np.floating]
CACHED_TEXTS = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """A phrase as texts and their vectors; the appearance may be missing and is never an empty text."""

    category: str
    category_vector: Vector
    appearance: str | None
    appearance_vector: Vector | None


@dataclass(frozen=True, slots=True, eq=False)
class EncodedObservation:
    """One anchor, ready to be compared with what is stored."""

    wording: Wording
    visual: Vector
    extent: Extent
    confidence: float
    box_px: tuple[int, int, int, int] | None = None
    """Where it stood in its image; None for what comes from another memory."""


class Reader:
    """Reads phrases and anchors with one text encoder; the vectors of recent texts are kept."""

    def __init__(self, text_encoder: TextEncoder, config: MemoryConfig) -> None:
        self._encoder = text_encoder
        self._config = config
        self._vectors: OrderedDict[str, Vector] = OrderedDict()

    def read_anchor(self, anchor: ObjectAnchor) -> EncodedObservation:
        """The anchor with vectors; LabelRefused where its words may not be remembered."""
        visual = np.asarray(anchor.visual)
        if visual.ndim != 1 or not np.isfinite(visual).all() or not visual.any():
            raise InputError(
                f"anchor {anchor.index}'s visual feature of shape {visual.shape} must be one finite vector"
            )
        if not 0.0 <= anchor.confidence <= 1.0:
            raise InputError(f"anchor {anchor.index}'s confidence {anchor.confidence} must be in [0, 1]")
        wording = self.read(clean_phrase(anchor.phrase))
        check_stored(wording.category)
        if wording.appearance is not None:
            check_stored(wording.appearance)
        return EncodedObservation(wording, visual, anchor.extent, float(anchor.confidence), anchor.box_px)

    def read(self, phrase: Phrase) -> Wording:
        """The phrase with vectors; in the plain words that anchors are remembered by."""
        phrase = Phrase(
            plain_words(phrase.category) or phrase.category, tuple(map(plain_words, phrase.attributes))
        )
        if self._config.split_attributes:
            phrase = split_attributes(Phrase(phrase.category.lower(), phrase.attributes))
        category, appearance = phrase.category.strip().lower(), phrase.appearance
        texts = [category] if appearance is None else [category, appearance]
        vectors = self.vectors(texts)
        return Wording(category, vectors[0], appearance, vectors[1] if appearance is not None else None)

    def vectors(self, texts: list[str]) -> list[Vector]:
        """The vector of each text; only texts not met lately are encoded."""
        unknown = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if unknown:
            self._vectors.update(zip(unknown, self._encoder.encode(unknown), strict=True))
        found = [self._vectors[text] for text in texts]
        for text in texts:
            self._vectors.move_to_end(text)
        while len(self._vectors) > CACHED_TEXTS:
            self._vectors.popitem(last=False)
        return found
