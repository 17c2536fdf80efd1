"""Questions about the chunks that follow, each answered within the sentence and a fixed number of chunks."""

from collections.abc import Collection, Sequence

from airanchor.embedded.ears.chunks.chunk import Chunk, ChunkKind
from airanchor.embedded.ears.verbs.verbs import Form

_FAR = 24
_WAYS = frozenset(("past", "over", "under", "around", "through", "along", "across", "between"))


class Lookahead:
    """A view of the chunks by place."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks

    def kind(self, place: int) -> ChunkKind | None:
        """The kind of a chunk, or None outside the text."""
        return self._chunks[place].kind if 0 <= place < len(self._chunks) else None

    def word(self, place: int) -> str:
        """The word of a chunk, or nothing outside the text."""
        return self._chunks[place].word if 0 <= place < len(self._chunks) else ""

    def is_flyer(self, place: int) -> bool:
        """Whether the drone is the subject: "the drone flies"."""
        noun = self._chunks[place].noun if 0 <= place < len(self._chunks) else None
        is_drone = noun is not None and noun.category.split()[-1:] in (["drone"], ["uav"], ["quadcopter"])
        return is_drone or self.kind(place) is ChunkKind.SUBJECT

    def tells(self, place: int) -> bool:
        """Whether "is", "will be", "should be" or "has" follows, perhaps after "on the left"."""
        for at in range(place, min(place + 3, len(self._chunks))):
            kind = self._chunks[at].kind
            if kind is ChunkKind.COPULA or (kind is ChunkKind.AUXILIARY and self._chunks[at].word != "do"):
                return True
            if kind not in (ChunkKind.PLACE, ChunkKind.OTHER):
                return False
        return False

    def places(self, place: int) -> bool:
        """Whether "on the corner" or the like follows, perhaps after "and" and another noun."""
        for at in range(place, min(place + 5, len(self._chunks))):
            chunk = self._chunks[at]
            if chunk.kind is ChunkKind.PLACE:
                return True
            if chunk.kind is not ChunkKind.NOUN and chunk.word not in ("and", "&"):
                return False
        return False

    def ends_verbless(self, place: int) -> bool:
        """Whether a way without a verb starts here: "over the bridge, then to the harbour"."""
        if self.word(place) not in _WAYS:
            return False
        at = place + 1
        while self.kind(at) in (ChunkKind.NOUN, ChunkKind.PLACE, ChunkKind.OTHER):
            at += 1
        joins = []
        while self.kind(at) is ChunkKind.JOIN:
            joins.append(self.word(at))
            at += 1
        if not joins:
            return self.kind(at) in (ChunkKind.END, None)
        return "then" in joins or ("and" in joins and self.kind(at) in (ChunkKind.VERB, ChunkKind.RELATION))

    def commands_before_end(
        self,
        place: int,
        *,
        through_join: bool,
        skip_verb: bool = False,
        links: Collection[str] = ("where", "once"),
    ) -> bool:
        """Whether a command follows in this sentence, perhaps after one of the `links`.

        `skip_verb` passes over the condition's own verb.
        """
        skips = skip_verb
        for chunk in self._chunks[place + 1 : place + 1 + _FAR]:
            if chunk.kind is ChunkKind.END or (
                chunk.kind is ChunkKind.SUBORDINATOR and chunk.word not in links
            ):
                return False
            if chunk.kind is ChunkKind.JOIN and chunk.word in ("and", "then") and not through_join:
                return False
            if chunk.kind is ChunkKind.JOIN and skip_verb:
                skips = False
            if (
                chunk.kind is ChunkKind.VERB
                and chunk.verb is not None
                and chunk.verb.form is not Form.THIRD
                and not skips
            ):
                return True
            if chunk.kind is ChunkKind.DIRECTION and chunk.word in ("left", "right") and not skips:
                return True
        return False
