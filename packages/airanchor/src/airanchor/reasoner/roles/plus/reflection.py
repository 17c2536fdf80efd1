"""Reflection that looks ahead: its answer also says what is flown next and what to measure then.

So most decisions take one question. Where the next skill is left open, it is asked for as in the paper.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Role
from airanchor.reasoner.roles.context import Prior, number
from airanchor.reasoner.roles.navigation import Skill, SkillSettings
from airanchor.reasoner.roles.plus.navigation import BRIEFED_NAVIGATION, BriefedDecision, FlightConditions
from airanchor.reasoner.roles.plus.pointed import PointedAsk, coerce_asks, convert_asks
from airanchor.reasoner.roles.reflection import REFLECTION, ReflectionRequest, Status, Verdict


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BriefedReflectionRequest(ReflectionRequest):
    """The same, and all that a decision needs; what was measured anew stands for the old references."""

    sides: NDArray[np.uint8]
    graph: str | None
    """What was measured in the view after the skill; None where the old references are told."""
    priors: tuple[Prior, ...] | None
    settings: SkillSettings
    conditions: FlightConditions
    view_deg: float
    skills: tuple[Skill, ...] = tuple(Skill)
    count: int = 3
    """How many references may be asked for at most."""

    @property
    def image(self) -> NDArray[np.uint8]:
        """The view that the next decision is taken in."""
        return self.image_after


class BriefedVerdict(Verdict):
    """The judgement, what is flown next, and what to measure then."""

    next: BriefedDecision | None = None
    """None where it is to be asked for."""
    anchors: tuple[PointedAsk, ...] | None = Field(default=None, strict=False)
    """What to measure: after the next skill, or now where that is open; None where it was not said."""
    wrong: tuple[int, ...] = Field(default=(), strict=False)
    """Numbers of markers that do not lie on what they are called."""


def _coerce(payload: Payload, request: BriefedReflectionRequest) -> Payload:
    decision, wrong = payload.get("next"), payload.get("wrong")
    return {
        **REFLECTION.coerce(payload, request),
        "anchors": coerce_asks(payload.get("anchors")),
        "next": BRIEFED_NAVIGATION.coerce(decision, request) if isinstance(decision, dict) else None,
        "wrong": [one for one in map(number, wrong) if type(one) is int] if isinstance(wrong, list) else (),
    }


def _convert(payload: Payload, request: BriefedReflectionRequest, pixels: PixelConvention) -> Payload:
    """What cannot be used of the outlook is left out and asked for anew; the verdict is not lost for it."""
    return {
        **payload,
        "anchors": convert_asks(payload.get("anchors"), request, pixels, request.count),
        "next": _sound_decision(payload.get("next"), request, pixels),
    }


def _sound_decision(
    decision: Any, request: BriefedReflectionRequest, pixels: PixelConvention
) -> BriefedDecision | None:
    if decision is None:
        return None
    try:
        converted = BRIEFED_NAVIGATION.convert(decision, request, pixels)
        return BRIEFED_NAVIGATION.check(converted, request)
    except InputError:
        return None


def _fallback(payload: Payload, request: BriefedReflectionRequest) -> BriefedVerdict:
    """Not done, progress and plan as they were; all else is asked for anew."""
    context = request.context
    return BriefedVerdict.model_construct(
        progress=context.progress, status=Status.ONGOING, next_plan=context.plan
    )


BRIEFED_REFLECTION = Role(
    name=REFLECTION.name,
    title=REFLECTION.title,
    request=BriefedReflectionRequest,
    reply=BriefedVerdict,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="plus/reflection",
)
