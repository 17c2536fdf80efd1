"""The two dialects of MiniSpec: what each may write."""

from enum import StrEnum


class Dialect(StrEnum):
    """How calls, conditions and values are written; a program is in one of them."""

    A = "a"
    """Calls with commas, `g,red tower`; conditions compare two values and are joined by & and |."""
    B = "b"
    """Calls with brackets, `g('red tower')`; else chains, && and ||, arithmetic."""

    @property
    def is_arithmetic(self) -> bool:
        """Whether values may be calculated."""
        return self is Dialect.B

    @property
    def and_sign(self) -> str:
        """Joins two conditions that must both hold."""
        return "&" if self is Dialect.A else "&&"

    @property
    def or_sign(self) -> str:
        """Joins two conditions of which one must hold."""
        return "|" if self is Dialect.A else "||"

    @property
    def comparisons(self) -> tuple[str, ...]:
        """The signs that compare two values."""
        return (">", "<", "==", "!=") if self is Dialect.A else (">", "<", "==", "!=", ">=", "<=")
