"""Walks over tokens: what comes next, what must come next, and how deep the brackets are."""

from collections.abc import Iterator
from contextlib import contextmanager

from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.faults import FaultList, ProgramFault
from airanchor.baselines.typefly.minispec.tokens import SourceToken, TokenKind

MOST_DEPTH = 16
"""Blocks and brackets within each other; a deeper tree would exhaust the stack of whoever walks it."""


class Unparsable(Exception):  # noqa: N818 - says what is the case
    """Ends the reading of one statement; the parser goes on after it."""

    def __init__(self, fault: ProgramFault) -> None:
        self.fault = fault
        super().__init__(fault.words)


class Cursor:
    """A place among tokens; the end is never passed."""

    def __init__(self, tokens: list[SourceToken], dialect: Dialect, faults: FaultList) -> None:
        self._tokens, self._at, self._depth = tokens, 0, 0
        self.dialect, self.faults = dialect, faults

    @property
    def now(self) -> SourceToken:
        """The token that comes next."""
        return self._tokens[self._at]

    @property
    def following(self) -> SourceToken:
        """The one after it."""
        return self._tokens[min(self._at + 1, len(self._tokens) - 1)]

    @property
    def is_end(self) -> bool:
        """Whether nothing is left."""
        return self.now.kind is TokenKind.END

    def take(self) -> SourceToken:
        """The next token, passed."""
        token = self.now
        if not self.is_end:
            self._at += 1
        return token

    def took(self, *signs: str) -> bool:
        """Whether the next token was one of these signs; it is then passed."""
        is_there = self.now.is_sign(*signs)
        if is_there:
            self.take()
        return is_there

    def expect(self, sign: str, problem: str, expected: str = "") -> SourceToken:
        """The sign that must come next."""
        if not self.now.is_sign(sign):
            raise self.unparsable(problem, expected or f"{sign!r}")
        return self.take()

    def unparsable(self, problem: str, expected: str) -> Unparsable:
        """What is wrong with the next token, to be raised."""
        return Unparsable(ProgramFault(self.now.position, problem, self.now.shown, expected))

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One bracket or block further in."""
        if self._depth >= MOST_DEPTH:
            raise self.unparsable("too deep a nesting", f"at most {MOST_DEPTH} brackets within each other")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
