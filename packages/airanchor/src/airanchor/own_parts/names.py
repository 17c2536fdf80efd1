"""What can be brought from outside, how it is spelled, and what installed packages offer."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from importlib import metadata
from typing import Any

from airanchor.errors import InputError

_MODULE_ATTRIBUTE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_ENTRY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class PartKind(StrEnum):
    """What can be brought from outside."""

    AGENT = "agent"
    DETECTOR = "detector"
    TEXT_ENCODER = "text encoder"
    IMAGE_ENCODER = "image encoder"
    REASONER = "reasoner"
    WORLD = "world"
    ROW = "row"
    MEMORY = "memory"

    @property
    def group(self) -> str:
        """The group of entry points."""
        plural = "memories" if self is PartKind.MEMORY else f"{self.value}s"
        return f"airanchor.{plural.replace(' ', '_')}"

    @property
    def option(self) -> str:
        """Where a command takes it."""
        options = {PartKind.DETECTOR: "--perception", PartKind.ROW: "--agent"}
        return options.get(self, f"--{self.value.replace(' ', '-')}")

    @property
    def fact(self) -> str:
        """The key under which traces and run.json tell what code it was."""
        return f"{self.value.replace(' ', '_')}_part"


def is_module_attribute(name: str) -> bool:
    """Whether a name is spelled module:attribute."""
    return _MODULE_ATTRIBUTE.fullmatch(name) is not None


def is_spelled_well(name: str) -> bool:
    """Whether a name could be one from outside at all, installed or not."""
    return is_module_attribute(name) or _ENTRY_NAME.fullmatch(name) is not None


def is_own(kind: PartKind, name: str) -> bool:
    """Whether a name, which is none of ours, means a part from outside. Nothing is loaded."""
    return is_module_attribute(name) or name in entry_names(kind)


def entry_names(kind: PartKind) -> tuple[str, ...]:
    """The parts that installed packages offer under a name."""
    return tuple(sorted(entries(kind.group)))


def entry_words(kind: PartKind, name: str) -> str:
    """Who offers a name: module:attribute, and the package with its version."""
    entry = entries(kind.group)[name]
    return f"{entry.value} of {distribution(entry.dist)}"


@cache
def entries(group: str) -> dict[str, metadata.EntryPoint]:
    found = metadata.entry_points(group=group)
    return {entry.name: entry for entry in found if _ENTRY_NAME.fullmatch(entry.name)}


def unknown(kind: PartKind, name: str, valid: Sequence[str], more: str = "", word: str = "") -> InputError:
    """What to say of a name that is neither ours nor a user's."""
    known = (*valid, *entry_names(kind))
    near = get_close_matches(name, known, n=1)
    guess = f"did you mean {near[0]!r}? " if near else ""
    if not known:
        return InputError(
            f"{kind.value} {name[:120]!r} is none of your own; give module:attribute, or install a package "
            f"that offers the name among its entry points {kind.group}"
        )
    return InputError(
        f"{word or kind.value} {name[:120]!r} is unknown; {guess}valid are {', '.join(known)}{more}, or one "
        "of your own as module:attribute"
    )


def distribution(dist: Any) -> str:
    """The package of an entry point with its version."""
    return "" if dist is None else f"{dist.metadata['Name']} {dist.version}"
