"""Whether the clauses of a leg give its turn, climb and distance as its text says them."""

import re
from collections.abc import Sequence

from airanchor.bench.episodes.telling.facts import STOPS
from airanchor.bench.episodes.telling.quantities import LengthStyle
from airanchor.embedded.ears import Clause, Manoeuvre
from benchmarks.measure.instruction_stretch import CLIMBS, TURNS, Stretch, is_named

_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)
_NOT_SIDE = re.compile(
    r"\bright (up|in|over|to|on|across|above|by)\b|\bright, (now|then|first)", re.IGNORECASE
)


def judge_turn(
    found: dict[str, bool], stretch: Stretch, text: str, mentions: Sequence[tuple[int, int, int]]
) -> None:
    leg = stretch.leg
    wanted = 0 if abs(leg.turn_deg) < 20 else leg.turn_deg
    read = [_turn_of(c, stretch.phrase) for _, c in stretch.clauses]
    turns = [one for one in read if one is not None]
    if len(turns) == 2 and turns[1] == (0, None):
        turns.pop()
    is_free = abs(wanted) <= 60 and leg.relation in ("toward", "front")
    if is_free and not turns and not _says_side(stretch, text, mentions):
        return
    if wanted == 0:
        found["turn"] = not turns
        return
    found["turn"] = len(turns) == 1 and (turns[0][0] == 0 or turns[0][0] * wanted > 0)
    if found["turn"] and turns[0][1] is not None:
        found["turn size"] = _is_size(abs(wanted), turns[0][1], text[stretch.start : stretch.at])


def _turn_of(clause: Clause, phrase: str) -> tuple[int, float | None] | None:
    """The side of a turn (0: as the landmark lies, or around) and its angle (None: as it lies)."""
    if clause.manoeuvre is Manoeuvre.FACE:
        sides = [one.side for one in clause.mentions if one.side]
        return ({"left": -1, "right": 1}[sides[0]] if sides else 0), None
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return 0, 180.0
    if clause.manoeuvre in TURNS:
        sign = -1 if clause.manoeuvre is Manoeuvre.TURN_LEFT else 1
        ends = any(is_named(one, phrase) for one in clause.until)
        return sign, None if ends else (clause.degrees or 90.0)
    return None


def _is_size(wanted: int, read: float, text: str) -> bool:
    if re.search(rf"\b{wanted}( degrees|°)", text) or "ninety degrees" in text.lower():
        return abs(read - wanted) < 20
    is_slight = wanted <= 40
    return read <= 60 if is_slight else abs(read - wanted) <= 45


def _says_side(stretch: Stretch, text: str, mentions: Sequence[tuple[int, int, int]]) -> bool:
    """Whether left or right is said on the way to the landmark, but of no other thing."""
    start = stretch.start
    end = text.find(". ", start)
    start = end if start and 0 <= end < stretch.at else start
    said = []
    at = start
    for sentence in re.split(r"(?<=[.!]) ", text[start : stretch.at]):
        own = (at, at + len(sentence) + 1)
        at = own[1]
        others = {one[2] for one in mentions if own[0] <= one[0] < own[1]} - {stretch.leg.landmark}
        if not others & {one.object_id for one in stretch.leg.met}:
            said.append(sentence)
    return bool(_SIDE.search(_NOT_SIDE.sub("", " ".join(said))))


def judge_climb(found: dict[str, bool], stretch: Stretch, text: str, z_m: float) -> None:
    leg = stretch.leg
    climbs = [c for _, c in stretch.clauses if c.manoeuvre in CLIMBS]
    if not leg.climb_m:
        if climbs:
            found["climb"] = False
        return
    kind = Manoeuvre.ASCEND if leg.climb_m > 0 else Manoeuvre.DESCEND
    found["climb"] = [c.manoeuvre for c in climbs] == [kind]
    if not found["climb"]:
        return
    read = climbs[0]
    said = [
        (metres, is_absolute)
        for metres, is_absolute in ((abs(leg.climb_m), False), (z_m, True))
        if any(one in text.lower() for one in _sayings(metres, "height"))
    ]
    if said:
        found["height"] = any(
            read.metres is not None and abs(read.metres - metres) <= 1.6 and read.is_absolute == is_absolute
            for metres, is_absolute in said
        )
    elif leg.level == "street":
        found["height"] = (read.is_absolute and read.metres is not None) or any(
            one.category in ("street", "road", "ground") for one in (*read.mentions, *read.until)
        )
    elif leg.level == "roofs":
        found["height"] = read.relation == "above" and any("roof" in one.category for one in read.mentions)


def judge_distance(found: dict[str, bool], stretch: Stretch, text: str) -> None:
    leg = stretch.leg
    if leg.relation in STOPS or leg.partner is not None:
        return
    sentence = re.split(r"(?<=[.!]) ", text)
    if not any(one in sentence[0].lower() for one in _sayings(leg.length_m, "distance")):
        return
    metres = [
        c.metres for _, c in stretch.clauses if c.manoeuvre not in (*CLIMBS, *TURNS) and not c.is_absolute
    ]
    found["distance"] = any(one is not None and abs(one - leg.length_m) <= 6 for one in metres)


def _sayings(metres: float, kind: str) -> list[str]:
    """A length in every way the benchmark writes it."""
    ways = [
        LengthStyle(unit, digits=digits, dialect=dialect, short=short)
        for unit in ("m", "ft")
        for digits in (True, False)
        for dialect in ("us", "uk")
        for short in (True, False)
    ]
    return [getattr(way, kind)(metres) for way in ways]
