"""Which characters of untrusted texts may go into a prompt, and which into a file."""

import re

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control, direction and tag characters, and halves of pairs: some models read what people cannot see."""


def clean(text: str) -> str:
    """A value made safe to stand in a prompt: angle brackets, which make tags, become ‹ and ›."""
    return _UNSEEN.sub(" ", text).replace("<", "‹").replace(">", "›").strip()


def writable(text: str) -> str:
    """A text that UTF-8 can hold: halves of pairs, which models and services emit at times, become "?"."""
    return text.encode("utf-8", "replace").decode()
