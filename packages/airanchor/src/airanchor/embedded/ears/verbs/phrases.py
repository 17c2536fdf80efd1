"""A draft into clauses: the verb's kind decides what its directions and relations mean."""

from dataclasses import replace

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.drafts import Draft
from airanchor.embedded.ears.tokens.lexicon import COMPASS
from airanchor.embedded.ears.verbs.height_phrases import HeightReader
from airanchor.embedded.ears.verbs.turn_phrases import TurnReader
from airanchor.embedded.ears.verbs.verbs import VerbKind

_CIRCLED = ("", "around", "round", "about", "over", "above")


class Interpreter(TurnReader, HeightReader):
    """Turns drafts of one text into clauses."""

    def clauses(self, draft: Draft) -> list[Clause]:
        """The manoeuvres of one verb, in order; none where it asks for nothing."""
        if draft.is_void:
            return self._forbidden(draft)
        found = self._by_kind(draft)
        if not found:
            return []
        beside = self._mentions(draft.beside)
        last = found[-1]
        until = (*last.until, *self._mentions(draft.until))
        found[-1] = replace(last, until=until, beside=(*last.beside, *beside))
        return _with_sides(found)

    def mentions_of(self, draft: Draft) -> tuple[Mention, ...]:
        """Every landmark of a draft, whatever it is there for."""
        steps = [thing for step in (*draft.conditions, *draft.steps) for thing in step.things]
        return self._mentions([*steps, *draft.until, *draft.beside])

    def _by_kind(self, draft: Draft) -> list[Clause]:
        kind = draft.verb.kind
        if kind is VerbKind.STOP:
            return self._stop(draft)
        if kind is VerbKind.HOME:
            return [Clause(Manoeuvre.HOME, span=self._span(draft.first, draft.verb_last))]
        if kind is VerbKind.TELL:
            return self._tell(draft)
        if kind is VerbKind.CIRCLE and self._is_circle(draft):
            return self._circle(draft)
        if kind is VerbKind.SLIDE or any(chunk.word == "sideways" for chunk in draft.directions):
            return self._slide(draft)
        if kind is VerbKind.FACE:
            return self._face(draft)
        if kind in (VerbKind.ASCEND, VerbKind.DESCEND):
            rises = kind is VerbKind.ASCEND
            return self._climb(draft, Manoeuvre.ASCEND if rises else Manoeuvre.DESCEND)
        if kind is VerbKind.TURN or self._is_turn(draft):
            return self._turn(draft)
        vertical = self._vertical(draft)
        if vertical is not None:
            return self._climb(draft, vertical)
        return self._move(draft)

    def _forbidden(self, draft: Draft) -> list[Clause]:
        """ "do not stop until you reach the tower" asks to go on."""
        if draft.verb.kind is VerbKind.STOP and draft.until:
            span = self._span(draft.first, draft.last)
            return [Clause(Manoeuvre.FORWARD, until=self._mentions(draft.until), span=span)]
        return []

    def _slide(self, draft: Draft) -> list[Clause]:
        """ "strafe left": the side is the relation, as there is no turn."""
        sides = [chunk.word for chunk in draft.directions if chunk.word in ("left", "right")]
        draft.directions = []
        return [
            replace(clause, relation=sides[0]) if sides and clause.manoeuvre is Manoeuvre.FORWARD else clause
            for clause in self._move(draft)
        ]

    def _tell(self, draft: Draft) -> list[Clause]:
        """ "is there a pool near here": the first thing named is asked for."""
        asked = self._mentions(draft.steps[0].things) if draft.steps and not draft.steps[0].relation else ()
        return [Clause(Manoeuvre.TELL, asked[:1], span=self._span(draft.first, draft.verb_last))]

    def _is_circle(self, draft: Draft) -> bool:
        """ "circle the tower", "circle around it"; "loop past the mill" is no circle."""
        return (
            bool(draft.steps)
            and draft.steps[0].relation in _CIRCLED
            and bool(self._mentions(draft.steps[0].things))
        )

    def _circle(self, draft: Draft) -> list[Clause]:
        span = self._span(draft.first, draft.verb_last)
        sides = [chunk.word for chunk in draft.directions if chunk.word in ("left", "right")]
        degrees = next((measure.degrees for measure, _ in draft.measures if measure.degrees), None)
        circled = Clause(
            Manoeuvre.CIRCLE,
            self._mentions(draft.steps[0].things)[:1],
            degrees=degrees,
            relation=sides[0] if sides else None,
            span=span,
        )
        paths = [self._path(draft, step, is_first=False) for step in draft.steps[1:] if self._is_path(step)]
        return [circled, *(path for path in paths if path is not None)]

    def _move(self, draft: Draft) -> list[Clause]:
        kind = draft.verb.kind
        points = [chunk.word for chunk in draft.directions if chunk.word in COMPASS]
        span = self._span(draft.first, self._command_end(draft))
        found = [Clause(Manoeuvre.FACE, relation=points[0], span=span)] if points else []
        for step in draft.steps:
            clause = self._path(draft, step, is_first=len(found) == len(points[:1]))
            if clause is not None:
                found = self._append(found, clause)
        if len(found) == len(points[:1]):
            found += self._onward(draft, span)
        if found and found[-1].manoeuvre is not Manoeuvre.FACE:
            found[-1] = self._with_distance(found[-1], draft)
        conditions = [thing for step in draft.conditions for thing in step.things]
        if found and conditions:
            named = {mention.category for mention in found[0].mentions}
            passed = [mention for mention in self._mentions(conditions) if mention.category not in named]
            found[0] = replace(found[0], beside=(*passed, *found[0].beside))
        return found if kind is not VerbKind.TAKE or draft.has_content else []

    def _append(self, found: list[Clause], clause: Clause) -> list[Clause]:
        """Along a street to a place is one movement that the place ends."""
        moves = bool(found) and found[-1].manoeuvre is not Manoeuvre.FACE
        if moves and clause.manoeuvre is Manoeuvre.TO and clause.relation not in (None, "at the end of"):
            return [*found[:-1], replace(found[-1], beside=(*found[-1].beside, *clause.mentions))]
        follows = bool(found) and found[-1].manoeuvre is Manoeuvre.ALONG and not found[-1].until
        if follows and clause.manoeuvre is Manoeuvre.TO and clause.relation is None:
            return [*found[:-1], replace(found[-1], until=clause.mentions)]
        return [*found, clause]

    def _onward(self, draft: Draft, span: tuple[int, int]) -> list[Clause]:
        words = {chunk.word for chunk in draft.directions}
        is_back = draft.verb.lemma == "back" or (words & {"back", "around"} and not words & {"straight"})
        if draft.verb.kind is VerbKind.GO and is_back:
            onward = [Clause(Manoeuvre.FORWARD, span=span)] if draft.measures else []
            return [Clause(Manoeuvre.TURN_AROUND, span=span), *onward]
        moves = draft.verb.kind in (
            VerbKind.GO,
            VerbKind.PASS,
            VerbKind.CROSS,
            VerbKind.FOLLOW,
            VerbKind.KEEP,
            VerbKind.SLIDE,
        )
        keeps_height = draft.verb.lemma == "maintain" and draft.measures
        if keeps_height:
            return []
        if moves or (draft.verb.kind is VerbKind.TAKE and draft.measures):
            return [Clause(Manoeuvre.FORWARD, span=span)]
        return []


def _with_sides(clauses: list[Clause]) -> list[Clause]:
    """ "past the mill, keeping it on your left": what is seen again gives its side to the goal."""
    sides = {mention.label: mention.side for clause in clauses for mention in clause.beside if mention.side}
    named = {mention.label for clause in clauses for mention in clause.mentions}
    return [
        replace(
            clause,
            mentions=tuple(
                replace(each, side=each.side or sides.get(each.label)) for each in clause.mentions
            ),
            beside=tuple(each for each in clause.beside if each.label not in named),
        )
        for clause in clauses
    ]
