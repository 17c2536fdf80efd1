"""Tagged legs as clauses: turn, climb, then the movement to the leg's own thing."""

from dataclasses import replace

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.net.amounts import climb_m, turn_deg
from airanchor.embedded.ears.net.counts import length_m, place_in_row
from airanchor.embedded.ears.net.labels import SIDED, TURN_STEP_DEG
from airanchor.embedded.ears.net.mentions import mention_of
from airanchor.embedded.ears.net.tagger import Span, TaggedLeg
from airanchor.embedded.ears.reader import read_mentions
from airanchor.embedded.eyes.reader.names import NAMES

MOVES = {
    "toward": (Manoeuvre.TO, None),
    "pass": (Manoeuvre.PAST, None),
    "over": (Manoeuvre.OVER, None),
    "between": (Manoeuvre.BETWEEN, None),
    "front": (Manoeuvre.STOP, "in front of"),
    "above": (Manoeuvre.STOP, "above"),
    "beside": (Manoeuvre.STOP, "next to"),
}
"""The manoeuvre and the relation of each way to fly a leg."""
SURE_THING = 0.5
"""How sure the tagger must be of a thing that it has no words for."""
SURE_NAME = 0.8
"""How sure it must be to call a thing by another name than the text does."""
UNSAID_DEG = TURN_STEP_DEG
"""A turn that no words say is only made if it is larger: paths bend a little where a text says nothing."""
_NAMED = frozenset(word for one in NAMES for word in (*one.all_words, *one.kinds)) | {"building", "tower"}
_BACK_DEG = 180.0
_MEASURED = (Manoeuvre.TO, Manoeuvre.PAST, Manoeuvre.OVER)
_COUNTED = ("pass", "toward")
"""Legs that a row of like things can be counted in."""
_WAYS = ("road", "street", "river", "canal", "path", "railway", "track", "avenue", "way", "water", "roof")


def clauses_of(leg: TaggedLeg, text: str) -> tuple[Clause, ...]:
    """What a leg asks for; nothing where its thing is not known."""
    things = landmarks_of(leg, text)
    if leg.relation not in MOVES or not things:
        return ()
    manoeuvre, relation = MOVES[leg.relation]
    if manoeuvre is Manoeuvre.BETWEEN and len(things) < 2:
        manoeuvre = Manoeuvre.PAST
    count = 2 if manoeuvre is Manoeuvre.BETWEEN else 1
    distances = [length_m(text[span.start : span.end]) for span in leg.named("distance")]
    metres = next((one for one in distances if one is not None and manoeuvre in _MEASURED), None)
    move = Clause(manoeuvre, things[:count], metres=metres, relation=relation, span=(leg.start, leg.end))
    return (*_turn(leg, text), *_climb(leg, text), move)


def landmarks_of(leg: TaggedLeg, text: str) -> tuple[Mention, ...]:
    """The leg's own thing, and the partner of one that is flown between."""
    found = _mentions(leg, "main", text)[-1:] or _mentions(leg, "also", text)[-1:]
    found += _mentions(leg, "partner", text)[-1:]
    if not found and leg.sureness["thing"] >= SURE_THING:
        found = [_guessed(leg, text)]
    if found:
        found[0] = _known(found[0], leg)
        if found[0].ordinal is None and leg.relation in _COUNTED:
            found[0] = replace(found[0], ordinal=place_in_row(text[leg.start : leg.end]))
    return tuple(found)


def _mentions(leg: TaggedLeg, name: str, text: str) -> list[Mention]:
    """The things of one part, what is most likely meant last."""
    said = [
        mention_of(text[span.start : span.end], span.start, text[span.end : leg.end])
        for span in leg.named(name)
    ]
    return sorted((one for one in said if one is not None), key=lambda one: _weight(one, leg))


def _guessed(leg: TaggedLeg, text: str) -> Mention:
    """The thing that a leg without marked words is about, as the text names it, if it does."""
    named = [one for one in read_mentions(text[leg.start : leg.end]) if one.category == leg.thing]
    place = (leg.start, leg.end)
    return replace(named[0] if named else Mention(leg.thing), span=place, head=place)


def _known(mention: Mention, leg: TaggedLeg) -> Mention:
    """The landmark on its side, and by the name of its kind where its own word is none that eyes know."""
    side = leg.side if leg.relation in SIDED and leg.side else mention.side
    is_named = mention.category in _NAMED or leg.sureness["thing"] < SURE_NAME
    return replace(mention, category=mention.category if is_named else leg.thing, side=side)


def _weight(mention: Mention, leg: TaggedLeg) -> tuple[bool, bool, int]:
    """Of several things a way is least, what the leg is about most, then what is described most."""
    is_kind = mention.category.split()[-1] in leg.thing.split()
    return mention.category not in _WAYS, is_kind, len(mention.label)


def _turn(leg: TaggedLeg, text: str) -> tuple[Clause, ...]:
    if abs(leg.turn_deg) <= (0 if leg.named("turn") else UNSAID_DEG):
        return ()
    words = "; ".join(text[span.start : span.end] for span in leg.named("turn"))
    degrees = turn_deg(words, leg.turn_deg)
    if abs(degrees) >= _BACK_DEG:
        return (Clause(Manoeuvre.TURN_AROUND, span=_span(leg, "turn")),)
    manoeuvre = Manoeuvre.TURN_RIGHT if degrees > 0 else Manoeuvre.TURN_LEFT
    return (Clause(manoeuvre, degrees=abs(degrees), span=_span(leg, "turn")),)


def _climb(leg: TaggedLeg, text: str) -> tuple[Clause, ...]:
    if not leg.climb:
        return ()
    words = "; ".join(text[span.start : span.end] for span in leg.named("climb"))
    metres, is_height = climb_m(words)
    manoeuvre = Manoeuvre.ASCEND if leg.climb == "up" else Manoeuvre.DESCEND
    return (Clause(manoeuvre, metres=metres, is_absolute=is_height, span=_span(leg, "climb")),)


def _span(leg: TaggedLeg, name: str) -> tuple[int, int]:
    """The words that say it, or the whole leg."""
    own: tuple[Span, ...] = leg.named(name)
    return (own[0].start, own[-1].end) if own else (leg.start, leg.end)
