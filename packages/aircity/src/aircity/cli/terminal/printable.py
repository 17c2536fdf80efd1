"""How any text reaches a terminal: without commands to it, since names and replies come from anywhere."""

import re
import textwrap

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters, escape codes among them, and those that turn the direction of writing."""


def printable(text: str) -> str:
    """The text without what a terminal would obey instead of showing; lines and tabs stay."""
    return _COMMANDS.sub("", text)


def escaped(document: str) -> str:
    """A JSON document with such characters as escapes, which mean the same."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def wrapped(text: str, width: int) -> str:
    """Long lines broken after words; paths stay whole, and so do indented lines, which are to be copied."""
    return "\n".join(
        line
        if line.startswith((" ", "|"))
        else textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
