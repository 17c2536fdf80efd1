"""Text encoders that run on any machine, in order of preference."""

from collections.abc import Callable
from dataclasses import dataclass

from airanchor.errors import InputError, MissingExtra
from airanchor.perception.contracts import TextEncoder
from airanchor.perception.text.minilm import MiniLM
from airanchor.perception.text.texts import check_texts
from airanchor.perception.text.wordllama import WordLlama
from airanchor.perception.weights import MINILM, WORDLLAMA, WeightFile


@dataclass(frozen=True, slots=True)
class TextChoice:
    """An encoder and the package it needs."""

    weights: WeightFile
    load: Callable[[], TextEncoder]


TEXT_CHOICES = {
    "minilm": TextChoice(MINILM, MiniLM),
    "wordllama": TextChoice(WORDLLAMA, WordLlama),
}
"""The best first."""


def load_text_encoder(name: str | None = None) -> TextEncoder:
    """The encoder of that name, or the best one installed; its own name goes into results."""
    if name is None:
        installed = (choice for choice in TEXT_CHOICES.values() if choice.weights.is_installed)
        choice = next(installed, None)
        if choice is None:
            raise MissingExtra("Comparing words", "embedded", MINILM.install_command)
        return choice.load()
    if name not in TEXT_CHOICES:
        raise InputError(f"text encoder {name!r} is unknown; valid are {', '.join(TEXT_CHOICES)}")
    return TEXT_CHOICES[name].load()


__all__ = ["TEXT_CHOICES", "MiniLM", "TextChoice", "WordLlama", "check_texts", "load_text_encoder"]
