"""Talk with a drone that is somewhere already: a sentence that leans on earlier ones, made to stand alone.

A navigator knows its instruction and nothing else. To a model, what was said before is quoted. The embedded
rules read plain orders, so the few forms that people use in the middle of a talk are put into those here,
by what was said and what the drone itself remembers; the page shows the reading.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aircity.geometry import Pose, wrap

MOST_QUOTED = 4
"""Earlier sentences that a model is told of."""
SAME_M = 25.0
"""A remembered thing so near to where the last turn ended is the one that was flown to."""
_FILLER = re.compile(
    r"^(?:(?:no|nope|not that one|ok|okay|well|wait|please|now|and then|then|and|instead|actually|sorry)\b"
    r"[\s,;:.!-]*)+",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?:to\s+)?(?:the|a|an|that|this|its)\s+(?!bit\b|little\b|few\b)\S", re.IGNORECASE)
_WAYS = ("way", "side", "direction", "end")
"""The other one of these is behind."""
_OTHER = re.compile(r"\b(?:the\s+other|another|a\s+different)\s+(?P<thing>[^.,;!?]+)", re.IGNORECASE)
_AGAIN = re.compile(r"^(?:again|once more|do (?:it|that) again|repeat)[.!]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A thing in the drone's memory: its label and where it is."""

    label: str
    north_m: float
    east_m: float

    @classmethod
    def all_of(cls, memory: Mapping[str, Mapping[str, Any]]) -> list["Remembered"]:
        """The things of the page's table of memory that have an outline."""
        found = []
        for row in memory.values():
            corners = row.get("footprint") or ()
            if corners:
                norths, easts = zip(*corners, strict=True)
                found.append(cls(str(row["label"]), sum(norths) / len(norths), sum(easts) / len(easts)))
        return found


def quoted(text: str, earlier: Sequence[str]) -> str:
    """For a model: the sentence with those before it."""
    if not earlier:
        return text
    before = "; ".join(f'"{sentence}"' for sentence in earlier[-MOST_QUOTED:])
    return f"{text} (Said before in this flight, oldest first: {before}. The drone is where that has led it.)"


def plain_order(text: str, earlier: Sequence[str], here: Pose, memory: Sequence[Remembered]) -> str:
    """For the rules: an order that can be read without those before it."""
    if not earlier:
        return text
    if _AGAIN.match(text.strip()):
        return earlier[-1]
    rest = _FILLER.sub("", text.strip()) or text.strip()
    if other := _OTHER.search(rest):
        return _to_another(other["thing"].strip(), here, memory)
    if _BARE.match(rest):
        return f"Fly to {re.sub('^to ', '', rest, flags=re.IGNORECASE)}"
    return rest[:1].upper() + rest[1:]


def _to_another(thing: str, here: Pose, memory: Sequence[Remembered]) -> str:
    """Towards the nearest remembered one that is not here; about, where none is remembered."""
    noun = thing.split()[-1].lower()
    if noun in _WAYS:
        return "Turn around."
    away = [
        (distance_m, one)
        for one in memory
        if noun in one.label.lower().split()
        and (distance_m := math.hypot(one.north_m - here.x_m, one.east_m - here.y_m)) > SAME_M
    ]
    if not away:
        return f"Turn around and fly to the {thing}."
    _, nearest = min(away, key=lambda pair: pair[0])
    bearing_rad = wrap(math.atan2(nearest.east_m - here.y_m, nearest.north_m - here.x_m) - here.heading_rad)
    side, degrees = ("right" if bearing_rad > 0 else "left"), round(abs(math.degrees(bearing_rad)))
    turn = f"Turn {side} {degrees} degrees and fly" if degrees >= 15 else "Fly"
    return f"{turn} to the {thing}."
