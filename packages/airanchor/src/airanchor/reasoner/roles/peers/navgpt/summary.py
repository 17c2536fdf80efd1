"""NavGPT's historian: the past as one running text. Asked only where that is switched on."""

from dataclasses import dataclass

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Text, text_or_empty

MAX_HISTORY = 1500
"""Characters that are kept: a history is read at every step."""


@dataclass(frozen=True, slots=True)
class NavGptSummaryRequest:
    """The history so far, the step that is to become a part of it, and what was seen after that."""

    history: str
    """Empty where nothing was summarised yet."""
    step: str
    """Thought, action and outcome."""
    observation: str


class NavGptHistory(Reply):
    """The history with the step in it."""

    history: Text


def _coerce(payload: Payload, request: NavGptSummaryRequest) -> Payload:
    history = payload.get("history")
    return {**payload, "history": history[:MAX_HISTORY]} if isinstance(history, str) else payload


def _fallback(payload: Payload, request: NavGptSummaryRequest) -> NavGptHistory:
    """The history as it was, with the step's last line: what came of it."""
    outcome = request.step.strip().split("\n")[-1]
    kept = f"{request.history} {outcome}".strip()[-MAX_HISTORY:]
    return NavGptHistory.model_construct(history=text_or_empty(kept) or "The flight began.")


NAVGPT_SUMMARY = Role(
    name="navgpt_summary",
    title="Bring the history of the flight up to date",
    request=NavGptSummaryRequest,
    reply=NavGptHistory,
    coerce=_coerce,
    fallback=_fallback,
    template="navgpt/summary",
)
