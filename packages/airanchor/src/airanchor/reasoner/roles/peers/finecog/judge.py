"""Judge: whether the sub-goal that is flown is reached. One call an action."""

from dataclasses import dataclass

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, text_or_empty

_WORDS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """The sub-goal with its steps, what is seen now, and what should be seen when it is reached."""

    subgoal: str
    steps: str
    observation: str
    imagined: str
    next_subgoal: str


class SubgoalVerdict(Reply):
    """The judgement."""

    achieved: bool
    reason: AnyText


def _coerce(payload: Payload, request: JudgeRequest) -> Payload:
    """Yes and no in words; a missing reason."""
    achieved = payload.get("achieved")
    if isinstance(achieved, str):
        achieved = _WORDS.get(achieved.strip().lower(), achieved)
    return {**payload, "achieved": achieved, "reason": text_or_empty(payload.get("reason"))}


def _fallback(payload: Payload, request: JudgeRequest) -> SubgoalVerdict:
    """Not yet."""
    return SubgoalVerdict.model_construct(achieved=False, reason="no usable answer")


JUDGE = Role(
    name="finecog_judge",
    title="Judge whether a sub-goal is reached",
    request=JudgeRequest,
    reply=SubgoalVerdict,
    coerce=_coerce,
    fallback=_fallback,
    template="finecog/judge",
)
