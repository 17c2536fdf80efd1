"""Marked words as a landmark: "narrow brick house, red walls" is a house, narrow, brick, with red walls."""

import re
from dataclasses import replace

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.ears.reader import read_mentions

_LEAD = "Fly to "
_OPENS = re.compile(r"(?:the|a|an|this|that|those|these|two|its|your|our|my|\d+)\b", re.IGNORECASE)
_WITH = re.compile(r"\bw/?\s+(?=\w)")
_MOST_PARTS = 3


def mention_of(words: str, start: int, rest: str = "") -> Mention | None:
    """The landmark that a stretch of text names, which begins at `start`; None if it names none.

    Where the words break off within a name ("the grey" of "the grey mosque"), it goes on in the `rest`.
    """
    words += _missing(words, rest)
    said = _WITH.sub("with ", words)
    lead = _LEAD if _OPENS.match(said) else f"{_LEAD}the "
    lowered = said[:1].lower() + said[1:] if said[1:2].islower() else said
    found = read_mentions(f"{lead}{lowered}.")
    if not found:
        return None
    first, *others = found
    parts = tuple(f"with {one.label}" for one in others if _is_part(one, said, len(lead)))[:_MOST_PARTS]
    attributes = tuple(dict.fromkeys((*first.attributes, *parts)))
    shift, end = start - len(lead), start + len(words)
    place = max(start, first.head[0] + shift), min(end, first.head[1] + shift)
    return replace(first, attributes=attributes, span=(start, end), head=place)


def _missing(words: str, rest: str) -> str:
    """What of the rest the first name of the words goes on with."""
    lead = _LEAD if _OPENS.match(words) else f"{_LEAD}the "
    found = read_mentions(f"{lead}{words}{rest}") if rest else ()
    if not found or found[0].span[0] > len(lead) + len(words) + 1:
        return ""
    return rest[: max(found[0].head[1] - len(lead) - len(words), 0)]


def _is_part(mention: Mention, words: str, lead: int) -> bool:
    """Whether a comma alone stands before it, as in "house, red walls": it is a part, with a look."""
    before = words[: max(mention.span[0] - lead, 0)].rstrip()
    return before.endswith(",") and bool(mention.attributes) and mention.ordinal is None
