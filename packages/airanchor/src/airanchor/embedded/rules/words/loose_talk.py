"""Loose talk: what was only told about becomes the aim of a stretch of the route that would lead nowhere.

A stretch goes from one turn to the next. In careful talk it has a movement to, past or over something; in
loose talk the verb may be missing or unknown ("then a short push to the tower", "the pink hotel comes up on
the right, and the moment it is level, full stop"): the thing is read, but as a remark.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from airanchor.embedded.ears import Clause, Manoeuvre, Mention, Passage
from airanchor.embedded.ears.clause import STEERING
from airanchor.embedded.rules.config import StageRules
from airanchor.embedded.rules.goal import CLIMBS
from airanchor.embedded.rules.words.surroundings import (
    is_crossed,
    is_definite,
    is_end,
    is_landmark,
    is_left_behind,
    is_passed,
    is_place,
    sided,
    standing,
)

_TURNS = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND)
_UNTIL = re.compile(r"\b(?:un)?till?\b", re.IGNORECASE)
_ENDED = (Manoeuvre.FORWARD, Manoeuvre.ALONG, Manoeuvre.ACROSS)

_Place = tuple[int, int]
"""Which passage, and which of its clauses."""


def with_aims(passages: Sequence[Passage], text: str, rules: StageRules) -> list[Passage]:
    """The passages of a route; those of careful talk stay as they are."""
    turns = sum(clause.manoeuvre in _TURNS for passage in passages for clause in passage.clauses)
    if turns < rules.route_turns:
        return list(passages)
    rows = [
        [led for clause in passage.clauses for led in _led(clause, passage, text)] for passage in passages
    ]
    _turn_once(rows, rules.nearly_back_deg)
    _halt_there(rows, text)
    stretch: list[_Place] = []
    for place, clause in [(place, rows[place[0]][place[1]]) for place in _places(rows)]:
        if clause.manoeuvre in _TURNS and stretch:
            _aim(rows, stretch, text)
            stretch = []
        stretch.append(place)
    _aim(rows, stretch, text)
    return _filled(passages, rows)


def _places(rows: Sequence[Sequence[Clause]]) -> list[_Place]:
    return [(place, number) for place, row in enumerate(rows) for number in range(len(row))]


def _filled(passages: Sequence[Passage], rows: Sequence[Sequence[Clause]]) -> list[Passage]:
    """The passages with these clauses; one that has none left goes to the one before it."""
    found: list[Passage] = []
    for passage, row in zip(passages, rows, strict=True):
        if row or not found:
            found.append(replace(passage, clauses=tuple(row) or passage.clauses))
        else:
            found[-1] = replace(found[-1], end=passage.end)
    return found


def _led(clause: Clause, passage: Passage, said: str) -> list[Clause]:
    """The clause, with the movement that its wording hides."""
    things = [mention for mention in clause.mentions if is_place(mention)]
    if clause.manoeuvre in _TURNS:
        return _counted(clause)
    if clause.manoeuvre in _ENDED:
        return _passing(clause, said[passage.since : passage.end], said)
    if not things:
        return [clause]
    thing = sided(things[0], said)
    if clause.manoeuvre is Manoeuvre.AWAY and thing.side:
        return [replace(clause, manoeuvre=Manoeuvre.PAST, mentions=(thing,))]
    if clause.manoeuvre is Manoeuvre.PAST and thing is not things[0]:
        return [replace(clause, mentions=(thing, *clause.mentions[1:]))]
    if clause.manoeuvre is Manoeuvre.STOP and clause.relation == "in view" and thing.side:
        return [replace(clause, mentions=(thing,), relation="next to")]
    return [clause]


def _counted(turn: Clause) -> list[Clause]:
    """ "After the third house turn right" leads past the third house."""
    counted = [mention for mention in turn.mentions if mention.ordinal and mention.ordinal > 1]
    if turn.relation != "after" or not counted:
        return [turn]
    return [Clause(Manoeuvre.PAST, (counted[0],), span=turn.span), replace(turn, mentions=(), relation=None)]


def _passing(clause: Clause, passage: str, said: str) -> list[Clause]:
    """ "Until the office has gone by" leads past the office."""
    ends = [mention for mention in clause.until if is_place(mention)]
    until = _UNTIL.search(passage)
    if not ends or until is None or not is_left_behind(passage[until.end() :]):
        return [clause]
    past = replace(clause, manoeuvre=Manoeuvre.PAST, mentions=(sided(ends[-1], said),), until=())
    return [past] if clause.manoeuvre is Manoeuvre.FORWARD else [replace(clause, until=()), past]


def _turn_once(rows: list[list[Clause]], nearly_back_deg: float) -> None:
    """ "Hard left, nearly back the way you came" is one turn."""
    last: _Place | None = None
    for place, row in enumerate(rows):
        for clause in list(row):
            is_turn = clause.manoeuvre in _TURNS
            if is_turn and last is not None and not clause.mentions and not clause.until:
                turn = _both(rows[last[0]][last[1]], clause, nearly_back_deg)
                if turn is not None:
                    rows[last[0]][last[1]] = turn
                    row.remove(clause)
                    continue
            last = (place, row.index(clause)) if is_turn else None


def _both(first: Clause, second: Clause, nearly_back_deg: float) -> Clause | None:
    """One turn out of two that follow each other, if they can be the same."""
    if first.manoeuvre is second.manoeuvre:
        is_sized = first.degrees is not None and second.degrees is not None
        return None if is_sized else replace(first, degrees=first.degrees or second.degrees)
    turns = [clause for clause in (first, second) if clause.manoeuvre is not Manoeuvre.TURN_AROUND]
    if len(turns) != 1:
        return None
    return replace(first, manoeuvre=turns[0].manoeuvre, degrees=turns[0].degrees or nearly_back_deg)


def _halt_there(rows: list[list[Clause]], said: str) -> None:
    """ "Fly till the school is square on your left. Stop." ends next to the school."""
    for (place, number), (after, last) in pairwise(_places(rows)):
        going, stop = rows[place][number], rows[after][last]
        ends = [mention for mention in going.until if is_place(mention)]
        is_open = going.manoeuvre is Manoeuvre.FORWARD and bool(ends)
        if not is_open or stop.manoeuvre is not Manoeuvre.STOP or stop.mentions:
            continue
        aim = sided(ends[-1], said)
        if aim.side:
            rows[place][number] = replace(going, until=())
            rows[after][last] = replace(stop, mentions=(aim,), relation="next to")


def _aim(rows: list[list[Clause]], stretch: Sequence[_Place], said: str) -> None:
    """Give a stretch without an aim the last thing it tells about."""
    clauses = {place: rows[place[0]][place[1]] for place in stretch}
    if any(_has_aim(clause) for clause in clauses.values()):
        return
    start = rows[stretch[0][0]][stretch[0][1]].span[0] if stretch else 0
    told = [
        (place, mention)
        for place, clause in clauses.items()
        for mention in (*_named(clause), *clause.beside)
        if is_landmark(mention) and mention.span[0] >= start
    ]
    aims = [one for one in told if one[1].attributes or one[1].ordinal]
    aims = aims or [one for one in told if is_definite(one[1], said)]
    if not aims:
        return
    (place, number), aim = max(aims, key=lambda one: one[1].span)
    owner = rows[place][number]
    rows[place][number] = _released(owner, aim)
    aim = sided(aim, said)
    stops = [one for one, clause in clauses.items() if clause.manoeuvre is Manoeuvre.STOP]
    if stops:
        row, last = rows[stops[0][0]], stops[0][1]
        row[last] = replace(row[last], mentions=(aim,), relation=standing(aim, said))
    else:
        rows[place].append(_movement(aim, said, owner.span))


def _has_aim(clause: Clause) -> bool:
    return clause.manoeuvre not in STEERING and any(map(is_place, (*clause.mentions, *clause.until)))


def _named(clause: Clause) -> tuple[Mention, ...]:
    """What a turn or a climb names: "left thirty to the mill", "down ten metres to the mill"."""
    if clause.manoeuvre in _TURNS:
        return clause.until
    if clause.manoeuvre is Manoeuvre.FACE:
        return clause.mentions
    return (*clause.mentions, *clause.until) if clause.manoeuvre in CLIMBS else ()


def _released(owner: Clause, aim: Mention) -> Clause:
    """The clause that named the aim, without it where it only stood beside or ended a climb."""
    owner = replace(owner, beside=_without(owner.beside, aim))
    if owner.manoeuvre not in CLIMBS:
        return owner
    relation = None if aim in owner.mentions else owner.relation
    mentions, until = _without(owner.mentions, aim), _without(owner.until, aim)
    return replace(owner, mentions=mentions, until=until, relation=relation)


def _without(mentions: Sequence[Mention], aim: Mention) -> tuple[Mention, ...]:
    return tuple(one for one in mentions if one is not aim)


def _movement(aim: Mention, said: str, span: tuple[int, int]) -> Clause:
    if is_end(aim, said):
        return Clause(Manoeuvre.STOP, (aim,), relation=standing(aim, said), span=span)
    if is_passed(aim, said):
        return Clause(Manoeuvre.PAST, (aim,), span=span)
    return Clause(Manoeuvre.OVER if is_crossed(aim, said) else Manoeuvre.TO, (aim,), span=span)
