"""Texts that go from one role of FineCog-Nav to the next."""

from typing import Annotated, Any

from pydantic import BeforeValidator

from airanchor.reasoner.prompts.characters import writable

MAX_CARRIED = 5000
"""Characters of a thought or a memory: enough for its words and for what a reasoner notes down for itself."""


def _cut(value: Any) -> Any:
    return writable(value[:MAX_CARRIED]) if isinstance(value, str) else value


CarriedText = Annotated[str, BeforeValidator(_cut)]
"""A text that a later question brings back; it may be empty."""


def first_words(text: str, count: int) -> str:
    """The beginning of a text."""
    return " ".join(text.split()[:count])


def name_list(value: Any) -> Any:
    """Names as a list: one name alone, none at all and empty ones are forgiven."""
    if value is None:
        return []
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list):
        return value
    return [name for name in names if not isinstance(name, str) or not _is_none(name)]


def _is_none(name: str) -> bool:
    return name.strip().lower() in ("", "none", "null", "n/a")
