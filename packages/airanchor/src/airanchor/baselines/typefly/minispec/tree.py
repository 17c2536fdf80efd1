"""The syntax tree of MiniSpec. Two trees are equal where they mean the same; places do not count.

Chains (a + b + c, else after else) are kept flat, so that the depth of a tree is the depth of its brackets,
which the parser limits.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from airanchor.baselines.typefly.minispec.faults import Position

START = Position(1, 1)


@dataclass(frozen=True, slots=True)
class _Node:
    position: Position = field(default=START, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal(_Node):
    """A number, a text, True or False."""

    value: float | str | bool

    def __eq__(self, other: object) -> bool:
        """1 is not True here."""
        return (
            isinstance(other, Literal) and type(self.value) is type(other.value) and self.value == other.value
        )

    def __hash__(self) -> int:
        """As equality has it."""
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Variable(_Node):
    """`_1`: what was last assigned to it."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameter(_Node):
    """`$1`: what the skill that is being defined was called with."""

    number: int


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A skill with its arguments."""

    name: str
    arguments: tuple["Expression", ...] = ()


@dataclass(frozen=True, slots=True)
class Negation(_Node):
    """`-x`."""

    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Operation(_Node):
    """Operands with a sign between each two, all of one rank, from left to right."""

    operands: tuple["Expression", ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread(_Node):
    """Stands where a value could not be read; programs with it are not run."""


Expression: TypeAlias = Literal | Variable | Parameter | Call | Negation | Operation | Unread


@dataclass(frozen=True, slots=True)
class Assign(_Node):
    """`_1=value`."""

    variable: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Act(_Node):
    """A call for what it does."""

    call: Call


@dataclass(frozen=True, slots=True)
class Return(_Node):
    """`->value` ends the program, or the skill that is being defined."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Loop(_Node):
    """`8{...}`: the block so many times."""

    count: int
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Branch(_Node):
    """A condition and what is done where it holds."""

    condition: Expression
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class If(_Node):
    """The first branch whose condition holds, or else what stands last."""

    branches: tuple[Branch, ...]
    otherwise: tuple["Statement", ...] = ()


Statement: TypeAlias = Assign | Act | Return | Loop | If


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program."""

    body: tuple[Statement, ...]
