"""The phrasebook: pages read one after the other, each relying on the wording the ones before left."""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable

from airanchor.embedded.ears.rewording import Phrasebook, read_phrasings
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.unflown import ACTS

_UNCHANGED = "="


def plain(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a text in the plainest wording the phrasebook knows."""
    for book in _books():
        tokens = book.plain(tokens)
    return list(tokens)


@functools.cache
def _books() -> tuple[Phrasebook, ...]:
    folder = resources.files(__package__).joinpath("phrasebook")
    classes = _classes(folder.joinpath("classes.toml"))
    pages = sorted(
        (page for page in folder.iterdir() if page.name.endswith(".txt")), key=lambda page: page.name
    )
    return tuple(Phrasebook(read_phrasings(page.read_text("utf-8")), classes) for page in pages)


def _classes(file: Traversable) -> dict[str, Mapping[tuple[str, ...], str]]:
    """Every class: its phrases, the longest first, with the plain wording of each."""
    listed = {name: dict(groups) for name, groups in tomllib.loads(file.read_text("utf-8")).items()}
    listed["ACT"] = {_UNCHANGED: sorted(ACTS)}
    return {
        name: {
            tuple(phrase.split()): phrase if wording == _UNCHANGED else wording
            for phrase, wording in sorted(_entries(groups), key=lambda entry: (-len(entry[0].split()), entry))
        }
        for name, groups in listed.items()
    }


def _entries(groups: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(phrase, wording) for wording, phrases in groups.items() for phrase in phrases]
