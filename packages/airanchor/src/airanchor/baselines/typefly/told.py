"""What the planner is told of skills, and of what became of its last program."""

from functools import cache

from airanchor.baselines.typefly.minispec import Dialect, MiniSkill, ProgramRun, RunStatus, skill_table
from airanchor.planning.skill_outcome import SkillOutcome, result_words
from airanchor.reasoner.roles.peers.typefly.planning import SkillLine

_GIVES = {"truth": "True or False", "any": "an answer"}
_ENDS = {
    RunStatus.COMPLETED: "it ran to its end",
    RunStatus.STOPPED: "it stopped the flight",
    RunStatus.REPLAN: "it ended for a new plan",
    RunStatus.FAULTED: "it broke off",
    RunStatus.LIMIT: "it was broken off",
}


@cache
def skill_lines(dialect: Dialect) -> tuple[tuple[SkillLine, ...], tuple[SkillLine, ...]]:
    """The skills that are performed as they are, and those that are made of others."""
    table = list(skill_table())
    plain = tuple(_line(skill, dialect) for skill in table if not skill.definition)
    return plain, tuple(_line(skill, dialect) for skill in table if skill.definition)


def _line(skill: MiniSkill, dialect: Dialect) -> SkillLine:
    ranges = [one.words for one in skill.parameters if one.low is not None]
    gives = _GIVES.get(skill.gives.value, skill.gives.value)
    return SkillLine(skill.written(dialect), skill.name, ", ".join(ranges), gives, skill.does)


def status_of(run: ProgramRun, outcome: SkillOutcome) -> str:
    """How a program ended, what was flown by it, and what it performed."""
    why = f": {run.words}" if run.words else ""
    moved = result_words(outcome) if outcome.steps else "nothing moved"
    told = "; ".join(run.executed) or "nothing"
    remarks = f"\nRemarks: {'; '.join(run.remarks)}." if run.remarks else ""
    return f"Ended: {_ENDS[run.status]}{why}.\nFlown: {moved}.\nPerformed: {told}.{remarks}"
