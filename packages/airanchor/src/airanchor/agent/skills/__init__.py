"""The four skills, each called by the kind of its parameters."""

from airanchor.agent.skills.altitude import adjust_altitude
from airanchor.agent.skills.backtrack import fly_back
from airanchor.agent.skills.pixel import fly_pixel
from airanchor.agent.skills.situation import SkillFunction, SkillStart
from airanchor.agent.skills.view import panorama_offsets_deg, rotate_view
from airanchor.planning.skill_outcome import SkillOutcome, executed_words, failed
from airanchor.reasoner.roles import (
    AltitudeParameters,
    BacktrackParameters,
    Parameters,
    PixelParameters,
    ViewParameters,
)


def fly_skill(parameters: Parameters, situation: SkillStart) -> SkillOutcome:
    """Execute the skill that has such parameters."""
    match parameters:
        case PixelParameters():
            return fly_pixel(parameters, situation)
        case AltitudeParameters():
            return adjust_altitude(parameters, situation)
        case ViewParameters():
            return rotate_view(situation)
        case BacktrackParameters():
            return fly_back(situation)


__all__ = [
    "SkillFunction",
    "SkillOutcome",
    "SkillStart",
    "executed_words",
    "failed",
    "fly_skill",
    "panorama_offsets_deg",
]
