"""Verbs that only place the noun before them: "a statue appears on your left"."""

from airanchor.embedded.ears.tokens.lexicon import STANDING
from airanchor.embedded.ears.tokens.wordset import words

PLACING = STANDING | words("appear appears emerge emerges")
"""The speller knows STANDING alone, so that "appeal" is not put right to "appear"."""
