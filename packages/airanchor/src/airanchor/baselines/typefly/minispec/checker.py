"""Checks a program before it is run: skills, arguments, variables, counts; it lists every error it finds."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from airanchor.baselines.typefly.minispec.argument_check import check_call
from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.faults import FaultList, Position, ProgramFault, Severity, quoted
from airanchor.baselines.typefly.minispec.kinds import ValueKind, fits, kind_of
from airanchor.baselines.typefly.minispec.limits import RunLimits
from airanchor.baselines.typefly.minispec.parser import parse
from airanchor.baselines.typefly.minispec.skills import SkillSort, SkillTable, skill_table
from airanchor.baselines.typefly.minispec.tree import (
    Act,
    Assign,
    Call,
    Expression,
    If,
    Literal,
    Loop,
    Negation,
    Operation,
    Parameter,
    Program,
    Return,
    Statement,
    Variable,
)

_JOINS = ("&&", "||", "&", "|")
_EQUALS = ("==", "!=")


@dataclass(frozen=True, slots=True)
class Checked:
    """A program with all that is wrong with it, in the order of the text."""

    program: Program
    faults: tuple[ProgramFault, ...]

    @property
    def errors(self) -> tuple[ProgramFault, ...]:
        """What keeps it from being run."""
        return tuple(fault for fault in self.faults if fault.severity is Severity.ERROR)

    @property
    def is_sound(self) -> bool:
        """Whether it may be run."""
        return not self.errors


def check(
    text: str,
    dialect: Dialect = Dialect.B,
    *,
    skills: SkillTable | None = None,
    limits: RunLimits | None = None,
    parameters: tuple[ValueKind, ...] = (),
) -> Checked:
    """Read and check a text; `parameters` are the kinds of $1, $2 where it defines a skill."""
    parsed = parse(text, dialect)
    faults = FaultList(list(parsed.faults))
    checker = _Checker(skills or skill_table(), limits or RunLimits(), parameters, faults)
    checker.check(parsed.program)
    return Checked(parsed.program, faults.in_order())


class _Checker:
    def __init__(
        self, skills: SkillTable, limits: RunLimits, parameters: tuple[ValueKind, ...], faults: FaultList
    ) -> None:
        self._skills, self._limits, self._parameters = skills, limits, parameters
        self._faults = faults
        self._variables: dict[str, ValueKind] = {}
        self._assignments: Counter[str] = Counter()

    def check(self, program: Program) -> None:
        if not program.body and not self._faults.kept:
            self._faults.refuse(Position(1, 1), "an empty program", "nothing", "at least one statement")
        self._assignments = Counter(_assigned(program.body))
        self._block(program.body)

    def _block(self, statements: tuple[Statement, ...]) -> None:
        is_over = False
        for statement in statements:
            if is_over:
                self._faults.warn(
                    statement.position,
                    "a statement that is never reached",
                    "one after the end",
                    "nothing more in this block",
                )
                is_over = False  # said once
            self._statement(statement)
            is_over = is_over or self._ends(statement)

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Assign):
            self._assign(statement)
        elif isinstance(statement, Act):
            check_call(statement.call, self._skills, self._faults, self._kind)
        elif isinstance(statement, Return):
            self._valued(statement.value)
        elif isinstance(statement, Loop):
            self._loop(statement)
        else:
            self._choice(statement)

    def _assign(self, statement: Assign) -> None:
        kind = self._valued(statement.value)
        is_only = self._assignments[statement.variable] == 1
        self._variables[statement.variable] = kind if is_only else ValueKind.ANY

    def _loop(self, loop: Loop) -> None:
        if not 1 <= loop.count <= self._limits.loop:
            self._faults.refuse(
                loop.position,
                "a loop count out of range",
                str(loop.count),
                f"a whole number from 1 to {self._limits.loop}",
            )
        if not loop.body:
            self._faults.warn(loop.position, "a loop that does nothing", "an empty block", "statements in it")
        self._block(loop.body)

    def _choice(self, choice: If) -> None:
        for branch in choice.branches:
            self._wanted(branch.condition, ValueKind.TRUTH, "a condition that is no condition")
            self._block(branch.body)
        self._block(choice.otherwise)

    def _ends(self, statement: Statement) -> bool:
        """Whether nothing after it is ever reached."""
        if isinstance(statement, Return):
            return True
        if isinstance(statement, Act):
            skill = self._skills.find(statement.call.name)
            return skill is not None and skill.sort is SkillSort.CONTROL
        if isinstance(statement, If) and statement.otherwise:
            bodies = [*(branch.body for branch in statement.branches), statement.otherwise]
            return all(any(self._ends(one) for one in body) for body in bodies)
        return False

    def _wanted(self, expression: Expression, kind: ValueKind, problem: str) -> None:
        found = self._valued(expression)
        if not fits(found, kind):
            self._faults.refuse(expression.position, problem, found.words, kind.words)

    def _valued(self, expression: Expression) -> ValueKind:
        """The kind of an expression that must have a value."""
        kind = self._kind(expression)
        if kind is ValueKind.NOTHING and isinstance(expression, Call):
            self._faults.refuse(
                expression.position,
                "a skill without a value",
                quoted(expression.name),
                "a skill that gives one",
            )
            return ValueKind.ANY
        return kind

    def _kind(self, expression: Expression) -> ValueKind:
        if isinstance(expression, Literal):
            return kind_of(expression.value)
        if isinstance(expression, Variable):
            return self._variable(expression)
        if isinstance(expression, Parameter):
            return self._parameter(expression)
        if isinstance(expression, Call):
            return check_call(expression, self._skills, self._faults, self._kind)
        if isinstance(expression, Negation):
            self._wanted(expression.operand, ValueKind.NUMBER, "a minus before what is no number")
            return ValueKind.NUMBER
        if isinstance(expression, Operation):
            return self._operation(expression)
        return ValueKind.ANY

    def _variable(self, variable: Variable) -> ValueKind:
        kind = self._variables.get(variable.name)
        if kind is None:
            known = "".join(f" or {name}" for name in sorted(self._variables)[:6])
            self._faults.refuse(
                variable.position,
                "a variable that is never assigned",
                variable.name,
                f"{variable.name}=... before it{known}",
            )
        return kind or ValueKind.ANY

    def _parameter(self, parameter: Parameter) -> ValueKind:
        if 1 <= parameter.number <= len(self._parameters):
            return self._parameters[parameter.number - 1]
        expected = (
            f"$1 to ${len(self._parameters)}" if self._parameters else "a value or a variable such as _1"
        )
        self._faults.refuse(
            parameter.position,
            "a parameter outside the definition of a skill",
            f"${parameter.number}",
            expected,
        )
        return ValueKind.ANY

    def _operation(self, operation: Operation) -> ValueKind:
        sign = operation.signs[0]
        if sign in _EQUALS:
            self._equality(operation)
            return ValueKind.TRUTH
        wanted = ValueKind.TRUTH if sign in _JOINS else ValueKind.NUMBER
        for operand in operation.operands:
            self._wanted(operand, wanted, f"a value that {sign} cannot take")
        self._divisors(operation)
        return ValueKind.NUMBER if sign in "+-*/" else ValueKind.TRUTH

    def _equality(self, operation: Operation) -> None:
        left, right = (self._valued(operand) for operand in operation.operands)
        if not fits(left, right):
            self._faults.refuse(
                operation.position,
                "values that are never equal",
                f"{left.words} and {right.words}",
                "two alike",
            )

    def _divisors(self, operation: Operation) -> None:
        for sign, operand in zip(operation.signs, operation.operands[1:], strict=True):
            if sign == "/" and isinstance(operand, Literal) and operand.value == 0:
                self._faults.refuse(operand.position, "a division by zero", "0", "another number")


def _assigned(statements: tuple[Statement, ...]) -> Iterator[str]:
    """The variable of every assignment."""
    for statement in statements:
        if isinstance(statement, Assign):
            yield statement.variable
        elif isinstance(statement, Loop):
            yield from _assigned(statement.body)
        elif isinstance(statement, If):
            for branch in statement.branches:
                yield from _assigned(branch.body)
            yield from _assigned(statement.otherwise)
