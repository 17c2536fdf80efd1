"""Navigation: one skill, its parameters, why, and what the scene looks like. It never judges completion."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Reply, Role, request_of
from airanchor.reasoner.roles.anchor_query import Pixel, check_pixel, coerce_pixel, convert_pixel
from airanchor.reasoner.roles.context import AnyText, Context, Prior, finite, number, text_or_empty


class Skill(StrEnum):
    """The four skills, by their exact names."""

    PIXEL = "Pixel Navigation"
    ALTITUDE = "Altitude Adjustment"
    VIEW = "View Rotation"
    BACKTRACK = "Path Backtracking"


@dataclass(frozen=True, slots=True)
class SkillSettings:
    """The numbers of the skills, as the settings in force have them: what is told is what is flown."""

    least_distance_m: float
    greatest_distance_m: float
    """The range of a flight towards a pixel."""
    greatest_climb_m: float
    """The largest change of height, up or down."""
    panorama_views: int
    """Views of a look around."""


@dataclass(frozen=True, slots=True, eq=False)
class NavigationRequest:
    """The view with numbered anchors, the context, the anchor graph, the priors and the skills allowed."""

    image: NDArray[np.uint8]
    context: Context
    graph: str | None
    """The anchor sentences; None leaves the graph out of the prompt."""
    priors: tuple[Prior, ...] | None
    """None leaves the priors out of the prompt; an empty tuple says there are none."""
    settings: SkillSettings
    skills: tuple[Skill, ...] = tuple(Skill)

    def __post_init__(self) -> None:
        if not self.skills:
            raise InputError(f"no skill is allowed; allow at least one of {[skill.value for skill in Skill]}")


class PixelParameters(Reply):
    """Of Pixel Navigation: a point of the view, and how far to fly towards it."""

    pixel: Pixel
    distance_m: float


class AltitudeParameters(Reply):
    """Of Altitude Adjustment: how far to climb; negative is down."""

    delta_h_m: float


class ViewParameters(Reply):
    """Of View Rotation: none, since the angle is chosen from the look around."""


class BacktrackParameters(Reply):
    """Of Path Backtracking: none, since the node is chosen from the history."""


Parameters = PixelParameters | AltitudeParameters | ViewParameters | BacktrackParameters
PARAMETERS_OF: dict[str, type[Parameters]] = {
    Skill.PIXEL: PixelParameters,
    Skill.ALTITUDE: AltitudeParameters,
    Skill.VIEW: ViewParameters,
    Skill.BACKTRACK: BacktrackParameters,
}
"""What each skill is told."""


class NavigationDecision(Reply):
    """The decision."""

    skill: Skill = Field(strict=False)
    parameters: Parameters
    reason: AnyText
    scene_caption: AnyText

    @model_validator(mode="before")
    @classmethod
    def _holds_only_its_parameters(cls, payload: Any) -> Any:
        if not isinstance(payload, Mapping):
            return payload
        skill, given = payload.get("skill"), payload.get("parameters")
        kind = PARAMETERS_OF.get(skill) if isinstance(skill, str) else None
        if kind is not None and isinstance(given, Mapping) and set(given) != set(kind.model_fields):
            raise ValueError(f"parameters of {str(skill)!r} must be exactly {sorted(kind.model_fields)}")
        return payload

    @field_validator("parameters", mode="before")
    @classmethod
    def _are_of_its_skill(cls, given: Any, info: ValidationInfo) -> Any:
        skill = info.data.get("skill")
        if skill is None:  # at fault itself, and told so: parameters of no skill have no form to be held to
            return ViewParameters()
        return PARAMETERS_OF[skill].model_validate(given, context=info.context)

    @model_validator(mode="after")
    def _is_allowed(self, info: ValidationInfo) -> "NavigationDecision":
        request: NavigationRequest = request_of(info)
        if self.skill not in request.skills:
            raise ValueError(f"skill must be one of {[skill.value for skill in request.skills]}")
        _check_parameters(self.parameters, request)
        return self


def _check_parameters(given: Parameters, request: NavigationRequest) -> None:
    bounds = request.settings
    match given:
        case PixelParameters():
            check_pixel(given.pixel, request.image)
            least_m, most_m = bounds.least_distance_m, bounds.greatest_distance_m
            if not least_m <= given.distance_m <= most_m:
                raise ValueError(f"distance_m must be from {least_m:g} to {most_m:g}")
        case AltitudeParameters():
            climb_m = bounds.greatest_climb_m
            if abs(given.delta_h_m) > climb_m:
                raise ValueError(f"delta_h_m must be from -{climb_m:g} to {climb_m:g}")


def spelled_skill(name: Any) -> Any:
    """A skill's name with letter case and gaps put right; anything else unchanged."""
    if not isinstance(name, str):
        return name
    by_name = {known.value.lower(): known.value for known in Skill}
    return by_name.get(" ".join(name[:60].replace("_", " ").split()).lower(), name)


def _coerce(payload: Payload, request: NavigationRequest) -> Payload:
    """Letter case of the skill, numbers as strings, parameters of null, and texts that are missing."""
    skill, given = spelled_skill(payload.get("skill")), payload.get("parameters")
    if given is None and skill in (Skill.VIEW, Skill.BACKTRACK):
        given = {}
    if isinstance(given, dict):
        told = {name: value for name, value in given.items() if value is not None}
        given = coerce_pixel({name: number(told[name]) if name != "pixel" else told[name] for name in told})
    texts = {name: text_or_empty(payload.get(name)) for name in ("reason", "scene_caption")}
    return {**payload, "skill": skill, "parameters": given, **texts}


def _convert(payload: Payload, request: NavigationRequest, pixels: PixelConvention) -> Payload:
    return {**payload, "parameters": convert_pixel(payload.get("parameters"), request.image, pixels)}


def _fallback(payload: Payload, request: NavigationRequest) -> NavigationDecision:
    """A choice that is only out of bounds is brought into them; else look around, which moves nothing.

    Where looking around is not among the allowed skills, the caller does nothing and counts a failure.
    """
    salvaged = _within_bounds(payload, request)
    if salvaged is not None:
        return salvaged
    return NavigationDecision.model_construct(
        skill=Skill.VIEW,
        parameters=ViewParameters(),
        reason="no usable answer",
        scene_caption="",
    )


def _within_bounds(payload: Payload, request: NavigationRequest) -> NavigationDecision | None:
    given = payload.get("parameters")
    if not isinstance(given, dict):
        return None
    try:
        bounded = {**payload, "parameters": bounded_parameters(given, request.settings)}
        return NavigationDecision.model_validate(bounded, context=request)
    except ValueError:
        return None


def bounded_parameters(given: Mapping[str, Any], bounds: SkillSettings) -> dict[str, Any]:
    """The parameters with every number brought into its bounds."""
    bounded = dict(given)
    for name, low, high in (
        ("distance_m", bounds.least_distance_m, bounds.greatest_distance_m),
        ("delta_h_m", -bounds.greatest_climb_m, bounds.greatest_climb_m),
        ("yaw_delta_deg", -180.0, 180.0),
    ):
        value = finite(bounded.get(name))
        if value is not None:
            bounded[name] = min(max(value, low), high)
    return bounded


NAVIGATION = Role(
    name="navigation",
    title="Choose the next skill",
    request=NavigationRequest,
    reply=NavigationDecision,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
)
