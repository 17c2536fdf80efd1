"""Brings the arguments of a call, known only in flight, to what the skill takes."""

from collections.abc import Sequence

from airanchor.baselines.typefly.minispec.evaluation import RunFault
from airanchor.baselines.typefly.minispec.faults import Position
from airanchor.baselines.typefly.minispec.kinds import SkillParameter, Value, fits, kind_of
from airanchor.baselines.typefly.minispec.printer import value_text
from airanchor.baselines.typefly.minispec.skills import MiniSkill


def fitted(skill: MiniSkill, arguments: Sequence[Value], position: Position) -> tuple[Value, ...]:
    """The arguments, numbers brought into their range; RunFault where one is of another kind."""
    if len(arguments) != len(skill.parameters):
        raise RunFault(
            position, f"{skill.short} takes {len(skill.parameters)} arguments, not {len(arguments)}"
        )
    pairs = zip(arguments, skill.parameters, strict=True)
    return tuple(_fitted(skill, argument, parameter, position) for argument, parameter in pairs)


def _fitted(skill: MiniSkill, argument: Value, parameter: SkillParameter, position: Position) -> Value:
    if not fits(kind_of(argument), parameter.kind):
        words = f"{skill.short} takes {parameter.words}, not {value_text(argument)[:60]}"
        raise RunFault(position, words)
    if isinstance(argument, float) and parameter.low is not None and parameter.high is not None:
        return min(max(argument, float(parameter.low)), float(parameter.high))
    return argument
