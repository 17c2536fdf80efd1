"""Cuts a text into the tokens of MiniSpec, each with its line and column."""

import re
from dataclasses import dataclass
from enum import StrEnum

from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.faults import FaultList, Position, quoted

MOST_CHARACTERS = 20_000
"""Of a program; a plan has a few hundred."""
MOST_DIGITS = 12
"""Of a number, before and after its point together."""


class TokenKind(StrEnum):
    """What a token is."""

    NAME = "a name"
    NUMBER = "a number"
    TEXT = "a text in quotes"
    VARIABLE = "a variable"
    PARAMETER = "a parameter"
    SIGN = "a sign"
    END = "the end of the program"


@dataclass(frozen=True, slots=True)
class SourceToken:
    """One token: its kind, its text as it means (texts without their quotes), and where it begins."""

    kind: TokenKind
    text: str
    position: Position

    @property
    def shown(self) -> str:
        """The token for a message."""
        return self.kind.value if self.kind is TokenKind.END else quoted(self.text)

    def is_sign(self, *signs: str) -> bool:
        """Whether it is one of these signs."""
        return self.kind is TokenKind.SIGN and self.text in signs


_LETTER = r"[^\W\d_]"
_NAME_B = rf"{_LETTER}\w*"
_NAME_A = rf"{_LETTER}\w*(?:-\w+)*"
_SIGNS = r"->|==|!=|>=|<=|&&|\|\||[{}()\[\];,:?=<>&|+\-*/]"


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(
        r"(?P<blank>\s+)"
        r"|(?P<NUMBER>[0-9]+(?:\.[0-9]+)?)"
        rf"|(?P<NAME>{name})"
        r"|(?P<VARIABLE>_[0-9]+)"
        r"|(?P<PARAMETER>\$[0-9]+)"
        r"|(?P<TEXT>'[^'\n]*'|\"[^\"\n]*\")"
        rf"|(?P<SIGN>{_SIGNS})"
        r"|(?P<open>['\"][^\n]*)"
        r"|(?P<odd>.)",
        re.DOTALL,
    )


_PATTERNS = {Dialect.A: _pattern(_NAME_A), Dialect.B: _pattern(_NAME_B)}
_BRACKETS = str.maketrans({"‹": "<", "›": ">"})
"""Prompts show < and > in this way, and a planner may copy what it was shown."""


def read_tokens(text: str, dialect: Dialect, faults: FaultList) -> list[SourceToken]:
    """All tokens and the end; characters that belong to none are told and left out."""
    if len(text) > MOST_CHARACTERS:
        start = Position(1, 1)
        faults.refuse(
            start, "too long a program", f"{len(text)} characters", f"at most {MOST_CHARACTERS} characters"
        )
        return [SourceToken(TokenKind.END, "", start)]
    tokens: list[SourceToken] = []
    line, line_start, end = 1, 0, 0
    for match in _PATTERNS[dialect].finditer(text.translate(_BRACKETS)):
        position, found, end = Position(line, match.start() - line_start + 1), match.group(), match.end()
        if match.lastgroup == "blank":
            if "\n" in found:
                line += found.count("\n")
                line_start = match.start() + found.rindex("\n") + 1
        else:
            _take(match.lastgroup or "odd", found, position, tokens, faults)
    tokens.append(SourceToken(TokenKind.END, "", Position(line, end - line_start + 1)))
    return tokens


def _take(group: str, found: str, position: Position, tokens: list[SourceToken], faults: FaultList) -> None:
    if group == "odd":
        faults.refuse(position, "a character that MiniSpec does not have", quoted(found), "a statement")
        return
    if group == "open":
        faults.refuse(position, "a text without its end", quoted(found), f"a closing {found[0]}")
        tokens.append(SourceToken(TokenKind.TEXT, found[1:].replace(found[0], ""), position))
        return
    kind = TokenKind[group]
    if kind in _LONGEST and len(found) > _LONGEST[kind]:
        faults.refuse(
            position, f"too long {kind.value}", quoted(found), f"at most {_LONGEST[kind]} characters"
        )
        found = found[:2]
    tokens.append(SourceToken(kind, found[1:-1] if kind is TokenKind.TEXT else found, position))


_LONGEST = {
    TokenKind.NUMBER: MOST_DIGITS + 1,
    TokenKind.VARIABLE: 5,
    TokenKind.PARAMETER: 3,
    TokenKind.NAME: 60,
    TokenKind.TEXT: 400,
}
