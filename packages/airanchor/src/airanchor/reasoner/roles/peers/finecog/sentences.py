"""Sentences: the instruction cut at its full stops, each sentence with its landmarks. One call a flight."""

import re
from dataclasses import dataclass

from pydantic import Field

from airanchor.errors import InputError
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Label, Text
from airanchor.reasoner.roles.peers.finecog.texts import name_list

MAX_SENTENCES = 100
_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class SentencesRequest:
    """The whole instruction."""

    instruction: str

    def __post_init__(self) -> None:
        if not self.instruction.strip():
            raise InputError("the instruction is empty; say where to fly")


class NamedSentence(Reply):
    """One sentence and what it names."""

    text: Text
    landmarks: tuple[Label, ...] = Field(default=(), strict=False, max_length=50)


class SentenceList(Reply):
    """The sentences in the order they are flown."""

    sentences: tuple[NamedSentence, ...] = Field(strict=False, min_length=1, max_length=MAX_SENTENCES)


def _coerce(payload: Payload, request: SentencesRequest) -> Payload:
    """A sentence may be a bare text; its landmarks may be missing or one name."""
    sentences = payload.get("sentences")
    if not isinstance(sentences, list):
        return payload
    return {**payload, "sentences": [_coerced(entry) for entry in sentences]}


def _coerced(entry: object) -> object:
    if isinstance(entry, str):
        return {"text": entry, "landmarks": []}
    return {**entry, "landmarks": name_list(entry.get("landmarks"))} if isinstance(entry, dict) else entry


def _fallback(payload: Payload, request: SentencesRequest) -> SentenceList:
    """Cut at full stops, without landmarks."""
    pieces = [piece for piece in _END.split(request.instruction.strip()) if piece.strip()]
    kept = [*pieces[: MAX_SENTENCES - 1], " ".join(pieces[MAX_SENTENCES - 1 :])]
    named = tuple(NamedSentence.model_construct(text=piece, landmarks=()) for piece in kept if piece)
    return SentenceList.model_construct(sentences=named)


SENTENCES = Role(
    name="finecog_sentences",
    title="Cut a flight instruction into its sentences",
    request=SentencesRequest,
    reply=SentenceList,
    coerce=_coerce,
    fallback=_fallback,
    template="finecog/sentences",
)
