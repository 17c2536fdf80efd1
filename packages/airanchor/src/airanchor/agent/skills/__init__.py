"""The four skills by name."""

from collections.abc import Mapping

from airanchor.agent.skills.altitude import adjust_altitude
from airanchor.agent.skills.backtrack import fly_back
from airanchor.agent.skills.outcome import Outcome, executed_words, failed
from airanchor.agent.skills.pixel import fly_pixel
from airanchor.agent.skills.situation import Situation, SkillFunction
from airanchor.agent.skills.view import panorama_offsets_deg, rotate_view
from airanchor.reasoner.roles import Skill

SKILLS: Mapping[Skill, SkillFunction] = {
    Skill.PIXEL: fly_pixel,
    Skill.ALTITUDE: adjust_altitude,
    Skill.VIEW: rotate_view,
    Skill.BACKTRACK: fly_back,
}

__all__ = [
    "SKILLS",
    "Outcome",
    "Situation",
    "SkillFunction",
    "executed_words",
    "failed",
    "panorama_offsets_deg",
]
