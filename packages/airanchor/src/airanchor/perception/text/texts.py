"""Texts as encoders take them: a sequence without empty ones."""

from collections.abc import Sequence

from airanchor.errors import InputError


def check_texts(texts: Sequence[str]) -> None:
    """An error for what has no vector."""
    if isinstance(texts, str):
        raise InputError(f"texts {texts!r} is one text; pass a sequence of texts, as in [{texts!r}]")
    for number, text in enumerate(texts):
        if not text.strip():
            raise InputError(f"text {number} is {text!r}: an empty text has no vector; leave it out")
