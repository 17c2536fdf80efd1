"""Changes of height, and stops: the verbs whose landmark says where to end."""

from collections.abc import Sequence
from dataclasses import replace

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.ears.drafts import Draft, NounMention
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.path_phrases import RELATIONS, PhraseReader

STREET_LEVEL_M = 10.0

_VERTICAL = {
    **dict.fromkeys(("up", "upward"), Manoeuvre.ASCEND),
    **dict.fromkeys(("down", "downward"), Manoeuvre.DESCEND),
}
_GROUNDED = words("continue walk head drive run proceed carry keep march")
"""With these "down" alone means along the street."""
_GROUNDS = words("street road pavement sidewalk ground lawn grass tarmac")


class HeightReader(PhraseReader):
    """Reads verbs of climbing, sinking and stopping."""

    def _vertical(self, draft: Draft) -> Manoeuvre | None:
        """Whether a verb of going is about height: "go up", "move up to", "fly down to street level"."""
        for chunk in draft.directions:
            has_metres = any(measure.metres is not None for measure, _ in draft.measures)
            walks = draft.verb.lemma in _GROUNDED or bool(draft.measures)
            is_along = chunk.word in ("up", "down") and walks and not has_metres
            if chunk.word in _VERTICAL and not is_along:
                return _VERTICAL[chunk.word]
        for step in draft.steps:
            is_level = step.relation.endswith(" level")
            if (
                step.relation == "down to"
                and draft.verb.lemma not in _GROUNDED
                and self._is_ground(step.things)
            ):
                return Manoeuvre.DESCEND
            if is_level or step.relation == "lower than":
                return Manoeuvre.DESCEND
            if step.relation == "higher than":
                return Manoeuvre.ASCEND
        return None

    def _is_ground(self, things: Sequence[NounMention]) -> bool:
        """ "to the street" says only how low; a street with a name or a look of its own is a place."""
        nouns = [thing.noun for thing in things]
        return bool(nouns) and all(
            noun.category in _GROUNDS and not (noun.attributes or noun.ordinal or noun.part) for noun in nouns
        )

    def _climb(self, draft: Draft, manoeuvre: Manoeuvre) -> list[Clause]:
        span = self._span(draft.first, self._command_end(draft))
        clause = Clause(manoeuvre, span=span)
        for step in draft.steps:
            mentions = self._mentions(step.things)
            is_low = manoeuvre is Manoeuvre.DESCEND and step.relation in ("to", "down to")
            if step.relation.endswith(" level") or (is_low and self._is_ground(step.things)):
                clause = replace(clause, metres=STREET_LEVEL_M, is_absolute=True)
            elif not mentions:
                continue
            elif step.relation in (
                "above",
                "over",
                "past",
                "beyond",
                "on top of",
                "to the top of",
                "higher than",
            ):
                clause = replace(clause, mentions=mentions, relation="above")
            elif step.relation in ("lower than", "below", "under", "beneath", "underneath"):
                clause = replace(clause, mentions=mentions, relation="below")
            elif step.relation == "level":
                clause = replace(clause, mentions=mentions, relation="level")
            else:
                clause = replace(clause, until=(*clause.until, *mentions))
        clause = clause if clause.is_absolute else self._with_distance(clause, draft)
        return [*self._arrivals(draft), clause]

    def _arrivals(self, draft: Draft) -> list[Clause]:
        """ "Once above the bridge, descend" first goes there."""
        found = []
        for step in draft.conditions:
            mentions = self._mentions(step.things)
            relation = (
                None
                if step.relation in ("at", "to", "in view")
                else RELATIONS.get(step.relation, step.relation)
            )
            where = self._span(step.first, step.last)
            arrival = Clause(Manoeuvre.TO, mentions, relation=relation, span=where)
            found += [arrival] if mentions else []
        return found

    def _stop(self, draft: Draft) -> list[Clause]:
        span = self._span(draft.first, draft.verb_last)
        steps = [*draft.steps, *draft.conditions]
        named = [(step.relation, mentions) for step in steps if (mentions := self._mentions(step.things))]
        clause = self._with_distance(Clause(Manoeuvre.STOP, span=span), draft)
        clause = clause if clause.is_absolute else Clause(Manoeuvre.STOP, span=span)
        if not named:
            return [clause]
        relation, mentions = named[0]
        relation = "near" if relation == "away from" else RELATIONS.get(relation, relation)
        others = tuple(mention for _, more in named[1:] for mention in more)
        return [replace(clause, mentions=mentions, relation=relation, beside=others)]
