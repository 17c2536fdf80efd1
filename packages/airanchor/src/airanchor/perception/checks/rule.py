"""What the kits say when a rule is broken."""

from airanchor.errors import ConformanceError


def broken(name: str, rule: str, detail: str) -> ConformanceError:
    """The error for a rule."""
    return ConformanceError(f"{name} breaks the rule '{rule}': {detail}")
