"""What a person types as an option may name code of their own, wherever that option is taken."""

from airanchor.own_parts import grant


def as_granted(name: str) -> str:
    """The name as it is, noted as given by the person."""
    grant(name)
    return name
