"""Chunks into drafts: each kind of chunk moves the sentence on in its own way."""

from collections.abc import Sequence
from dataclasses import replace

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.drafts import Draft, Step
from airanchor.embedded.ears.sentences.state import Mode
from airanchor.embedded.ears.verbs.judgement import VerbJudge
from airanchor.embedded.ears.verbs.verbs import GO, TURN, VerbKind

_SIDES = ("left", "right")
_PREFIXES = frozenset(
    ("at", "on", "in", "after", "before", "near", "by", "at the end of", "past", "in front of")
)


class SentenceReader(VerbJudge):
    """Reads chunks one by one."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        super().__init__(chunks)
        for place, chunk in enumerate(chunks):
            self._place = place
            getattr(self, f"_on_{chunk.kind.value}")(chunk)
        self._on_end(None)

    def _on_end(self, chunk: Chunk | None) -> None:
        owner = self.drafts[-1] if self.drafts else None
        spare = [*(thing for step in self._pending for thing in step.things), *self._beside]
        if self._warns_from is not None:
            spare = []
            for draft in self.drafts[self._warns_from :]:
                draft.is_void = True
        if owner is None:
            self._loose += spare
        else:
            owner.beside += spare
            owner.last = chunk.last if chunk else owner.last
        self._reset()

    def _on_join(self, chunk: Chunk) -> None:
        self._join = chunk.word if chunk.word != "," or not self._join else self._join
        self._relation = None
        self._subordinator = ""
        if self._mode is Mode.IGNORED:
            self._mode = Mode.MAIN
        self._is_void = self._is_void and chunk.word == "or"

    def _on_other(self, chunk: Chunk) -> None:
        if chunk.word == "which" or (chunk.word == "there" and self._look.tells(self._place + 1)):
            self._mode = Mode.TOLD
        if chunk.word == "too" and self._look.word(self._place + 1) == "far":
            self._warns_from = self._if_from
        if not self._join:
            self._extend(chunk)

    def _on_subject(self, chunk: Chunk) -> None:
        self._has_subject = True
        if chunk.word == "you've" and not self._subordinator:
            self._warns_from = self._if_from
        if chunk.word == "you're":
            self._on_copula(chunk)

    def _on_auxiliary(self, chunk: Chunk) -> None:
        if chunk.word == "weak" and self._look.kind(self._place + 1) is ChunkKind.SUBJECT:
            return
        if chunk.word == "weak":
            self._is_void = True
        elif not self._has_subject and self._group and chunk.word not in ("please", "let", "do"):
            self._mode = Mode.TOLD

    def _on_copula(self, chunk: Chunk) -> None:
        if self._has_subject and self._subordinator:
            self._mode = Mode.UNTIL if self._subordinator in ("until", "till") else Mode.CONDITION
            self._condition = "at"
        elif self._mode is not Mode.CONDITION or not self._has_subject:
            self._mode = Mode.TOLD
            self._defines = bool(self._group) and (
                self._group[-1].noun.is_pronoun or self._group[-1].noun.is_same
            )
        self._subordinator = ""

    def _on_negation(self, chunk: Chunk) -> None:
        self._is_void = True
        if self._look.kind(self._place + 1) in (ChunkKind.NOUN, ChunkKind.RELATION):
            self._mode = Mode.IGNORED

    def _on_relation(self, chunk: Chunk) -> None:
        if self._draft is None and not self._pending and self._look.ends_verbless(self._place):
            self._open(GO, chunk)
        starts_next = chunk.word in _PREFIXES and self._draft is not None and self._join
        if starts_next and self._look.commands_before_end(self._place, through_join=self._join != ","):
            self._draft = None
            self._mode = Mode.MAIN
        self._relation = chunk

    def _on_subordinator(self, chunk: Chunk) -> None:
        is_new = bool(self._join) and self._look.commands_before_end(
            self._place, through_join=True, skip_verb=True
        )
        goes_on = chunk.word in ("until", "till") or (chunk.word == "before" and self._join == ",")
        if self._draft is not None and is_new and not goes_on:
            self._draft = None
        self._after_told = self._mode is Mode.TOLD
        self._if_from = len(self.drafts) if chunk.word == "if" else self._if_from
        self._subordinator = chunk.word
        self._relation = None
        self._group = []
        self._sink = None
        self._has_subject = False
        self._is_void = False
        self._mode = Mode.UNTIL if chunk.word in ("until", "till") else Mode.CONDITION
        self._condition = "after" if chunk.word == "after" else "before" if chunk.word == "before" else "at"
        if chunk.word in ("where", "because", "while", "as"):
            self._mode = Mode.TOLD

    def _on_manner(self, chunk: Chunk) -> None:
        if self._draft is None or self._join or self._look.kind(self._place + 1) is ChunkKind.VERB:
            self._manner = chunk
        else:
            self._draft.degrees = chunk.degrees
            self._extend(chunk)

    def _on_measure(self, chunk: Chunk) -> None:
        self._measure_before(chunk)
        relation = self._relation.word if self._relation else ""
        is_place = chunk.measure is not None and chunk.measure.hour is not None and bool(self._group)
        if is_place and relation in ("at", "on", "in"):
            self._extend(chunk)
        elif self._draft is not None and chunk.measure is not None and self._mode in (Mode.MAIN, Mode.UNTIL):
            if self._join and self._draft.measures and chunk.measure.metres is not None:
                self._open(GO, chunk)
            ends = self._mode is Mode.UNTIL and not self._draft.until
            self._draft.measures.append((chunk.measure, "to" if ends else relation))
            self._extend(chunk)
        self._relation = None

    def _measure_before(self, chunk: Chunk) -> None:
        """ "after 80 metres, turn left" first goes on; "a mill at your ten o'clock" stands to the left."""
        measure, relation = chunk.measure, self._relation.word if self._relation else self._subordinator
        if measure is None:
            return
        if self._draft is None and (measure.metres or measure.blocks) and relation in ("after", "in"):
            before = self.drafts[-1] if self._join and self.drafts else None
            if (
                before is not None
                and before.verb.kind is VerbKind.GO
                and not before.steps
                and not before.measures
            ):
                self._draft = before
            else:
                self._open(GO, chunk)
        elif measure.hour is not None and self._group and measure.hour % 6:
            for thing in self._group:
                thing.side = thing.side or ("right" if measure.hour < 6 else "left")

    def _on_direction(self, chunk: Chunk) -> None:
        if self._join == "or" or (self._mode in (Mode.TOLD, Mode.IGNORED, Mode.CONDITION) and not self._join):
            return
        is_elided = self._draft is None or (self._join != "" and self._draft.has_content)
        if is_elided and chunk.word in _SIDES:
            self._open(TURN, chunk)
        elif (
            is_elided
            and self._look.kind(self._place + 1) in (ChunkKind.RELATION, ChunkKind.MEASURE)
            and not self._has_subject
        ):
            self._open(GO, chunk)
        if self._draft is not None:
            self._draft.directions.append(chunk)
            self._relation = None
            self._extend(chunk)

    def _on_place(self, chunk: Chunk) -> None:
        self._relation = None
        steps = self._pending or (self._draft.conditions if self._draft is not None else [])
        if chunk.word == "in view" and steps:
            steps[-1].relation = chunk.word
        elif chunk.word == "below" and self._draft is not None and self._climbs() and self._draft.until:
            thing = self._draft.until.pop()
            self._draft.steps.append(Step("above", [thing], thing.noun.first, chunk.last))
        elif self._group:
            for thing in self._group:
                is_free = thing.side is None or thing.side == thing.noun.side
                thing.side = chunk.word if chunk.word in _SIDES and is_free else thing.side
        elif self._mode is Mode.MAIN and self._draft is not None and self._needs_side(self._draft, chunk):
            self._draft.directions.append(replace(chunk, kind=ChunkKind.DIRECTION))
        else:
            self._side_ahead = chunk.word if chunk.word in _SIDES else None
            return
        if self._sink is not self._beside:
            self._extend(chunk)

    def _needs_side(self, draft: Draft, chunk: Chunk) -> bool:
        return (
            draft.verb.kind in (VerbKind.TURN, VerbKind.GO, VerbKind.KEEP)
            and not draft.has_side
            and chunk.word in _SIDES
        )
