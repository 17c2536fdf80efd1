"""Sub-goals: a sentence cut into small steps, by what is seen where it begins. One call a sentence."""

from dataclasses import dataclass

from pydantic import Field

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Text


@dataclass(frozen=True, slots=True)
class SubgoalsRequest:
    """The sentence and the observation as it begins."""

    sentence: str
    observation: str


class SubgoalList(Reply):
    """The sub-goals in order."""

    subgoals: tuple[Text, ...] = Field(strict=False, min_length=1, max_length=20)


def _fallback(payload: Payload, request: SubgoalsRequest) -> SubgoalList:
    """The sentence itself."""
    return SubgoalList.model_construct(subgoals=(request.sentence.strip(),))


SUBGOALS = Role(
    name="finecog_subgoals",
    title="Cut a sentence into sub-goals",
    request=SubgoalsRequest,
    reply=SubgoalList,
    fallback=_fallback,
    template="finecog/subgoals",
)
