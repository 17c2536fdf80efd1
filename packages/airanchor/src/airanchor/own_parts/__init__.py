"""Parts of a user's own, by `module:attribute` or by the name of an entry point: found, loaded, built, told.

Code is loaded only under a name that the user gave, on the command line or in Python: `grant` notes it. A
name that stands merely in a file (run.json, a trace, settings) is refused, whoever wrote that file.
"""

from airanchor.own_parts.building import build_part
from airanchor.own_parts.loading import grant, grant_sets, granted, load_part
from airanchor.own_parts.names import (
    PartKind,
    entry_names,
    entry_words,
    is_module_attribute,
    is_own,
    is_spelled_well,
    unknown,
)
from airanchor.own_parts.telling import blamed, described, facts, told

__all__ = [
    "PartKind",
    "blamed",
    "build_part",
    "described",
    "entry_names",
    "entry_words",
    "facts",
    "grant",
    "grant_sets",
    "granted",
    "is_module_attribute",
    "is_own",
    "is_spelled_well",
    "load_part",
    "told",
    "unknown",
]
