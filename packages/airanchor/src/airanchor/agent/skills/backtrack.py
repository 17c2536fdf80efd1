"""Path Backtracking: ask which earlier node to return to, and fly the way back that was flown before."""

from dataclasses import replace

from airanchor.agent.skills.situation import SkillStart
from airanchor.planning import execute, retrace
from airanchor.planning.skill_outcome import SkillOutcome, failed, flown
from airanchor.reasoner.roles import BACKTRACKING


def fly_back(situation: SkillStart) -> SkillOutcome:
    """Without an earlier node at another pose there is nowhere to return to."""
    history = situation.history
    here = situation.view.pose
    if not history.recoverable:
        return failed(here, "nowhere to return", "no earlier node is at another pose")
    request = history.request(situation.context.subtask)
    target = situation.reasoner.ask(BACKTRACKING, request).reply.node_id
    plan = retrace(history.trail, history.place_in_trail(target))
    outcome = replace(flown(here, execute(plan.actions, situation.world)), chosen={"node_id": target})
    if outcome.failure is not None:
        return outcome
    return replace(outcome, words=f"returned to node {target}")
