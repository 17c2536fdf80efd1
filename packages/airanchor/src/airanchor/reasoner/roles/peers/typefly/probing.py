"""TypeFly's probe: a question that a running program asks about the list of what is in view."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator

from airanchor.reasoner.prompts.characters import writable
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import number
from airanchor.reasoner.roles.peers.typefly.planning import ListedObject

MAX_ANSWER = 200
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False, "none": False, "nothing": False}


@dataclass(frozen=True, slots=True)
class SceneQuestion:
    """A question and the list; no picture."""

    question: str
    objects: tuple[ListedObject, ...]
    instruction: str


def _short(value: Any) -> Any:
    return writable(value[:MAX_ANSWER]).strip() if isinstance(value, str) else value


class ProbeAnswer(Reply):
    """True or False, a number, a name or a few words."""

    answer: Annotated[bool | float | str, BeforeValidator(_short)]


def _coerce(payload: Payload, request: SceneQuestion) -> Payload:
    """Truths and numbers that are written as words."""
    answer = payload.get("answer")
    if isinstance(answer, str):
        answer = _TRUTHS.get(answer.strip().rstrip(".").lower(), number(answer))
    if isinstance(answer, int) and not isinstance(answer, bool) and abs(answer) < 1e12:
        answer = float(answer)
    return {**payload, "answer": answer}


def _fallback(payload: Payload, request: SceneQuestion) -> ProbeAnswer:
    """What is not known is not so."""
    return ProbeAnswer(answer=False)


TYPEFLY_PROBE = Role(
    name="typefly_probe",
    title="Answer a question about what is in view",
    request=SceneQuestion,
    reply=ProbeAnswer,
    coerce=_coerce,
    fallback=_fallback,
    template="typefly/probe",
)
