"""Text encoders that run on any machine, in order of preference."""

from collections.abc import Callable
from dataclasses import dataclass

from airanchor.errors import InputError, MissingWeights
from airanchor.perception.contracts import TextEncoder
from airanchor.perception.text.minilm import MiniLM
from airanchor.perception.text.texts import check_texts
from airanchor.perception.text.wordllama import WordLlama
from airanchor.perception.weights import (
    FETCH_COMMAND,
    MINILM,
    MINILM_VOCABULARY,
    WORDLLAMA,
    WORDLLAMA_TOKENIZER,
    WeightFile,
    tell_of_worse,
)


@dataclass(frozen=True, slots=True)
class TextChoice:
    """An encoder and the files it needs."""

    files: tuple[WeightFile, ...]
    load: Callable[[], TextEncoder]

    @property
    def is_installed(self) -> bool:
        """Whether all of its files are there."""
        return all(file.is_installed for file in self.files)


TEXT_CHOICES = {
    "minilm": TextChoice((MINILM, MINILM_VOCABULARY), MiniLM),
    "wordllama": TextChoice((WORDLLAMA, WORDLLAMA_TOKENIZER), WordLlama),
}
"""The best first."""


def load_text_encoder(name: str | None = None) -> TextEncoder:
    """The encoder of that name, or the best one installed; its own name goes into results."""
    if name is None:
        name = next((name for name, choice in TEXT_CHOICES.items() if choice.is_installed), None)
        if name is None:
            raise MissingWeights(f"{MINILM.what}, which compares words,", FETCH_COMMAND)
        if name != next(iter(TEXT_CHOICES)):
            tell_of_worse(MINILM, name)
    if name not in TEXT_CHOICES:
        raise InputError(f"text encoder {name!r} is unknown; valid are {', '.join(TEXT_CHOICES)}")
    return TEXT_CHOICES[name].load()


__all__ = ["TEXT_CHOICES", "MiniLM", "TextChoice", "WordLlama", "check_texts", "load_text_encoder"]
