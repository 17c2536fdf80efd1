"""Reads values and conditions: calculations in dialect B, plain values and comparisons in dialect A."""

from collections.abc import Callable

from airanchor.baselines.typefly.minispec.cursor import Cursor
from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.tokens import TokenKind
from airanchor.baselines.typefly.minispec.tree import (
    Call,
    Expression,
    Literal,
    Negation,
    Operation,
    Parameter,
    Variable,
)

_Reader = Callable[[Cursor], Expression]
_TRUTHS = {"True": True, "False": False, "true": True, "false": False}
_VALUE = "a value (a number, a text in quotes, True, False, a variable such as _1, or a skill)"


def read_condition(cursor: Cursor) -> Expression:
    """What stands after a question mark."""
    return _any_of(cursor)


def read_value(cursor: Cursor) -> Expression:
    """What is assigned, returned or, in dialect B, given to a skill."""
    return _any_of(cursor) if cursor.dialect.is_arithmetic else _operand(cursor)


def read_call(cursor: Cursor) -> Call:
    """A skill's name with its arguments; the cursor stands on the name."""
    name = cursor.take()
    arguments = (
        _comma_arguments(cursor) if cursor.dialect is Dialect.A else _bracket_arguments(cursor, name.text)
    )
    return Call(name.text, arguments, position=name.position)


def _any_of(cursor: Cursor) -> Expression:
    return _chain(cursor, (cursor.dialect.or_sign,), _all_of)


def _all_of(cursor: Cursor) -> Expression:
    return _chain(cursor, (cursor.dialect.and_sign,), _comparison)


def _comparison(cursor: Cursor) -> Expression:
    left = _sum(cursor)
    if cursor.now.is_sign(*cursor.dialect.comparisons):
        sign = cursor.take()
        return Operation((left, _sum(cursor)), (sign.text,), position=sign.position)
    if not cursor.dialect.is_arithmetic:
        raise cursor.unparsable("an incomplete condition", f"one of {' '.join(cursor.dialect.comparisons)}")
    return left


def _sum(cursor: Cursor) -> Expression:
    if not cursor.dialect.is_arithmetic:
        return _operand(cursor)
    return _chain(cursor, ("+", "-"), _product)


def _product(cursor: Cursor) -> Expression:
    return _chain(cursor, ("*", "/"), _signed)


def _chain(cursor: Cursor, signs: tuple[str, ...], read: _Reader) -> Expression:
    """Operands of one rank; a single one is itself."""
    operands, between = [read(cursor)], []
    position = cursor.now.position
    while cursor.now.is_sign(*signs):
        between.append(cursor.take().text)
        operands.append(read(cursor))
    if not between:
        return operands[0]
    return Operation(tuple(operands), tuple(between), position=position)


def _signed(cursor: Cursor) -> Expression:
    if not cursor.now.is_sign("-"):
        return _operand(cursor)
    minus = cursor.take()
    with cursor.deeper():
        operand = _signed(cursor)
    if isinstance(operand, Literal) and isinstance(operand.value, float) and operand.value > 0:
        return Literal(-operand.value, position=minus.position)
    return Negation(operand, position=minus.position)


def _operand(cursor: Cursor) -> Expression:
    token = cursor.now
    if token.is_sign("(") and cursor.dialect.is_arithmetic:
        return _bracketed(cursor)
    if token.is_sign("-") and not cursor.dialect.is_arithmetic:
        return _negative_number(cursor)
    if token.kind is TokenKind.NAME and token.text not in _TRUTHS:
        return read_call(cursor)
    plain = _plain(cursor)
    if plain is None:
        raise cursor.unparsable("no value", _VALUE)
    return plain


def _bracketed(cursor: Cursor) -> Expression:
    cursor.take()
    with cursor.deeper():
        inner = _any_of(cursor)
    cursor.expect(")", "an open bracket")
    return inner


def _negative_number(cursor: Cursor) -> Expression:
    minus = cursor.take()
    if cursor.now.kind is not TokenKind.NUMBER:
        raise cursor.unparsable("a minus without a number", "a number")
    return Literal(-float(cursor.take().text) or 0.0, position=minus.position)


def _plain(cursor: Cursor) -> Expression | None:
    """A value of one token, passed; None where none stands there."""
    token = cursor.now
    found: Expression | None = None
    if token.kind is TokenKind.NUMBER:
        found = Literal(float(token.text), position=token.position)
    elif token.kind is TokenKind.TEXT:
        found = Literal(token.text, position=token.position)
    elif token.kind is TokenKind.VARIABLE:
        found = Variable(token.text, position=token.position)
    elif token.kind is TokenKind.PARAMETER:
        found = Parameter(int(token.text[1:]), position=token.position)
    elif token.kind is TokenKind.NAME and token.text in _TRUTHS:
        found = Literal(_TRUTHS[token.text], position=token.position)
    if found is not None:
        cursor.take()
    return found


def _bracket_arguments(cursor: Cursor, name: str) -> tuple[Expression, ...]:
    cursor.expect("(", f"a skill without brackets ({name})", "'(' and the arguments")
    arguments: list[Expression] = []
    with cursor.deeper():
        while not cursor.now.is_sign(")"):
            arguments.append(read_value(cursor))
            if not cursor.took(","):
                break
    cursor.expect(")", "an open bracket", "',' or ')'")
    return tuple(arguments)


def _comma_arguments(cursor: Cursor) -> tuple[Expression, ...]:
    arguments: list[Expression] = []
    while cursor.took(","):
        arguments.append(_bare_argument(cursor))
    return tuple(arguments)


def _bare_argument(cursor: Cursor) -> Expression:
    """One value, or words without quotes: from a name all names and numbers up to the next sign."""
    first = cursor.now
    if first.kind is not TokenKind.NAME or (
        first.text in _TRUTHS and cursor.following.kind is not TokenKind.NAME
    ):
        return _negative_number(cursor) if first.is_sign("-") else _required(cursor)
    words = [cursor.take().text]
    while cursor.now.kind in (TokenKind.NAME, TokenKind.NUMBER):
        words.append(cursor.take().text)
    return Literal(" ".join(words) + _instance(cursor), position=first.position)


def _required(cursor: Cursor) -> Expression:
    plain = _plain(cursor)
    if plain is None:
        raise cursor.unparsable("no argument", "a number, a name, True, False or a variable such as _1")
    return plain


def _instance(cursor: Cursor) -> str:
    """`[0.3]` after a name, which tells two of the same name apart."""
    if not cursor.took("["):
        return ""
    if cursor.now.kind is not TokenKind.NUMBER:
        raise cursor.unparsable("no place in the brackets", "the x of the object, a number from 0 to 1")
    x = cursor.take().text
    cursor.expect("]", "an open bracket")
    return f"[{x}]"
