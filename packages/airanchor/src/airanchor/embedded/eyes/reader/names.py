"""Names: the kinds of thing the eyes can tell apart, read from names.toml."""

import tomllib
from importlib.resources import files

from airanchor.embedded.eyes.detector.words import Concept

NAMES: tuple[Concept, ...] = tuple(
    Concept(name, **{key: tuple(words) for key, words in row.items()})
    for name, row in tomllib.loads(
        files(__package__).joinpath("names.toml").read_text(encoding="utf-8")
    ).items()
)
"""In the order of the network's outputs; a word belongs to the more special name alone."""
NOTHING = len(NAMES)
"""The output for what is no thing, or only a part of one."""
