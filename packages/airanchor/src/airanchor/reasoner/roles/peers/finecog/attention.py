"""Attention: what perception is to look for while a sentence is flown. One call a sentence."""

from dataclasses import dataclass

from pydantic import Field

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Label, Text

MAX_QUESTIONS = 20


@dataclass(frozen=True, slots=True)
class AttentionQuestion:
    """What perception is asked about a landmark."""

    landmark: str
    question: str


@dataclass(frozen=True, slots=True)
class AttentionRequest:
    """The sentence that is flown and the one after it, with their landmarks."""

    sentence: str
    landmarks: tuple[str, ...]
    next_sentence: str
    """Empty after the last one."""
    next_landmarks: tuple[str, ...]


class LandmarkQuestion(Reply):
    """A question about one landmark."""

    landmark: Label
    question: Text


class AttentionList(Reply):
    """The questions; none where nothing is named."""

    questions: tuple[LandmarkQuestion, ...] = Field(strict=False, max_length=MAX_QUESTIONS)

    @property
    def asked(self) -> tuple[AttentionQuestion, ...]:
        """The questions as perception is given them."""
        return tuple(AttentionQuestion(one.landmark, one.question) for one in self.questions)


def _fallback(payload: Payload, request: AttentionRequest) -> AttentionList:
    """A plain question for every landmark."""
    landmarks = dict.fromkeys((*request.landmarks, *request.next_landmarks))
    questions = tuple(
        LandmarkQuestion.model_construct(landmark=name, question=f"Where is the {name}, and how far away?")
        for name in list(landmarks)[:MAX_QUESTIONS]
    )
    return AttentionList.model_construct(questions=questions)


ATTENTION = Role(
    name="finecog_attention",
    title="Choose what to look for",
    request=AttentionRequest,
    reply=AttentionList,
    fallback=_fallback,
    template="finecog/attention",
)
