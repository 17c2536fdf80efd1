"""Names: the kinds of thing the reader can tell apart, the detector's concepts and a few more."""

from dataclasses import replace
from importlib.resources import files

from airanchor.embedded.eyes.detector.concepts import CONCEPTS, Concept, read_concepts

_MORE = read_concepts(files(__package__).joinpath("names.toml").read_text(encoding="utf-8"))
_TAKEN = frozenset(word for one in _MORE for word in one.all_words)

NAMES: tuple[Concept, ...] = (
    *(replace(one, words=tuple(word for word in one.words if word not in _TAKEN)) for one in CONCEPTS),
    *_MORE,
)
"""In the order of the model's outputs; a word belongs to the more special name alone."""
NOTHING = len(NAMES)
"""The output for what is no thing, or only a part of one."""
