"""Which verb a noun phrase belongs to, and what it is there for: goal, end, condition, or only seen."""

from collections.abc import Mapping
from dataclasses import replace

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.drafts import NounMention, Step
from airanchor.embedded.ears.sentences.state import Mode, SentenceState
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import STOP, VERBS, VerbKind

_HEIGHTS = frozenset(("above", "over", "below", "under", "level", "past"))
_SITES = frozenset(
    (
        "on", "in", "on top of", "atop", "inside", "within", "near", "next to", "beside", "behind", "by",
        "in front of", "opposite", "left of", "right of", "in the middle of", "between", "beyond",
    )
)  # fmt: skip
"""Right after a noun these tell where that thing stands: "the fountain on the plaza"."""
_BEFORE_BETWEEN = frozenset(("to", "at", "toward", "towards", "along", "down", "through", ""))
_COUNTED_FROM = frozenset(("past", "after", "before", "from"))
"""As much after a counted noun: "the second house past the church"."""
_HELD: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("hold", "maintain", "keep"), words("altitude height elevation level speed")),
    **dict.fromkeys(("stay", "remain"), words("low high clear")),
}
"""What is only to stay as it is asks for no manoeuvre: "hold your altitude", "stay low"."""
_OF_NO_GOAL = frozenset(("with", "of", "from", "for", "like", "about"))


class NounFiler(SentenceState):
    """Puts every noun phrase where it belongs."""

    def _on_noun(self, chunk: Chunk) -> None:
        noun = chunk.noun
        assert noun is not None
        relation = self._relation.word if self._relation else ""
        relation = "to" if noun.determiner == "there" else relation
        first = self._relation.first if self._relation else chunk.first
        is_action = not relation and self._is_action(noun.category)
        if is_action or (not noun.is_landmark and not noun.is_pronoun):
            self._reshape(noun.category, relation)
            self._extend(chunk)
            self._relation = None
            return
        thing = NounMention(noun, noun.side or self._side_ahead)
        self._file(thing, Step(relation, [thing], first, chunk.last))
        self._relation = None

    def _is_action(self, category: str) -> bool:
        """Whether "do a circle" says what to do."""
        is_empty = self._draft is not None and self._draft.verb.kind is VerbKind.TAKE
        return is_empty and VERBS.get(category) in (VerbKind.CIRCLE, VerbKind.SLIDE)

    def _reshape(self, category: str, relation: str) -> None:
        """ "come to a stop" is a stop."""
        draft = self._draft
        if draft is None:
            return
        if draft.verb.lemma in ("come", "make", "take", "do") and category in (
            "stop",
            "halt",
            "pause",
            "hover",
        ):
            draft.verb, draft.directions = STOP, []
        elif category in _HELD.get(draft.verb.lemma, ()):
            draft.is_void = True
        elif category.endswith("level") or (category == "ground" and self._ends_at(relation)):
            draft.steps.append(Step(f"{relation} level", [], draft.first, draft.last))

    def _ends_at(self, relation: str) -> bool:
        return relation in ("to", "down to") or self._mode is Mode.UNTIL

    def _file(self, thing: NounMention, step: Step) -> None:
        """Put a noun phrase where it belongs."""
        noun, relation = thing.noun, step.relation
        if self._mode is Mode.IGNORED:
            self._group = [thing]
            self._keep(thing, is_goal=False, last=step.last)
            return
        is_alone = relation == "" and (self._join != "" or self._draft is None)
        tells = self._look.tells(self._place + 1)
        if is_alone and not tells and self._joins_sink(noun.is_pronoun):
            assert self._sink is not None
            self._sink.append(thing)
            self._group.append(thing)
            self._keep(thing, is_goal=self._sink is not self._beside, last=step.last)
            return
        if self._mode is Mode.TOLD and self._defines and relation == "":
            return
        if self._is_site(relation):
            self._add_site(thing, step.last)
            return
        self._group = [thing]
        if self._mode is Mode.UNTIL and tells and self._draft is not None:
            self._end_with(thing, self._draft.until, step.last)
        elif self._mode is Mode.TOLD or tells or relation in _OF_NO_GOAL:
            self._tell(thing, step, tells=tells)
        elif self._mode is Mode.UNTIL and relation in _HEIGHTS and self._climbs():
            self._add(step, is_condition=False)
        elif self._mode is Mode.UNTIL and self._draft is not None:
            self._end_with(thing, self._draft.until, step.last)
        elif self._mode is Mode.CONDITION:
            self._add(_with_relation(step, relation or self._condition, self._condition), is_condition=True)
        elif relation or (self._draft is not None and not is_alone):
            self._add(step, is_condition=self._draft is None)
        elif noun.is_name or noun.determiner or self._look.kind(self._place + 1) is ChunkKind.PLACE:
            self._tell(thing, step, tells=False)
        elif not self._join:
            self._extend_to(step.last)

    def _is_site(self, relation: str) -> bool:
        """Whether the phrase tells the place of the noun right before it; "between" may be a way as well."""
        if not self._group:
            return False
        is_counted = relation in _COUNTED_FROM and self._group[-1].noun.ordinal is not None
        if relation not in _SITES and not is_counted:
            return False
        follows = self._look.kind(self._place - 2) in (ChunkKind.NOUN, ChunkKind.PLACE)
        steps = self._draft.steps if self._draft is not None else []
        is_way = relation == "between" and not (steps and steps[-1].relation in _BEFORE_BETWEEN)
        return follows and not is_way

    def _end_with(self, thing: NounMention, until: list[NounMention], last: int) -> None:
        self._sink = until
        until.append(thing)
        self._keep(thing, is_goal=True, last=last)

    def _add_site(self, thing: NounMention, last: int) -> None:
        self._sink = self._draft.beside if self._draft is not None else self._beside
        self._sink.append(thing)
        thing.host = self._group[-1]
        self._keep(thing, is_goal=False, last=last)

    def _climbs(self) -> bool:
        return self._draft is not None and self._draft.verb.kind in (VerbKind.ASCEND, VerbKind.DESCEND)

    def _joins_sink(self, is_pronoun: bool) -> bool:
        if self._sink is None or self._join not in ("and", ",", "&", "or", "/") or is_pronoun:
            return False
        return self._join != "," or not self._look.places(self._place + 1)

    def _tell(self, thing: NounMention, step: Step, *, tells: bool) -> None:
        """Something only seen: it belongs to the manoeuvre of its sentence, else to the one before."""
        is_own = self._draft is not None and not (tells and self._join)
        self._sink = self._draft.beside if is_own and self._draft is not None else self._beside
        is_placed = self._look.kind(self._place + 1) is ChunkKind.PLACE
        self._sink += [] if thing.noun.is_pronoun and not is_placed else [thing]
        if is_own:
            self._extend_to(step.last)
        thing.is_goal = step.relation == ""
        self.things.append(thing)

    def _add(self, step: Step, *, is_condition: bool) -> None:
        self._sink = step.things
        if self._draft is None:
            self._pending.append(step)
        else:
            (self._draft.conditions if is_condition else self._draft.steps).append(step)
        self._keep(step.things[0], is_goal=True, last=step.last)

    def _keep(self, thing: NounMention, *, is_goal: bool, last: int) -> None:
        thing.is_goal = is_goal
        self.things.append(thing)
        self._extend_to(last)


def _with_relation(step: Step, relation: str, condition: str) -> Step:
    """A place named inside a condition wins, "once above the bridge"; "to" and "at" add nothing to it."""
    is_plain = relation in ("to", "at", "by", "on", "in")
    return replace(step, relation=condition if is_plain else relation)
