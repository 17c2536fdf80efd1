"""Which part of the subtask is flown now, and which landmarks matter for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from airanchor.rulebook.language.clause import Clause, Manoeuvre, Mention
from airanchor.rulebook.progress import Progress, read_progress
from airanchor.rulebook.senses import Senses

TURNS = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND, Manoeuvre.FACE)
CLIMBS = (Manoeuvre.ASCEND, Manoeuvre.DESCEND)


@dataclass(frozen=True, slots=True)
class Goal:
    """The subtask's parts and the one that is active."""

    clauses: tuple[Clause, ...]
    progress: Progress

    @property
    def active(self) -> Clause:
        """What is to be done now."""
        return self.clauses[self.progress.part]

    @property
    def following(self) -> Clause | None:
        """What comes after it in this subtask."""
        at = self.progress.part + 1
        return self.clauses[at] if at < len(self.clauses) else None

    @property
    def targets(self) -> tuple[Mention, ...]:
        """The landmarks of the active part."""
        return mentions_of(self.active)

    @property
    def upcoming(self) -> tuple[Mention, ...]:
        """The landmarks of later parts that the active one does not name, the next first."""
        later = (
            mention for clause in self.clauses[self.progress.part + 1 :] for mention in mentions_of(clause)
        )
        return _distinct(later, {mention.label for mention in self.targets})

    def others(self, mention: Mention) -> set[str]:
        """The names under which the subtask's other landmarks are asked for."""
        names = {asked_label(one) for clause in self.clauses for one in mentions_of(clause)}
        return names - {asked_label(mention)}


def read_goal(values: Mapping[str, str], senses: Senses) -> Goal:
    """The goal as the prompt's subtask and progress tell it."""
    clauses = senses.read_clauses(values.get("subtask", "")) or (Clause(Manoeuvre.FORWARD),)
    return Goal(clauses, read_progress(values.get("progress", ""), len(clauses)))


def mentions_of(clause: Clause) -> tuple[Mention, ...]:
    """The landmarks a clause names, each once: what it refers to, then what ends it."""
    return _distinct((*clause.mentions, *clause.until), set())


def is_between(clause: Clause) -> bool:
    """Whether a clause leads between two landmarks, so that both matter alike."""
    return clause.manoeuvre is Manoeuvre.BETWEEN or clause.relation == "between"


def asked_label(mention: Mention) -> str:
    """The name under which a landmark is looked for: attributes, then category."""
    return " ".join((*mention.attributes, mention.category))


def clause_words(clause: Clause) -> str:
    """The clause in a few words, for texts people read."""
    named = " and ".join(mention.label for mention in clause.mentions)
    until = " and ".join(mention.label for mention in clause.until)
    relation = f"{clause.relation} " if clause.relation and named else ""
    return " ".join(
        piece
        for piece in (
            clause.manoeuvre.value,
            f"{relation}{named}" if named else "",
            f"until {until}" if until else "",
            f"{clause.degrees:g} degrees" if clause.degrees is not None else "",
            f"{clause.metres:g} m" if clause.metres is not None else "",
        )
        if piece
    )


def _distinct(mentions: Iterable[Mention], taken: set[str]) -> tuple[Mention, ...]:
    first: dict[str, Mention] = {}
    for mention in mentions:
        if mention.label not in taken:
            first.setdefault(mention.label, mention)
    return tuple(first.values())
