"""Where a sentence stands while it is read: the open manoeuvre and what still waits for one."""

from collections.abc import Sequence
from enum import Enum, auto

from airanchor.embedded.ears.chunks.chunk import Chunk
from airanchor.embedded.ears.chunks.lookahead import Lookahead
from airanchor.embedded.ears.drafts import Draft, NounMention, Step
from airanchor.embedded.ears.verbs.verbs import Verb


class Mode(Enum):
    """What the words being read are for."""

    MAIN = auto()
    UNTIL = auto()
    CONDITION = auto()
    TOLD = auto()
    """The sentence tells what is there; nothing is asked."""
    IGNORED = auto()


class SentenceState:
    """`drafts` and `things` hold what was read so far, in the order of the text."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.drafts: list[Draft] = []
        self.things: list[NounMention] = []
        self._look = Lookahead(chunks)
        self._loose: list[NounMention] = []
        self._place = 0
        self._reset()

    def _reset(self) -> None:
        """A new sentence."""
        self._draft: Draft | None = None
        self._pending: list[Step] = []
        self._beside: list[NounMention] = []
        self._clear()
        self._mode = Mode.MAIN
        self._group: list[NounMention] = []
        self._sink: list[NounMention] | None = None
        self._side_ahead: str | None = None
        self._if_from = len(self.drafts)
        self._warns_from: int | None = None
        self._defines = False
        self._after_told = False

    def _clear(self) -> None:
        """A new verb."""
        self._relation: Chunk | None = None
        self._manner: Chunk | None = None
        self._subordinator = ""
        self._join = ""
        self._is_void = False
        self._has_subject = False
        self._condition = ""

    def _open(self, verb: Verb, chunk: Chunk) -> None:
        """A new manoeuvre takes over what was said before its verb."""
        first = self._manner.first if self._manner else chunk.first
        start = self.drafts[-1].last if self.drafts else 0
        draft = Draft(
            verb,
            first,
            start,
            chunk.last,
            chunk.last,
            conditions=self._pending,
            beside=[*self._loose, *self._beside],
        )
        draft.degrees = self._manner.degrees if self._manner else None
        draft.is_void = self._is_void
        self.drafts.append(draft)
        self._pending, self._beside, self._loose = [], [], []
        self._clear()
        self._draft, self._mode, self._group, self._sink = draft, Mode.MAIN, [], None
        if draft.is_void:
            self._is_void = True

    def _extend(self, chunk: Chunk) -> None:
        if self._draft is not None:
            self._draft.last = chunk.last

    def _extend_to(self, last: int) -> None:
        if self._draft is not None:
            self._draft.last = max(self._draft.last, last)
