"""Writes a program as text again; what is read from that text is the same program."""

from collections.abc import Iterable
from decimal import Decimal

from airanchor.baselines.typefly.minispec.dialect import Dialect
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
    Unread,
    Variable,
)

_RANKS = (("||", "|"), ("&&", "&"), (">", "<", "==", "!=", ">=", "<="), ("+", "-"), ("*", "/"))


def print_program(program: Program, dialect: Dialect = Dialect.B) -> str:
    """The program on one line. Dialect A can hold what was read in dialect A."""
    return _body(program.body, dialect)


def value_text(value: float | str | bool | None) -> str:
    """A value as a program writes it."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, str):
        return f'"{value}"' if "'" in value else f"'{value}'"
    number = Decimal(repr(float(value)))
    return format(number.to_integral() if number == number.to_integral() else number, "f")


def _body(statements: Iterable[Statement], dialect: Dialect) -> str:
    return "".join(_statement(statement, dialect) for statement in statements)


def _statement(statement: Statement, dialect: Dialect) -> str:
    if isinstance(statement, Assign):
        return f"{statement.variable}={_expression(statement.value, dialect)};"
    if isinstance(statement, Act):
        return f"{_expression(statement.call, dialect)};"
    if isinstance(statement, Return):
        return f"->{_expression(statement.value, dialect)};"
    if isinstance(statement, Loop):
        return f"{statement.count}{{{_body(statement.body, dialect)}}}"
    return _choice(statement, dialect)


def _choice(choice: If, dialect: Dialect) -> str:
    branches = (
        f"?{_expression(branch.condition, dialect)}{{{_body(branch.body, dialect)}}}"
        for branch in choice.branches
    )
    otherwise = f":{{{_body(choice.otherwise, dialect)}}}" if choice.otherwise else ""
    return ":".join(branches) + otherwise


def _expression(expression: Expression, dialect: Dialect) -> str:
    if isinstance(expression, Literal):
        return value_text(expression.value)
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, Parameter):
        return f"${expression.number}"
    if isinstance(expression, Call):
        return _call(expression, dialect)
    if isinstance(expression, Negation):
        inner = _expression(expression.operand, dialect)
        return f"-({inner})" if isinstance(expression.operand, Operation) else f"-{inner}"
    if isinstance(expression, Unread):
        return "None"
    return _operation(expression, dialect)


def _call(call: Call, dialect: Dialect) -> str:
    arguments = [_expression(argument, dialect) for argument in call.arguments]
    if dialect is Dialect.A:
        return ",".join([call.name, *arguments])
    return f"{call.name}({','.join(arguments)})"


def _operation(operation: Operation, dialect: Dialect) -> str:
    """Brackets only where the tree needs them, so that printing never nests deeper than the source did."""
    rank = _rank(operation)
    written = []
    for operand in operation.operands:
        text = _expression(operand, dialect)
        needs_brackets = isinstance(operand, Operation) and _rank(operand) <= rank
        written.append(f"({text})" if needs_brackets else text)
    pairs = zip(operation.signs, written[1:], strict=True)
    return written[0] + "".join(f"{sign}{operand}" for sign, operand in pairs)


def _rank(operation: Operation) -> int:
    """How tightly its signs bind."""
    return next(rank for rank, signs in enumerate(_RANKS) if operation.signs[0] in signs)
