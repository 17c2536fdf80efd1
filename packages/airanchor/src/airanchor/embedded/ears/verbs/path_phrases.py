"""What all verb phrases share: mentions, spans, distances, and one step of a path."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.coreference import Referent
from airanchor.embedded.ears.drafts import Draft, NounMention, Step
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import VerbKind

_PATHS: Mapping[str, Manoeuvre] = {
    **dict.fromkeys(("past", "beyond", "by"), Manoeuvre.PAST),
    **dict.fromkeys(("over", "above", "on top of", "atop"), Manoeuvre.OVER),
    **dict.fromkeys(("under", "beneath", "below", "underneath"), Manoeuvre.UNDER),
    **dict.fromkeys(("around", "round"), Manoeuvre.AROUND),
    **dict.fromkeys(("between",), Manoeuvre.BETWEEN),
    **dict.fromkeys(("along", "alongside", "down", "up", "via"), Manoeuvre.ALONG),
    **dict.fromkeys(("across",), Manoeuvre.ACROSS),
    **dict.fromkeys(("through", "thru"), Manoeuvre.THROUGH),
    **dict.fromkeys(("away from", "off"), Manoeuvre.AWAY),
}
_PASSED_ON: Mapping[str, str] = {"left of": "right", "right of": "left"}
"""Who passes to the left of a thing has it on the right."""
_STREETS = words("street road avenue lane alley path block river highway boulevard way shore coast")
_PLAIN = frozenset(("to", "toward", "towards", "up to", "down to", "into", "onto", "on", "", "back to"))
_OBJECTS: Mapping[VerbKind, str] = {
    VerbKind.PASS: "past",
    VerbKind.FOLLOW: "along",
    VerbKind.CROSS: "across",
    VerbKind.ENTER: "in",
    VerbKind.LEAVE: "away from",
    VerbKind.CIRCLE: "around",
    VerbKind.REACH: "to",
    VerbKind.SEE: "to",
    VerbKind.TAKE: "along",
    VerbKind.GO: "along",
}
RELATIONS: Mapping[str, str] = {
    "onto": "on", "into": "in", "inside": "in", "beside": "next to", "alongside": "next to",
    "by": "near", "close to": "near",
    "over": "above", "on top of": "above", "atop": "above", "beneath": "under", "below": "under",
    "after": "past", "down": "along", "up": "along", "just past": "past", "beyond": "past",
    "toward": "near", "towards": "near", "higher than": "above", "lower than": "under", "to": "at",
    "": "at",
}  # fmt: skip
"""One word for each relation, where texts have several."""


class PhraseReader:
    """Looks things up in one text."""

    def __init__(self, tokens: Sequence[Token], referents: Mapping[NounMention, Referent]) -> None:
        self._tokens = tokens
        self._referents = referents

    def _mentions(self, things: Sequence[NounMention]) -> tuple[Mention, ...]:
        referents = (self._referents[thing] for thing in things if thing in self._referents)
        return tuple(referent.mention for referent in referents if referent.mention is not None)

    def _span(self, first: int, last: int) -> tuple[int, int]:
        return self._tokens[first].start, self._tokens[max(last, first + 1) - 1].end

    def _command_end(self, draft: Draft) -> int:
        """After the verb and its directions."""
        ends = [chunk.last for chunk in draft.directions]
        return max([draft.verb_last, *ends])

    def _path(self, draft: Draft, step: Step, *, is_first: bool) -> Clause | None:
        """One step of a movement."""
        relation = step.relation or _OBJECTS.get(draft.verb.kind, "to")
        mentions = self._mentions(step.things)
        if not mentions:
            return None
        is_made = draft.verb.kind is VerbKind.TAKE and draft.verb.lemma != "take" and not step.relation
        if is_made and mentions[0].category.split()[-1].lower() not in _STREETS:
            return None  # "make a phone call", "do the dishes"
        if not step.relation and draft.verb.kind is VerbKind.GO:
            relation = "along" if mentions[0].category.split()[-1].lower() in _STREETS else "to"
        end = step.things[0].noun.first
        first = draft.first if is_first else step.first
        span = self._span(first, end if end > first else step.last)
        if draft.verb.kind is VerbKind.KEEP and not step.relation:
            return Clause(Manoeuvre.FORWARD, beside=mentions, span=span)
        if draft.verb.kind is VerbKind.CROSS and relation == "over":
            relation = "across"
        if relation in _PASSED_ON and draft.verb.kind in (VerbKind.PASS, VerbKind.KEEP):
            sided = tuple(replace(mention, side=_PASSED_ON[relation]) for mention in mentions)
            return Clause(Manoeuvre.PAST, sided, span=span)
        if relation in _PATHS:
            return Clause(_PATHS[relation], mentions, span=span)
        named = None if relation in _PLAIN else RELATIONS.get(relation, relation)
        if relation == "to the end of":
            named = "at the end of"
        return Clause(Manoeuvre.TO, mentions, relation=named, span=span)

    def _is_path(self, step: Step) -> bool:
        return step.relation in _PATHS and step.relation not in ("down", "up", "by", "between")

    def _with_distance(self, clause: Clause, draft: Draft) -> Clause:
        """The clause with how far it goes: metres, a height, or a number of blocks."""
        for measure, relation in draft.measures:
            if measure.metres is not None:
                is_height = relation in ("to", "up to", "down to", "at", "of")
                return replace(clause, metres=measure.metres, is_absolute=is_height)
            if measure.blocks is not None:
                span = self._span(draft.first, draft.last)
                return replace(
                    clause, until=(Mention("block", ordinal=measure.blocks, span=span, head=span),)
                )
        return clause
