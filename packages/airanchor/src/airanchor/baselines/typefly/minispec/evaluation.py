"""The values of expressions while a program runs; what cannot be calculated is a fault with its place."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field

from airanchor.baselines.typefly.minispec.faults import Position
from airanchor.baselines.typefly.minispec.kinds import Value
from airanchor.baselines.typefly.minispec.printer import value_text
from airanchor.baselines.typefly.minispec.tree import (
    Call,
    Expression,
    Literal,
    Negation,
    Operation,
    Parameter,
    Variable,
)

_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_ORDERS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


class RunFault(Exception):  # noqa: N818 - says what is the case
    """A value that a sign or a skill cannot take."""

    def __init__(self, position: Position, words: str) -> None:
        self.words = f"line {position.line}, column {position.column}: {words}"
        super().__init__(self.words)


@dataclass(slots=True)
class Frame:
    """What a block knows: who calls skills, the parameters, the variables, how deep it is."""

    call: Callable[[Call, "Frame"], Value | None]
    parameters: tuple[Value, ...] = ()
    variables: dict[str, Value] = field(default_factory=dict)
    depth: int = 0


def evaluate(expression: Expression, frame: Frame) -> Value:
    """The value of an expression."""
    if isinstance(expression, Literal):
        return expression.value
    if isinstance(expression, Variable):
        if expression.name not in frame.variables:
            raise RunFault(expression.position, f"{expression.name} has no value here")
        return frame.variables[expression.name]
    if isinstance(expression, Parameter):
        return _parameter(expression, frame)
    if isinstance(expression, Call):
        return _called(expression, frame)
    if isinstance(expression, Negation):
        return -_number(expression.operand, frame)
    if isinstance(expression, Operation):
        return _operation(expression, frame)
    raise RunFault(expression.position, "this could not be read")


def truth_of(expression: Expression, frame: Frame) -> bool:
    """Whether a condition holds."""
    value = evaluate(expression, frame)
    if not isinstance(value, bool):
        words = f"the condition is {value_text(value)[:60]}, neither True nor False"
        raise RunFault(expression.position, words)
    return value


def _parameter(parameter: Parameter, frame: Frame) -> Value:
    if not 1 <= parameter.number <= len(frame.parameters):
        raise RunFault(parameter.position, f"${parameter.number} has no value here")
    return frame.parameters[parameter.number - 1]


def _called(call: Call, frame: Frame) -> Value:
    value = frame.call(call, frame)
    if value is None:
        raise RunFault(call.position, f"{call.name} gave no value")
    return value


def _number(expression: Expression, frame: Frame) -> float:
    value = evaluate(expression, frame)
    if isinstance(value, bool | str):
        raise RunFault(expression.position, f"{value_text(value)[:60]} is no number")
    return float(value)


def _operation(operation: Operation, frame: Frame) -> Value:
    sign = operation.signs[0]
    if sign in ("&&", "&"):
        return all(truth_of(operand, frame) for operand in operation.operands)
    if sign in ("||", "|"):
        return any(truth_of(operand, frame) for operand in operation.operands)
    if sign in ("==", "!="):
        left, right = (evaluate(operand, frame) for operand in operation.operands)
        return _is_equal(left, right) == (sign == "==")
    if sign in _ORDERS:
        low, high = (_number(operand, frame) for operand in operation.operands)
        return _ORDERS[sign](low, high)
    return _calculated(operation, frame)


def _is_equal(left: Value, right: Value) -> bool:
    """Texts without regard to case; True is not 1."""
    if isinstance(left, str) and isinstance(right, str):
        return left.casefold() == right.casefold()
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _calculated(operation: Operation, frame: Frame) -> float:
    total = _number(operation.operands[0], frame)
    for sign, operand in zip(operation.signs, operation.operands[1:], strict=True):
        number = _number(operand, frame)
        if sign == "/" and number == 0:
            raise RunFault(operand.position, "a division by zero")
        total = _ARITHMETIC[sign](total, number)
        if not math.isfinite(total):
            raise RunFault(operand.position, "a number too large")
    return total
