"""Word lists written as plain text."""


def words(text: str) -> frozenset[str]:
    """The set of the words of a text."""
    return frozenset(text.split())
