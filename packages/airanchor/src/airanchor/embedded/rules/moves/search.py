"""Searching: what to do about a landmark that is nowhere to be seen."""

from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.rules.goal import TURNS, Goal
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.space.expectation import usual_m
from airanchor.reasoner.roles import Skill


def search(situation: DecisionSituation, mention: Mention) -> list[SkillCandidate]:
    """The landmark is nowhere: look around where a leg begins, then on as far as such a leg usually leads."""
    why = situation.missing(mention)
    onward = situation.forward(_step_m(situation), why.more("go on"))
    if is_look_due(situation):
        return [SkillCandidate(Skill.VIEW, {}, why.more("look around")), *onward]
    return onward


def _step_m(situation: DecisionSituation) -> float:
    """What is left of the leg as the text tells it, or as such legs are."""
    config = situation.senses.config
    goal = situation.goal
    usual = usual_m(goal.active, config)
    if goal.progress.flown_m >= usual - config.short_m and not goal.has_turned:
        usual *= config.giving_up.untold_patience
    return min(max(usual - goal.progress.flown_m, config.shortest_m), config.flights.blind_m)


def is_look_due(situation: DecisionSituation) -> bool:
    """One look where a leg begins, or after its first hop if a turn has looked; one more where it should end.

    The last is for the last leg, for one whose heading no turn has told, and one until something shows.
    """
    config, goal = situation.senses.config, situation.goal
    progress = goal.progress
    if progress.flown_m == 0:
        return progress.looks == 0 and not _has_turn_looked(goal)
    if progress.looks >= config.looks or progress.looked_deg is not None:
        return False
    if progress.looks == 0 and progress.flown_m >= config.flights.blind_m - config.short_m:
        return True  # the turn may have led elsewhere
    is_sought = goal.is_final or not goal.has_turned or bool(goal.active.until)
    return is_sought and progress.flown_m >= usual_m(goal.active, config) - config.short_m


def _has_turn_looked(goal: Goal) -> bool:
    """Whether the turn just made went by what is to be seen, as one does that is told without its angle."""
    before = goal.clauses[goal.progress.part - 1] if goal.progress.part else None
    if before is None or goal.progress.looked_deg is None or before.manoeuvre not in TURNS:
        return False
    return before.degrees is None and before.manoeuvre is not Manoeuvre.TURN_AROUND
