"""Navigation that tells more: exact turns, a heading that may be kept, and exact moves that may follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator, model_validator

from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.anchor_query import ObjectAsk, coerce_ask, sound_ask
from airanchor.reasoner.roles.context import number
from airanchor.reasoner.roles.navigation import (
    NAVIGATION,
    AltitudeParameters,
    BacktrackParameters,
    NavigationDecision,
    NavigationRequest,
    PixelParameters,
    Skill,
    ViewParameters,
    bounded_parameters,
    spelled_skill,
)

MOST_FOLLOWING = 2
"""Exact moves that may follow a skill without a new look."""
_EXACT = (Skill.VIEW, Skill.ALTITUDE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightConditions:
    """The steps in which everything is flown, and the margin before surfaces."""

    forward_m: float
    vertical_m: float
    turn_deg: float
    margin_m: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BriefedRequest(NavigationRequest):
    """The same, with the views to both sides and the conditions that everything is flown under."""

    sides: NDArray[np.uint8]
    conditions: FlightConditions
    view_deg: float
    """The camera's width of view."""


class SteeredPixelParameters(PixelParameters):
    """Of Pixel Navigation, which may keep the heading it begins with."""

    keep_heading: bool = False


class TurnParameters(ViewParameters):
    """Of View Rotation that needs no look around."""

    yaw_delta_deg: float = Field(ge=-180, le=180)


_KINDS: dict[Skill, tuple[type[Reply], ...]] = {
    Skill.PIXEL: (SteeredPixelParameters,),
    Skill.ALTITUDE: (AltitudeParameters,),
    Skill.VIEW: (TurnParameters, ViewParameters),
    Skill.BACKTRACK: (BacktrackParameters,),
}


class FollowingMove(Reply):
    """An exact move that follows: a turn by an angle, or a climb."""

    skill: Skill = Field(strict=False)
    parameters: TurnParameters | AltitudeParameters

    @model_validator(mode="after")
    def _fit(self) -> "FollowingMove":
        if not isinstance(self.parameters, _KINDS.get(self.skill, ())):
            raise ValueError(f"only {' and '.join(_EXACT)} with their parameters may follow a skill")
        return self


class BriefedDecision(NavigationDecision):
    """The decision, with what may follow it and which markers lie on the wrong thing."""

    parameters: (
        SteeredPixelParameters | AltitudeParameters | TurnParameters | ViewParameters | BacktrackParameters
    )
    then: tuple[FollowingMove, ...] = Field(default=(), strict=False, max_length=MOST_FOLLOWING)
    wrong: tuple[int, ...] = Field(default=(), strict=False, max_length=20)
    """Numbers of markers that do not lie on what they are called."""
    anchors: tuple[ObjectAsk, ...] | None = Field(default=None, strict=False, max_length=3)
    """What to measure in the view that the skill leads to; None where it was not said."""

    @model_validator(mode="before")
    @classmethod
    def _holds_only_its_parameters(cls, payload: Any) -> Any:
        return payload

    @field_validator("parameters", mode="before")
    @classmethod
    def _are_of_its_skill(cls, given: Any, info: ValidationInfo) -> Any:
        skill = info.data.get("skill")
        if skill is None:  # at fault itself, and told so
            return ViewParameters()
        kinds = _KINDS[skill]
        names = set(given) if isinstance(given, Mapping) else set()
        kind = next((one for one in kinds if _needed(one) <= names <= set(one.model_fields)), None)
        if kind is None:
            forms = " or ".join(str(sorted(one.model_fields)) for one in kinds)
            raise ValueError(f"parameters of {skill.value!r} must be exactly {forms}")
        return kind.model_validate(given, context=info.context)

    @model_validator(mode="after")
    def _follows_within_bounds(self, info: ValidationInfo) -> "BriefedDecision":
        bound_m = request_of(info).settings.greatest_climb_m
        for move in self.then:
            if isinstance(move.parameters, AltitudeParameters) and abs(move.parameters.delta_h_m) > bound_m:
                raise ValueError(f"delta_h_m must be from -{bound_m:g} to {bound_m:g}")
        return self


def _needed(kind: type[Reply]) -> set[str]:
    return {name for name, field in kind.model_fields.items() if field.is_required()}


def _coerce(payload: Payload, request: NavigationRequest) -> Payload:
    """As for the paper's question; a list that is missing or null is empty, and a heading is yes or no."""
    payload = NAVIGATION.coerce(payload, request)
    given = payload.get("parameters")
    if isinstance(given, dict) and isinstance(given.get("keep_heading"), str):
        word = given["keep_heading"].strip().lower()
        if word in ("true", "false"):
            payload = {**payload, "parameters": {**given, "keep_heading": word == "true"}}
    then = payload.get("then")
    then = [then] if isinstance(then, dict) else then
    moves = [_coerced_move(move) for move in then] if isinstance(then, list) else then or ()
    wrong = payload.get("wrong")
    numbers = [one for one in map(number, wrong) if type(one) is int] if isinstance(wrong, list) else ()
    return {**payload, "then": moves, "wrong": numbers, "anchors": _named_things(payload.get("anchors"))}


def _named_things(anchors: Any) -> list[Any] | None:
    """The objects among what is to be measured: a pixel of a view that nobody has seen yet means nothing."""
    if not isinstance(anchors, list):
        return None
    sound = (sound_ask(coerce_ask(entry), None) for entry in anchors if _names_object(entry))
    return [ask.model_dump() for ask in sound if ask is not None][:3]


def _names_object(entry: Any) -> bool:
    return isinstance(entry, dict) and str(entry.get("type", "")).strip().lower() == "object"


def _coerced_move(move: Any) -> Any:
    if not isinstance(move, dict):
        return move
    given = move.get("parameters")
    if isinstance(given, dict):
        given = {name: number(value) for name, value in given.items() if value is not None}
    return {**move, "skill": spelled_skill(move.get("skill")), "parameters": given}


def _convert(payload: Payload, request: BriefedRequest, pixels: PixelConvention) -> Payload:
    return NAVIGATION.convert(payload, request, pixels)


def _fallback(payload: Payload, request: BriefedRequest) -> BriefedDecision:
    """A choice that is only out of bounds is brought into them and flown alone; else look around."""
    given = payload.get("parameters")
    if isinstance(given, dict):
        try:
            bounded = {
                **payload,
                "parameters": bounded_parameters(given, request.settings),
                "then": (),
                "wrong": (),
                "anchors": None,
            }
            return BriefedDecision.model_validate(bounded, context=request)
        except ValueError:
            pass
    return BriefedDecision.model_construct(
        skill=Skill.VIEW, parameters=ViewParameters(), reason="no usable answer", scene_caption=""
    )


BRIEFED_NAVIGATION: Role[Any, BriefedDecision] = Role(
    name=NAVIGATION.name,
    title=NAVIGATION.title,
    request=BriefedRequest,
    reply=BriefedDecision,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="plus/navigation",
)
