"""NavGPT's mind: the next thought and action from words alone. It gets no picture."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from airanchor.reasoner.prompts.characters import writable
from airanchor.reasoner.role import Payload, Reply, Role, request_of, shown
from airanchor.reasoner.roles.context import text_or_empty, whole

MAX_THOUGHT = 4000
"""Characters of a thought: it is all that one step leaves to the next, so it may be longer than a remark."""


class ReactAction(StrEnum):
    """What a thought may lead to; Finished! ends the flight."""

    MOVE_FORWARD = "MOVE_FORWARD"
    TURN_LEFT = "TURN_LEFT"
    TURN_RIGHT = "TURN_RIGHT"
    GO_UP = "GO_UP"
    GO_DOWN = "GO_DOWN"
    MOVE_LEFT = "MOVE_LEFT"
    MOVE_RIGHT = "MOVE_RIGHT"
    FINISHED = "Finished!"


_BY_SPELLING = {"".join(filter(str.isalpha, action.value)).lower(): action for action in ReactAction}
_BY_SPELLING["stop"] = ReactAction.FINISHED


@dataclass(frozen=True, slots=True)
class NavGptActionRequest:
    """The instruction, the scratchpad and what is seen now, all in words."""

    instruction: str
    scratchpad: str
    """The steps so far; empty at the start."""
    observation: str
    """The eight directions as they are now."""
    greatest_repeat: int
    """How often the action may be repeated at most."""


def _cut(value: Any) -> Any:
    return writable(value[:MAX_THOUGHT]) if isinstance(value, str) else value


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text.strip()


class NavGptChoice(Reply):
    """A thought, an action, and how often to repeat it."""

    thought: Annotated[str, BeforeValidator(_cut), AfterValidator(_said)]
    action: ReactAction = Field(strict=False)
    repeat: int = Field(ge=1)

    @model_validator(mode="after")
    def _is_allowed(self, info: ValidationInfo) -> "NavGptChoice":
        request: NavGptActionRequest = request_of(info)
        if self.repeat > request.greatest_repeat:
            raise ValueError(f"repeat {self.repeat} must be from 1 to {request.greatest_repeat}")
        return self


class UnreadChoice(NavGptChoice):
    """No choice, because none could be read; what was said instead is told back as an observation."""

    said: str
    """What stood in the place of the action."""
    error: str


def _coerce(payload: Payload, request: NavGptActionRequest) -> Payload:
    """Spelling of the action; STOP is the other methods' word for Finished!; a missing repeat is once."""
    action, repeat = payload.get("action"), whole(payload.get("repeat"))
    if isinstance(action, str):
        spelling = "".join(filter(str.isalpha, action[:60])).lower()
        action = _BY_SPELLING.get(spelling, action)
    is_once = repeat is None or action is ReactAction.FINISHED
    return {**payload, "action": action, "repeat": 1 if is_once else repeat}


def _fallback(payload: Payload, request: NavGptActionRequest) -> NavGptChoice:
    """The motion with its repeat brought into range, if that was all its fault; else none, and why."""
    action, repeat = payload.get("action"), payload.get("repeat")
    thought = text_or_empty(_cut(payload.get("thought"))).strip()
    is_motion = isinstance(action, ReactAction) and action is not ReactAction.FINISHED
    if is_motion and type(repeat) is int and thought:
        sound = min(max(repeat, 1), request.greatest_repeat)
        return NavGptChoice.model_construct(thought=thought, action=action, repeat=sound)
    said = "none" if action is None else shown(str(action))
    return UnreadChoice.model_construct(
        thought=thought, action=ReactAction.TURN_RIGHT, repeat=1, said=said, error=_error(payload)
    )


def _error(payload: Payload) -> str:
    """What was wrong, with what would be right."""
    action = payload.get("action")
    if action is None:
        what = "The answer had no action that could be read."
    elif isinstance(action, ReactAction):
        what = "The answer had no thought or no number of repeats that could be read."
    else:
        what = f"{shown(action)} is not a valid action."
    return f"{what} Valid actions are: {', '.join(one.value for one in ReactAction)}."


NAVGPT_ACTION = Role(
    name="navgpt_action",
    title="Think and choose the next action from a description",
    request=NavGptActionRequest,
    reply=NavGptChoice,
    coerce=_coerce,
    fallback=_fallback,
    template="navgpt/action",
)
