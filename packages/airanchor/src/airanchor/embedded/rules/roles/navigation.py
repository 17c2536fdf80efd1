"""Navigation: the first skill on the list that is allowed, after what a failure teaches."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.rules.goal import read_goal
from airanchor.embedded.rules.moves.manoeuvres import skill_candidates
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.moves.ways import Way
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.evidence import LandmarkEvidence
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Skill

BLANK = np.full((512, 512, 3), 128, np.uint8)
"""The picture of who is shown none: there is nothing in it."""
EDGE = "boundary"
"""What a report calls the edge of where the drone may fly: nobody climbs over it."""


def navigate(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The decision."""
    return choose_skill(prompt, prompt.images[0], senses)


def choose_skill(prompt: Prompt, image: NDArray[np.uint8] | None, senses: Senses) -> dict[str, Any]:
    """The decision by a picture, or by what the prompt tells alone."""
    goal = read_goal(prompt.values, senses)
    scene = senses.scenes.read(BLANK if image is None else image)
    situation = DecisionSituation(
        goal, LandmarkEvidence(prompt.values, image, goal, senses), scene, senses, prompt.ranges
    )
    allowed = _allowed(prompt.values.get("skills", ""))
    wanted = _sink_back(situation) if goal.progress.is_sinking else skill_candidates(situation)
    candidates = [*_recovery(situation), *wanted, *_last_resorts(situation)]
    chosen = next(candidate for candidate in candidates if candidate.skill in allowed)
    return {
        "skill": chosen.skill.value,
        "parameters": chosen.parameters,
        "reason": chosen.why.reason,
        "scene_caption": scene.caption(),
    }


def _allowed(text: str) -> tuple[Skill, ...]:
    """The skills of the list; all but going back where there is no list."""
    named = {line.strip().lower() for line in text.split("\n")}
    found = tuple(skill for skill in Skill if skill.value.lower() in named)
    return found or (Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW)


def _recovery(situation: DecisionSituation) -> list[SkillCandidate]:
    """After one failure another way is flown (see `fly`); after two higher up; after three back."""
    progress, config = situation.goal.progress, situation.senses.config
    patience = config.detours.failures
    failed = situation.because(f"failed {progress.failures} times in a row")
    if EDGE in (progress.failure or "") and progress.failures < patience:
        return [SkillCandidate(Skill.VIEW, {}, failed.more("the edge of the area, look for another way"))]
    if progress.failures >= patience:
        return [SkillCandidate(Skill.BACKTRACK, {}, failed.more("go back"))]
    highest_m = config.detours.climbs * config.detour_climb_m
    if progress.failures == patience - 1 and progress.detour_m < highest_m:
        over = failed.more("climb to clear the way", is_detour=True)
        return situation.climb(config.detour_climb_m, over)[:1]
    return []


def _sink_back(situation: DecisionSituation) -> list[SkillCandidate]:
    """Down by what was climbed to clear the way; where that fails, nothing more."""
    progress = situation.goal.progress
    why = situation.because("done; sink back")
    hold = SkillCandidate(Skill.VIEW, {}, why.more("hold", turn_deg=0.0))
    return [hold] if progress.is_failing else [*situation.climb(-progress.detour_m, why)[:1], hold]


def _last_resorts(situation: DecisionSituation) -> list[SkillCandidate]:
    """One candidate for every skill, so that no list of allowed skills leaves nothing to do."""
    why = situation.because("nothing better is allowed")
    rules = situation.senses.config.detours
    onward = Way(situation.open_bearing(0.0), rules.sideways_m, None, 0.0)
    turned = math.copysign(rules.last_climb_m, situation.goal.progress.climbed_m or -1.0)
    return [
        situation.pixel(onward, why),
        SkillCandidate(Skill.VIEW, {}, why),
        SkillCandidate(Skill.ALTITUDE, {"delta_h_m": situation.climb_m(-turned)}, why),
        SkillCandidate(Skill.BACKTRACK, {}, why),
    ]
