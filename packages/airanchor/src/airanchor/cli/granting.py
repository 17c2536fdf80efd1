"""What a person types as an option may name code of their own, wherever that option is taken."""

from airanchor.own_parts import PartKind, entry_names, grant


def installed(*kinds: PartKind) -> str:
    """What help adds where packages offer parts by name; nothing where none do."""
    names = [name for kind in kinds for name in entry_names(kind)]
    return f" Installed: {', '.join(names)}." if names else ""


def as_granted(name: str) -> str:
    """The name as it is, noted as given by the person."""
    grant(name)
    return name
