"""Summary: the steps of a finished sub-goal in a few words. One call a sub-goal."""

from dataclasses import dataclass

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Text
from airanchor.reasoner.roles.peers.finecog.texts import first_words


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """The sub-goal, its steps, and how many words may be used."""

    subgoal: str
    steps: str
    words: int


class SubgoalSummary(Reply):
    """What was done for the sub-goal."""

    subgoal_memory: Text


def _fallback(payload: Payload, request: SummaryRequest) -> SubgoalSummary:
    """The beginning of the steps."""
    told = first_words(request.steps, request.words)
    return SubgoalSummary.model_construct(subgoal_memory=told or "Nothing was done for it.")


SUMMARY = Role(
    name="finecog_summary",
    title="Sum up a finished sub-goal",
    request=SummaryRequest,
    reply=SubgoalSummary,
    fallback=_fallback,
    template="finecog/summary",
)
