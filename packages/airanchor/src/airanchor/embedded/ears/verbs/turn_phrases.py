"""Turns: to a side, around, by an angle or the clock, to a compass point, or to face a landmark."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.drafts import Draft, NounMention, Step
from airanchor.embedded.ears.tokens.lexicon import COMPASS, JUNCTIONS
from airanchor.embedded.ears.tokens.numbers import clock_turn_deg, net_turn_deg
from airanchor.embedded.ears.verbs.path_phrases import RELATIONS, PhraseReader
from airanchor.embedded.ears.verbs.verbs import VerbKind

_TURNS = {"left": Manoeuvre.TURN_LEFT, "right": Manoeuvre.TURN_RIGHT, "around": Manoeuvre.TURN_AROUND}


_HALF_DEG = 180.0
_FULL_DEG = 360.0


def _net(side: str | None, degrees: float) -> tuple[str | None, float]:
    """The side and angle that end at the heading of a turn beyond half a circle; no side for full ones."""
    net_deg = net_turn_deg(-degrees if side == "left" else degrees)
    if abs(net_deg) == _HALF_DEG:
        return "around", _HALF_DEG
    if side is None or net_deg == 0.0:
        return None, degrees
    return ("right" if net_deg > 0 else "left"), abs(net_deg)


class TurnReader(PhraseReader):
    """Reads verbs of turning and of facing."""

    def _is_turn(self, draft: Draft) -> bool:
        turns = any(chunk.word in ("left", "right") for chunk in draft.directions)
        turned = any(measure.degrees or measure.hour for measure, _ in draft.measures)
        around = any(chunk.word == "around" and chunk.degrees for chunk in draft.directions)
        if draft.verb.kind is VerbKind.TAKE and any(self._is_side_street(step) for step in draft.steps):
            return True
        return draft.verb.kind in (VerbKind.GO, VerbKind.TAKE, VerbKind.KEEP) and (turns or turned or around)

    def _is_side_street(self, step: Step) -> bool:
        """ "take the left street", "take the road on your right"."""
        return step.relation == "" and any(mention.side for mention in self._mentions(step.things))

    def _turn(self, draft: Draft) -> list[Clause]:
        return self._full_circle(draft) or self._turn_to_side(draft)

    def _full_circle(self, draft: Draft) -> list[Clause]:
        """A look around, which ends at the heading where it began."""
        degrees = self._turn_side(draft)[1] or 0.0
        is_full = degrees >= _FULL_DEG and degrees % _FULL_DEG == 0
        span = self._span(draft.first, self._command_end(draft))
        return [Clause(Manoeuvre.TELL, span=span)] if is_full else []

    def _turn_to_side(self, draft: Draft) -> list[Clause]:
        manoeuvre, degrees, ordinal = self._turn_side(draft)
        span = self._span(draft.first, self._command_end(draft))
        at, nearby = self._due_at(draft)
        ends = [thing for step in draft.steps if self._is_ahead(step) for thing in step.things]
        paths = self._paths(draft)
        if manoeuvre is None:
            places = [thing for _, things in at for thing in things]
            return self._turn_without_side(draft, [*ends, *places], span) or paths
        mentions = tuple(mention for _, things in at for mention in self._mentions(things))
        if ordinal is not None:
            side = "left" if manoeuvre is Manoeuvre.TURN_LEFT else "right"
            mentions = (*mentions, Mention("street", ordinal=ordinal, side=side, span=span, head=span))
        turn = Clause(
            manoeuvre,
            mentions,
            until=self._mentions(ends),
            degrees=degrees,
            relation=next((name for name, things in at if self._mentions(things)), None),
            beside=nearby,
            span=span,
        )
        *first, last = turn, *paths
        return [*first, self._with_distance(last, draft)]

    def _paths(self, draft: Draft) -> list[Clause]:
        """The ways into which a turn leads."""
        found = [self._path(draft, step, is_first=False) for step in draft.steps if self._is_path(step)]
        return [path for path in found if path is not None]

    def _due_at(self, draft: Draft) -> tuple[list[tuple[str, list[NounMention]]], tuple[Mention, ...]]:
        """Where a turn is due, by relation, and what is only near there."""
        before = [step for place, step in enumerate(draft.conditions) if place == 0 or self._is_due(step)]
        due = [*before, *(step for step in draft.steps if self._is_due(step))]
        kept = max(len(before), 1)
        nearby = self._mentions([thing for step in due[kept:] for thing in step.things])
        return [(self._due(step), step.things) for step in due[:kept]], nearby

    def _turn_without_side(
        self, draft: Draft, things: list[NounMention], span: tuple[int, int]
    ) -> list[Clause]:
        """Away from something, or towards it."""
        away = [thing for step in draft.steps if step.relation == "away from" for thing in step.things]
        return self._turn_from(away, span) if away else self._turn_towards(draft, things, span)

    def _turn_towards(self, draft: Draft, things: list[NounMention], span: tuple[int, int]) -> list[Clause]:
        """A turn without a side: to a compass point, to a landmark, or into a street on one side."""
        for chunk in draft.directions:
            if chunk.word in COMPASS:
                return [Clause(Manoeuvre.FACE, relation=chunk.word, span=span)]
        mentions = self._mentions(things or draft.until)
        draft.until = draft.until if things else []
        for mention in mentions:
            if mention.side is not None and draft.verb.lemma in ("turn", "take"):
                return [Clause(_TURNS[mention.side], mentions, relation="at", span=span)]
        return [Clause(Manoeuvre.FACE, mentions, span=span)] if mentions else []

    def _turn_from(self, things: list[NounMention], span: tuple[int, int]) -> list[Clause]:
        """A landmark to be had behind is faced first, then turned from."""
        mentions = self._mentions(things)
        return [Clause(Manoeuvre.FACE, mentions, span=span), Clause(Manoeuvre.TURN_AROUND, span=span)]

    def _turn_side(self, draft: Draft) -> tuple[Manoeuvre | None, float | None, int | None]:
        degrees, ordinal, side = draft.degrees, None, None
        for chunk in draft.directions:
            if chunk.word in _TURNS and (side is None or chunk.word == "around"):
                side, ordinal = chunk.word, chunk.ordinal
            elif chunk.word == "back" and side is None:
                side = "around"
            degrees = chunk.degrees or degrees
        for measure, _ in draft.measures:
            degrees = measure.degrees or degrees
            if measure.hour is not None:
                angle = clock_turn_deg(measure.hour)
                side, degrees = ("right" if angle > 0 else "left"), abs(angle)
        if degrees is not None and degrees >= _HALF_DEG and side != "around":
            side, degrees = _net(side, degrees)
        if side == "around":
            degrees = None
        return (_TURNS[side] if side else None), degrees, ordinal

    def _is_due(self, step: Step) -> bool:
        return not self._is_path(step) and not self._is_ahead(step)

    def _is_ahead(self, step: Step) -> bool:
        return step.relation in ("to", "toward", "towards") or self._is_faced(step)

    def _is_faced(self, step: Step) -> bool:
        """ "turn right onto the tower" faces it; onto a street it leads there."""
        named = [thing.noun.category.lower().split()[-1:] for thing in step.things if not thing.noun.is_name]
        return step.relation == "onto" and bool(named) and not any(set(each) & JUNCTIONS for each in named)

    def _due(self, step: Step) -> str:
        if step.relation in ("before", "after", "in view"):
            return step.relation
        return (
            "after"
            if step.relation in ("past", "beyond")
            else RELATIONS.get(step.relation, step.relation) or "at"
        )

    def _face(self, draft: Draft) -> list[Clause]:
        span = self._span(draft.first, self._command_end(draft))
        if draft.has_side and draft.verb.lemma != "face":
            return self._turn(draft)
        mentions = self._mentions([thing for step in draft.steps for thing in step.things])
        points = [chunk.word for chunk in draft.directions if chunk.word in COMPASS]
        if not mentions and not points:
            return []
        return [Clause(Manoeuvre.FACE, mentions, relation=points[0] if points else None, span=span)]
