"""The scene reader's vocabulary as a sense for words: what a phrase means that no table names."""

from collections.abc import Sequence

from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.question import ask
from airanchor.embedded.eyes.reader.traits import has_trait
from airanchor.perception.contracts import Phrase, TextEncoder
from airanchor.perception.oracle import Meaning

LEAST_MEANT = 0.5
"""The least weight of a name to be meant."""


class ReaderWordSense:
    """Nearness of meaning by a text encoder, over the names and traits that the reader knows."""

    def __init__(self, text: TextEncoder) -> None:
        self._vocabulary = Vocabulary(text, NAMES)
        self._name = text.name

    @property
    def name(self) -> str:
        """The encoder's."""
        return self._name

    def meaning(self, phrase: Phrase) -> Meaning:
        """Whether one of the names is meant, and every trait that is asked for is there."""
        asked = ask(phrase, self._vocabulary, least_weight=LEAST_MEANT)

        def is_meant(category: str, attributes: Sequence[str]) -> bool:
            is_named = bool((asked.weights[self._vocabulary.weights(category) >= 1.0] > 0).any())
            return is_named and all(has_trait(trait, attributes) for trait in asked.traits)

        return is_meant
