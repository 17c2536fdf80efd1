"""Clauses in comparable form, and whether the subtasks of an instruction say the same as the whole."""

from airanchor.embedded.ears import Clause, Mention, read, read_clauses
from airanchor.embedded.ears.hearing import heard
from airanchor.embedded.rules.roles.decomposition import decompose


def meaning(clause: Clause, *, is_loose: bool = False) -> tuple[object, ...]:
    """A clause without the places of its words; of loose talk without what is only seen on the way."""

    def names(mentions: tuple[Mention, ...]) -> tuple[object, ...]:
        return tuple((each.category, each.attributes, each.ordinal, each.side) for each in mentions)

    return (
        clause.manoeuvre,
        names(clause.mentions),
        names(clause.until),
        () if is_loose else names(clause.beside),
        clause.metres,
        clause.degrees,
        clause.is_absolute,
        clause.relation,
    )


def texts_of(text: str) -> list[str]:
    """The subtasks of an instruction as texts."""
    return [subtask["text"] for subtask in decompose(text)["subtasks"]]


def reads_back(text: str) -> bool:
    """Whether the subtasks, read one by one, give the clauses of the whole."""
    passages = heard(text, read(text).passages)
    is_loose = passages != list(read(text).passages)
    whole = [meaning(clause, is_loose=is_loose) for one in passages for clause in one.clauses]
    parts = [meaning(one, is_loose=is_loose) for each in texts_of(text) for one in read_clauses(each)]
    return whole == parts


def told(clause: Clause) -> str:
    """A clause in one line, without what is only seen on the way: "turn right after park, street#2@right"."""
    kind = "to" if clause.is_absolute else "by"
    parts = (
        clause.manoeuvre.value,
        clause.relation,
        _names(clause.mentions),
        f"until {_names(clause.until)}" if clause.until else "",
        f"{kind} {clause.metres:g} m" if clause.metres is not None else "",
        f"by {clause.degrees:g} degrees" if clause.degrees is not None else "",
    )
    return " ".join(part for part in parts if part)


def _names(mentions: tuple[Mention, ...]) -> str:
    return ", ".join(
        each.label
        + (f"#{each.ordinal}" if each.ordinal is not None else "")
        + (f"@{each.side}" if each.side else "")
        for each in mentions
    )
