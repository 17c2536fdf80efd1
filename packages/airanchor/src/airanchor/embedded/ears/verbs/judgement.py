"""What a verb is in its sentence: a command, a condition, a purpose, or only told about something."""

from dataclasses import replace

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.nouns.attachment import NounFiler
from airanchor.embedded.ears.sentences.state import Mode
from airanchor.embedded.ears.verbs.verbs import Form, Verb, VerbKind

_ARRIVALS = frozenset(("get", "come", "arrive"))
_STILL = (VerbKind.FACE, VerbKind.ASCEND, VerbKind.DESCEND, VerbKind.REACH, VerbKind.STOP)
_SEARCHES = frozenset(("find", "locate", "spot", "identify"))


class VerbJudge(NounFiler):
    """Opens a manoeuvre for each verb that commands one."""

    def _on_verb(self, chunk: Chunk) -> None:
        verb = chunk.verb
        assert verb is not None
        if self._is_background(verb):
            self._mode = Mode.TOLD if not self._subordinator else self._mode
            self._group = []
        elif self._subordinator and self._is_condition(verb):
            self._subordinator, self._has_subject = "", False
            self._group = []
        elif verb.kind is VerbKind.SEE and not self._is_search(verb):
            self._see(chunk)
        elif self._relation is not None and self._relation.word == "to" and self._is_purpose(verb):
            self._relation = replace(self._relation, last=chunk.last) if verb.kind is VerbKind.REACH else None
            self._mode = Mode.MAIN if verb.kind is VerbKind.REACH else Mode.UNTIL
        elif self._is_void and verb.kind is not VerbKind.STOP:
            self._mode, self._subordinator = Mode.IGNORED, ""
            self._group = []
        else:
            self._open(verb, chunk)

    def _is_background(self, verb: Verb) -> bool:
        """Verbs that ask for nothing: "the road turns", "start by", "a tower facing the park"."""
        follows_noun = self._look.kind(self._place - 1) is ChunkKind.NOUN
        if verb.form is Form.THIRD and not self._look.is_flyer(self._place - 1):
            return True
        if verb.form is Form.PAST and not self._subordinator:
            return True
        if verb.kind is VerbKind.BEGIN or (
            verb.kind is VerbKind.KEEP and self._look.kind(self._place + 1) is ChunkKind.VERB
        ):
            return True
        if verb.kind is VerbKind.KEEP and self._look.kind(self._place + 1) is ChunkKind.NOUN:
            return self._draft is not None or self._look.commands_before_end(
                self._place, through_join=True, links=("where", "once", "as", "while", "when")
            )
        return verb.form is Form.ING and follows_noun and not self._join and verb.kind in _STILL

    def _is_condition(self, verb: Verb) -> bool:
        """Whether the verb after "until", "when" or "before" only says when."""
        word, is_after = self._subordinator, self._draft is not None
        arrives = verb.kind in (VerbKind.REACH, VerbKind.SEE) or verb.lemma in _ARRIVALS
        if word in ("until", "till"):
            self._mode = Mode.UNTIL
            self._is_void = self._is_void and verb.kind is not VerbKind.TURN
            return verb.kind is not VerbKind.TURN
        if word in ("as", "while") and verb.kind is VerbKind.REACH:
            self._mode, self._condition = Mode.CONDITION, "at"
            return True
        if word in ("as", "while", "where"):
            return verb.kind is VerbKind.SEE
        if arrives:
            self._mode = Mode.CONDITION
            seen = "in view" if verb.kind is VerbKind.SEE else "at"
            self._condition = word if word in ("before", "after") else seen
            return True
        if word == "before":
            self._mode, self._condition = Mode.CONDITION, "before"
            stops = self._draft is not None and self._draft.verb.kind is VerbKind.STOP
            return stops or (not is_after and not self._after_told)
        passes = verb.kind in (VerbKind.PASS, VerbKind.CROSS)
        self._mode = Mode.CONDITION if passes else Mode.IGNORED
        self._condition = "after"
        return is_after or self._is_void

    def _is_search(self, verb: Verb) -> bool:
        return (
            verb.lemma in _SEARCHES
            and verb.form is Form.BASE
            and not self._has_subject
            and self._relation is None
        )

    def _is_purpose(self, verb: Verb) -> bool:
        """ "to reach the tower" continues a movement; after a turn or a climb it is a movement of its own."""
        if self._draft is None or verb.form is not Form.BASE:
            return False
        if verb.kind is VerbKind.REACH:
            return self._draft.verb.kind is VerbKind.GO and not self._draft.has_side
        return verb.kind is VerbKind.FACE

    def _see(self, chunk: Chunk) -> None:
        is_purpose = self._relation is not None and self._relation.word == "to" and self._draft is not None
        self._mode = Mode.UNTIL if is_purpose else Mode.TOLD
        self._relation = None
        self._group, self._sink = [], None
        self._is_void = False
        if is_purpose:
            self._extend(chunk)
