"""Decision: the next primitive action, by its number. One call an action."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field, ValidationInfo, field_validator

from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.action import Primitive
from airanchor.reasoner.roles.context import finite, whole
from airanchor.reasoner.roles.peers.finecog.texts import CarriedText

PRIMITIVES = tuple(Primitive)
"""Each at its number: 0 is STOP."""
_NUMBERED = re.compile(r"\s{0,9}([0-7])\s{0,9}[.:)-]?\s{0,9}([A-Za-z_ ]{0,30})")
_NAME = re.compile(r"[a-z]+(?:[ _-][a-z]+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """An action as the prompt lists it."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PrimitiveRequest:
    """What was done, what is seen, what is wanted, and what may be done."""

    history: str
    observation: str
    warning: str
    sentence: str
    subgoal: str
    actions: tuple[OfferedAction, ...]
    accepts_early_stop: bool = False
    """Whether STOP is accepted, and the prompt says when, though the list does not offer it."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that may be answered."""
        offered = tuple(action.number for action in self.actions)
        return (*offered, *((0,) if self.accepts_early_stop and 0 not in offered else ()))


class PrimitiveChoice(Reply):
    """The action, after thinking about it."""

    thought: CarriedText
    probabilities: Mapping[str, float] = Field(default_factory=dict)
    """How promising each action seems, by its number; told in replays, used for nothing."""
    selected_action: int

    @field_validator("selected_action")
    @classmethod
    def _is_offered(cls, number: int, info: ValidationInfo) -> int:
        request = request_of(info)
        numbers = tuple(range(len(PRIMITIVES))) if request is None else request.numbers
        if number not in numbers:
            raise ValueError(f"must be one of {', '.join(map(str, numbers))}")
        return number

    @property
    def action(self) -> Primitive:
        """The action by its name."""
        return PRIMITIVES[self.selected_action]


def offered(primitives: tuple[Primitive, ...]) -> tuple[OfferedAction, ...]:
    """Actions with their numbers."""
    return tuple(OfferedAction(PRIMITIVES.index(one), one.value) for one in primitives)


def _coerce(payload: Payload, request: PrimitiveRequest) -> Payload:
    """A number as a text, or an action by its name; probabilities that are none are dropped."""
    thought = payload.get("thought")
    return {
        **payload,
        "thought": thought if isinstance(thought, str) else "",
        "probabilities": _probabilities(payload.get("probabilities")),
        "selected_action": _number(payload.get("selected_action")),
    }


def _number(value: Any) -> Any:
    if not isinstance(value, str):
        return whole(value)
    numbered, named = _NUMBERED.fullmatch(value), _NAME.fullmatch(value.strip())
    if numbered and _names(numbered.group(2), int(numbered.group(1))):
        return int(numbered.group(1))
    name = value.strip().replace(" ", "_").replace("-", "_").upper() if named else ""
    return PRIMITIVES.index(Primitive(name)) if name in Primitive.__members__ else value


def _names(words: str, number: int) -> bool:
    """Whether what stands behind a number is nothing or its action's name: "0 is wrong" is no STOP."""
    name = "_".join(words.replace("_", " ").upper().split())
    return name in ("", PRIMITIVES[number].name)


def _probabilities(value: Any) -> dict[str, float]:
    pairs = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    )
    sound = ((str(name)[:20], finite(share)) for name, share in list(pairs)[: len(PRIMITIVES)])
    return {name: share for name, share in sound if share is not None}


def _fallback(payload: Payload, request: PrimitiveRequest) -> PrimitiveChoice:
    """Forward, or what else is offered but STOP: an answer that cannot be read ends no flight."""
    moving = [number for number in request.numbers if number != 0]
    chosen = 1 if 1 in moving or not moving else moving[0]
    return PrimitiveChoice.model_construct(
        thought="no usable answer", probabilities={}, selected_action=chosen
    )


DECISION = Role(
    name="finecog_decision",
    title="Choose the next primitive action",
    request=PrimitiveRequest,
    reply=PrimitiveChoice,
    coerce=_coerce,
    fallback=_fallback,
    template="finecog/decision",
)
