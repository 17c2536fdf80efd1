"""Reads a text into a program, in either dialect, and goes on after each error to find the next."""

from dataclasses import dataclass

from airanchor.baselines.typefly.minispec.cursor import Cursor, Unparsable
from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.expressions import read_call, read_condition, read_value
from airanchor.baselines.typefly.minispec.faults import FaultList, Position, ProgramFault
from airanchor.baselines.typefly.minispec.tokens import TokenKind, read_tokens
from airanchor.baselines.typefly.minispec.tree import (
    Act,
    Assign,
    Branch,
    Call,
    Expression,
    If,
    Loop,
    Program,
    Return,
    Statement,
    Unread,
)

_STATEMENT = "a statement (a skill, _1=..., ->..., ?...{...} or 4{...})"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What could be read, and what could not."""

    program: Program
    faults: tuple[ProgramFault, ...]


def parse(text: str, dialect: Dialect = Dialect.B) -> Parsed:
    """The program and all errors of its form; never an exception, whatever the text is."""
    faults = FaultList()
    cursor = Cursor(read_tokens(text, dialect, faults), dialect, faults)
    body = _statements(cursor)
    while not cursor.is_end:  # a brace that closes nothing
        faults.add(cursor.unparsable("a brace too many", _STATEMENT).fault)
        cursor.take()
        body += _statements(cursor)
    return Parsed(Program(body), faults.in_order())


def _statements(cursor: Cursor) -> tuple[Statement, ...]:
    """Statements up to a closing brace or the end."""
    found: list[Statement] = []
    while not cursor.is_end and not cursor.now.is_sign("}"):
        if cursor.took(";"):
            continue
        try:
            found.append(_statement(cursor))
        except Unparsable as error:
            cursor.faults.add(error.fault)
            _recover(cursor)
    return tuple(found)


def _recover(cursor: Cursor) -> None:
    """Pass what belongs to a statement that could not be read; a block in it is still looked through."""
    while not cursor.is_end and not cursor.now.is_sign("}"):
        if cursor.took(";"):
            return
        if cursor.now.is_sign("{"):
            _recover_block(cursor)
            return
        cursor.take()


def _recover_block(cursor: Cursor) -> None:
    try:
        _block(cursor)
    except Unparsable as error:
        cursor.faults.add(error.fault)
        _pass_block(cursor)


def _pass_block(cursor: Cursor) -> None:
    """Pass a block without a look into it: it is nested too deep, or never closed."""
    depth = 0
    while not cursor.is_end:
        token = cursor.take()
        depth += token.is_sign("{") - token.is_sign("}")
        if depth <= 0:
            return


def _statement(cursor: Cursor) -> Statement:
    token = cursor.now
    if token.kind is TokenKind.NUMBER:
        return _loop(cursor)
    if token.is_sign("?"):
        return _if(cursor)
    simple = _simple(cursor)
    _end_of_statement(cursor)
    return simple


def _simple(cursor: Cursor) -> Statement:
    token = cursor.now
    if token.kind is TokenKind.VARIABLE:
        return _assign(cursor)
    if token.is_sign("->"):
        cursor.take()
        return Return(read_value(cursor), position=token.position)
    if token.kind is TokenKind.NAME and token.text not in ("True", "False"):
        return Act(read_call(cursor), position=token.position)
    raise cursor.unparsable("no statement", _STATEMENT)


def _end_of_statement(cursor: Cursor) -> None:
    """A semicolon, which the last statement of a block may go without."""
    if not cursor.took(";") and not cursor.is_end and not cursor.now.is_sign("}"):
        raise cursor.unparsable("statements that run together", "';'")


def _assign(cursor: Cursor) -> Statement:
    variable = cursor.take()
    cursor.expect("=", f"a variable on its own ({variable.text})")
    value: Expression
    try:
        value = _assigned(cursor)
    except Unparsable as error:
        cursor.faults.add(error.fault)
        value = Unread(position=cursor.now.position)
        _pass_simple(cursor)
    return Assign(variable.text, value, position=variable.position)


def _assigned(cursor: Cursor) -> Expression:
    at = cursor.now
    value = read_value(cursor)
    if cursor.dialect is Dialect.A and not isinstance(value, Call):
        fault = ProgramFault(
            at.position, "an assignment without a skill", at.shown, "a skill, as in _1=iv,tree"
        )
        raise Unparsable(fault)
    return value


def _pass_simple(cursor: Cursor) -> None:
    while not cursor.is_end and not cursor.now.is_sign(";", "{", "}"):
        cursor.take()


def _loop(cursor: Cursor) -> Statement:
    count = cursor.take()
    if not cursor.now.is_sign("{"):
        raise cursor.unparsable(f"a number on its own ({count.text})", "'{' and what is repeated")
    if "." in count.text:
        cursor.faults.refuse(count.position, "a loop without a whole count", count.shown, "a whole number")
    times = int(float(count.text))
    return Loop(times, _block(cursor), position=count.position)


def _if(cursor: Cursor) -> Statement:
    position = cursor.now.position
    branches = [_branch(cursor)]
    otherwise: tuple[Statement, ...] = ()
    while cursor.now.is_sign(":"):
        if cursor.dialect is Dialect.A:
            raise cursor.unparsable("an else, which dialect A does not have", "';' or the next statement")
        cursor.take()
        if not cursor.now.is_sign("?"):
            otherwise = _block(cursor)
            break
        branches.append(_branch(cursor))
    return If(tuple(branches), otherwise, position=position)


def _branch(cursor: Cursor) -> Branch:
    """A question mark, a condition, a block; the block is read even where the condition is wrong."""
    position: Position = cursor.take().position
    condition: Expression
    try:
        condition = read_condition(cursor)
    except Unparsable as error:
        _pass_simple(cursor)
        if not cursor.now.is_sign("{"):
            raise
        cursor.faults.add(error.fault)
        condition = Unread(position=position)
    return Branch(condition, _block(cursor), position=position)


def _block(cursor: Cursor) -> tuple[Statement, ...]:
    with cursor.deeper():
        opening = cursor.expect("{", "no block")
        body = _statements(cursor)
    if not cursor.took("}"):
        raise cursor.unparsable(
            "an open block",
            f"'}}' for the '{{' in line {opening.position.line}, column {opening.position.column}",
        )
    return body
