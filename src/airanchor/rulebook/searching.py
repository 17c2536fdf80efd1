"""Searching: what to do about a landmark that is nowhere to be seen."""

from airanchor.reasoner.roles import Skill
from airanchor.rulebook.goal import TURNS
from airanchor.rulebook.language.clause import Mention
from airanchor.rulebook.situation import Situation, Wish
from airanchor.rulebook.ways import LEAST_M

LOOK_DOWN_M = 18.0
"""How far to sink to bring what lies below into view."""
STEPS_PER_LOOK = 1.75
"""Blind steps after which the surroundings are new enough to look around again."""


def search(situation: Situation, mention: Mention) -> list[Wish]:
    """The landmark is nowhere: look around, which costs no way; then on, and look again from there."""
    why = f"{situation.words}: {mention.label} not found"
    onward = situation.forward(_step_m(situation), f"{why}, go on")
    if is_look_due(situation):
        return [Wish(Skill.VIEW, {}, f"{why}; look around"), *onward]
    config = situation.senses.config
    if situation.height_m > config.high_m and situation.goal.progress.climbed_m > -config.climb_m:
        return [*situation.climb(-LOOK_DOWN_M, f"{why}, it may lie below")[:1], *onward]
    return onward


def _step_m(situation: Situation) -> float:
    """As far as the text says the landmark is, or a blind step."""
    config, clause = situation.senses.config, situation.clause
    if clause.metres is None or clause.is_absolute:
        return config.blind_step_m
    return min(max(clause.metres - situation.goal.progress.flown_m, LEAST_M), config.longest_m)


def is_look_due(situation: Situation) -> bool:
    """One look per place, and a second where the first turned to what is not there after all.

    A turn of the same subtask has looked around already.
    """
    config, goal = situation.senses.config, situation.goal
    progress = goal.progress
    if progress.looks >= config.looks:
        return False
    if progress.looked_deg is not None:
        return progress.is_turned_to and progress.looks == 1
    has_looked = progress.part > 0 and goal.clauses[progress.part - 1].manoeuvre in TURNS
    looks = progress.looks + (1 if has_looked else 0)
    return progress.flown_m >= STEPS_PER_LOOK * config.blind_step_m * looks
