"""Whether clauses that the grammar reads say of a leg what the route tagger says of it."""

from collections.abc import Sequence

from airanchor.embedded.ears.clause import STEERING, Clause, Manoeuvre, Mention
from airanchor.embedded.ears.net.tagger import TaggedLeg

SAME_TURN_DEG = 50.0
"""How far apart two turns may be that are told in words."""
_PLAIN_TURN_DEG = 90.0
_BACK_DEG = 180.0
_TURNS = {Manoeuvre.TURN_LEFT: -1.0, Manoeuvre.TURN_RIGHT: 1.0}
_CLIMBS = {Manoeuvre.ASCEND: "up", Manoeuvre.DESCEND: "down"}
_SIDED = ("pass", "beside")
_SAME_MOVES = {
    "toward": (Manoeuvre.TO, Manoeuvre.STOP, Manoeuvre.ALONG, Manoeuvre.FORWARD),
    "pass": (Manoeuvre.PAST,),
    "over": (Manoeuvre.OVER, Manoeuvre.ACROSS),
    "between": (Manoeuvre.BETWEEN,),
    "front": (Manoeuvre.TO, Manoeuvre.STOP),
    "above": (Manoeuvre.STOP, Manoeuvre.OVER),
    "beside": (Manoeuvre.STOP,),
}


def agree(leg: TaggedLeg, clauses: Sequence[Clause]) -> bool:
    """Whether they turn, climb and move alike, to the same thing, on the same side."""
    moves = [clause for clause in clauses if leads(clause)]
    own = [clause for clause in moves if _names(clause, _main(leg, clauses))]
    if not own or own[-1] is not moves[-1] or any(_strays(clause, leg) for clause in moves):
        return False
    before = clauses.index(own[0])
    return _same_move(leg, own[-1]) and _same_steering(leg, clauses[:before], clauses[before + 1 :])


def leads(clause: Clause) -> bool:
    """Whether a clause flies to something, however it does."""
    return clause.manoeuvre not in STEERING and bool(_things(clause))


def _main(leg: TaggedLeg, clauses: Sequence[Clause]) -> set[str]:
    """What the leg's own thing is called; "it" is known by the name that it stands for."""
    return {one.category for clause in clauses for one in _things(clause) if _meets(one, leg, "main")}


def _names(clause: Clause, categories: set[str]) -> bool:
    return any(one.category in categories for one in _things(clause))


def _things(clause: Clause) -> tuple[Mention, ...]:
    return (*clause.mentions, *clause.until)


def _strays(clause: Clause, leg: TaggedLeg) -> bool:
    """Whether a movement leads to what is only mentioned, or denied."""
    return all(_meets(one, leg, "also") or _meets(one, leg, "not") for one in _things(clause))


def _meets(mention: Mention, leg: TaggedLeg, name: str) -> bool:
    start, end = mention.span
    return any(span.start < end and span.end > start for span in leg.named(name))


def _same_move(leg: TaggedLeg, move: Clause) -> bool:
    side = next((one.side for one in _things(move) if one.side), "")
    is_same = move.manoeuvre in _SAME_MOVES.get(leg.relation, ())
    return is_same and (leg.relation not in _SIDED or side == leg.side)


def _same_steering(leg: TaggedLeg, before: Sequence[Clause], after: Sequence[Clause]) -> bool:
    climbs = [_CLIMBS[clause.manoeuvre] for clause in before if clause.manoeuvre in _CLIMBS]
    is_later = any(clause.manoeuvre in (*_TURNS, *_CLIMBS) for clause in after)
    return not is_later and climbs[-1:] == [leg.climb] * bool(leg.climb) and _same_turn(before, leg.turn_deg)


def _same_turn(steering: Sequence[Clause], wanted_deg: int) -> bool:
    """Whether turns together are like the one that is wanted; what faces a thing may turn by any angle."""
    turns = [clause for clause in steering if clause.manoeuvre in _TURNS]
    if any(clause.manoeuvre is Manoeuvre.FACE or clause.until for clause in steering):
        return all(_TURNS[clause.manoeuvre] * wanted_deg >= 0 for clause in turns)
    turned = sum(_TURNS[clause.manoeuvre] * (clause.degrees or _PLAIN_TURN_DEG) for clause in turns)
    turned += _BACK_DEG * sum(clause.manoeuvre is Manoeuvre.TURN_AROUND for clause in steering)
    return abs((turned - wanted_deg + 180.0) % 360.0 - 180.0) <= SAME_TURN_DEG
