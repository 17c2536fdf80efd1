"""Checks one call: that the skill is there, and that it is given what it takes."""

from collections.abc import Callable

from airanchor.baselines.typefly.minispec.faults import FaultList, quoted
from airanchor.baselines.typefly.minispec.kinds import SkillParameter, ValueKind, fits, split_instance
from airanchor.baselines.typefly.minispec.printer import value_text
from airanchor.baselines.typefly.minispec.skills import MiniSkill, SkillTable
from airanchor.baselines.typefly.minispec.tree import Call, Expression, Literal

KindOf = Callable[[Expression], ValueKind]


def check_call(call: Call, skills: SkillTable, faults: FaultList, kind_of: KindOf) -> ValueKind:
    """The kind of what the call gives; its faults are added."""
    skill = skills.find(call.name)
    kinds = [kind_of(argument) for argument in call.arguments]
    if skill is None:
        if not faults.is_full:  # looking for what was meant takes long
            faults.refuse(call.position, "an unknown skill", quoted(call.name), _meant(call.name, skills))
        return ValueKind.ANY
    if len(kinds) != len(skill.parameters):
        faults.refuse(
            call.position,
            f"a wrong number of arguments for {skill.short}",
            str(len(kinds)),
            f"{len(skill.parameters)}: {skill.signature}",
        )
        return skill.gives
    for parameter, argument, kind in zip(skill.parameters, call.arguments, kinds, strict=True):
        _check_argument(skill, parameter, argument, kind, faults)
    return skill.gives


def _meant(name: str, skills: SkillTable) -> str:
    near = skills.closest(name)
    if near is None:
        return f"one of {', '.join(skill.short for skill in skills)}"
    return f"{near.short} ({near.name})"


def _check_argument(
    skill: MiniSkill, parameter: SkillParameter, argument: Expression, kind: ValueKind, faults: FaultList
) -> None:
    problem = f"a wrong argument for {skill.short}"
    if not fits(kind, parameter.kind):
        faults.refuse(argument.position, problem, _found(argument, kind), parameter.words)
    elif isinstance(argument, Literal) and not _is_in_range(argument, parameter):
        faults.refuse(argument.position, problem, _found(argument, kind), _allowed(parameter))


def _allowed(parameter: SkillParameter) -> str:
    if parameter.kind is ValueKind.OBJECT:
        return "a name as in the scene list, with [x], x from 0 to 1, where several have it"
    return parameter.words


def _is_in_range(argument: Literal, parameter: SkillParameter) -> bool:
    value = argument.value
    if isinstance(value, str):
        return parameter.kind is not ValueKind.OBJECT or _is_object(value)
    if parameter.low is None or parameter.high is None:
        return True
    return parameter.low <= value <= parameter.high


def _is_object(name: str) -> bool:
    try:
        return bool(split_instance(name)[0])
    except ValueError:
        return False


def _found(argument: Expression, kind: ValueKind) -> str:
    if not isinstance(argument, Literal):
        return kind.words
    return quoted(argument.value) if isinstance(argument.value, str) else value_text(argument.value)
