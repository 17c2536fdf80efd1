"""Which of several alike is meant: words such as "nearest", "ahead" or "second nearest ahead on the left"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_RANKS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_WORDS = re.compile(
    rf"(?P<rank>{'|'.join(_RANKS)})?\s*(?P<near>nearest|closest)?\s*(?P<ahead>(?:straight )?ahead)?"
    r"(?:\s*on the (?P<side>left|right))?",
    re.IGNORECASE,
)
MOST_RANK = max(_RANKS.values())


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the thing that is meant lies among its like, seen from the camera."""

    rank: int = 0
    """1 for the nearest, 2 for the second nearest; 0 where they are not counted."""
    is_ahead: bool = False
    """Whether it lies about straight ahead,"""
    side: str | None = None
    """a little to the "left" or "right" of it."""

    @property
    def words(self) -> str:
        """As it is asked for: "nearest", "second nearest ahead on the left"."""
        rank = next((word for word, place in _RANKS.items() if place == self.rank and place > 1), "")
        pieces = (
            rank,
            "nearest" if self.rank else "",
            "ahead" if self.is_ahead else "",
            f"on the {self.side}" if self.side else "",
        )
        return " ".join(filter(None, pieces))


def read_whereabouts(text: str) -> Whereabouts | None:
    """What an attribute tells of them; None where it is about the thing itself."""
    found = _WORDS.fullmatch(text.strip())
    if found is None or not (found["rank"] or found["near"] or found["ahead"]):
        return None
    rank = _RANKS[found["rank"].lower()] if found["rank"] else int(found["near"] is not None)
    return Whereabouts(rank, found["ahead"] is not None, found["side"].lower() if found["side"] else None)


def split_whereabouts(attributes: Iterable[str]) -> tuple[tuple[str, ...], Whereabouts | None]:
    """(attributes of the thing itself, the whereabouts that the first of the others tells)."""
    read = [(word, read_whereabouts(word)) for word in attributes]
    told = [one for _, one in read if one is not None]
    return tuple(word for word, one in read if one is None), told[0] if told else None
