"""Which part of the subtask is flown now, and which landmarks matter for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.tokens.lexicon import COMPASS
from airanchor.embedded.rules.notes.plan import planned
from airanchor.embedded.rules.notes.progress import SubtaskProgress, read_progress
from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.perception import Phrase
from aircity.geometry import ToldState, compass_deg, read_state

TURNS = (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND, Manoeuvre.FACE)
CLIMBS = (Manoeuvre.ASCEND, Manoeuvre.DESCEND)
_ENDED_BY_STOP = (Manoeuvre.TO, Manoeuvre.OVER, Manoeuvre.ACROSS, Manoeuvre.PAST)
"""Legs that a stop at the same landmark ends there, and not beyond."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The subtask's parts and the one that is active."""

    clauses: tuple[Clause, ...]
    progress: SubtaskProgress
    is_unread: bool = False
    """Whether the subtask's text told of nothing to do."""
    state: ToldState | None = None
    """The drone's heading and where its start lies, where they are told."""

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

    @property
    def is_heading_told(self) -> bool:
        """Whether a turn of the text or a look around has set the heading for the active part."""
        before = self.clauses[: self.progress.part]
        return self.progress.looked_deg is not None or (bool(before) and before[-1].manoeuvre in TURNS)

    @property
    def has_turned(self) -> bool:
        """Whether a turn of this subtask has told the heading of the active part."""
        return any(clause.manoeuvre in TURNS for clause in self.clauses[: self.progress.part])

    @property
    def is_final(self) -> bool:
        """Whether the flight is to end where the active part leads."""
        left = [clause.manoeuvre for clause in self.clauses[self.progress.part :]]
        return Manoeuvre.STOP in left and all(one in (Manoeuvre.STOP, *CLIMBS) for one in left[1:])

    @property
    def led_to(self) -> tuple[Mention, ...]:
        """The landmarks that a turn leads to: its own, else those of the leg after it."""
        for clause in self.clauses[self.progress.part :]:
            if clause is not self.active and clause.manoeuvre in TURNS:
                break
            mentions = clause.until if clause is self.active else mentions_of(clause)
            if mentions and clause.manoeuvre not in CLIMBS:
                return mentions
        return ()

    def others(self, mention: Mention) -> set[str]:
        """The names under which the subtask's other landmarks are asked for."""
        names = {asked_label(one) for clause in self.clauses for one in mentions_of(clause)}
        return names - {asked_label(mention)}


def read_goal(values: Mapping[str, str], senses: Senses) -> Goal:
    """The goal as the prompt's subtask and progress tell it."""
    clauses = _legs(senses.read_clauses(values.get("subtask", "")))
    read = clauses or (Clause(Manoeuvre.STOP),)
    state, progress = (
        read_state(values.get("state", "")),
        planned(read_progress(values.get("progress", ""), len(read)), values.get("plan", "")),
    )
    if _is_faced_already(read, progress, state, senses.config.state.on_course_deg):
        progress = progress.next_part()
    return Goal(read, progress, is_unread=not clauses, state=state)


def _is_faced_already(
    clauses: tuple[Clause, ...], progress: SubtaskProgress, state: ToldState | None, on_course_deg: float
) -> bool:
    """Whether a leg by the compass begins on its course, so that there is nothing to turn."""
    clause = clauses[progress.part]
    if state is None or progress.decisions or progress.part + 1 == len(clauses):
        return False  # the last part is judged, not skipped: no other would be left to be active
    is_compass = clause.manoeuvre is Manoeuvre.FACE and clause.relation in COMPASS
    return (
        is_compass and abs(wrap_deg(compass_deg(clause.relation or "") - state.heading_deg)) <= on_course_deg
    )


def _legs(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Without a mere "go on" or "follow the street" before a leg that names its landmark: it is no leg.

    Nor is the way to a landmark at which the flight is then to stop: both are one stop.
    """
    legs: list[Clause] = []
    for clause in clauses:
        if legs and _is_one_stop(legs[-1], clause):
            before = legs.pop()
            relation = clause.relation or (before.relation if before.manoeuvre is Manoeuvre.TO else None)
            clause = replace(clause, metres=clause.metres or before.metres, relation=relation)
        elif legs and _is_mere_heading(legs[-1]) and _names_leg(clause):
            legs.pop()
        legs.append(clause)
    return tuple(legs)


def _is_one_stop(leg: Clause, stop: Clause) -> bool:
    """Whether a stop is at the landmark of the leg before it, as in "over the pond and stop above it"."""
    if stop.manoeuvre is not Manoeuvre.STOP or leg.manoeuvre not in _ENDED_BY_STOP or leg.until:
        return False
    labels = {mention.label for mention in stop.mentions}
    return bool(labels) and labels == {mention.label for mention in leg.mentions}


def _names_leg(clause: Clause) -> bool:
    return bool(mentions_of(clause)) and clause.manoeuvre not in (*TURNS, *CLIMBS)


def _is_mere_heading(clause: Clause) -> bool:
    is_bare = clause.manoeuvre is Manoeuvre.FORWARD and not mentions_of(clause) and not clause.beside
    is_along = clause.manoeuvre is Manoeuvre.ALONG and not clause.until
    return (is_bare or is_along) and clause.metres is None


def mentions_of(clause: Clause) -> tuple[Mention, ...]:
    """The landmarks a clause names, each once: what it refers to, then what ends it."""
    return _distinct((*clause.mentions, *clause.until), set())


def is_between(clause: Clause) -> bool:
    """Whether a clause leads between two landmarks, so that both matter alike."""
    return clause.manoeuvre is Manoeuvre.BETWEEN or clause.relation == "between"


def asked_label(mention: Mention) -> str:
    """The name under which a landmark is looked for, as the graph tells it."""
    return Phrase(mention.category.strip() or "landmark", mention.attributes).label


def clause_words(clause: Clause) -> str:
    """The clause in a few words, for texts people read."""
    named = " and ".join(mention.label for mention in clause.mentions)
    until = " and ".join(mention.label for mention in clause.until)
    relation = f"{clause.relation} " if clause.relation and named else ""
    compass = clause.relation if clause.manoeuvre is Manoeuvre.FACE and not named else None
    return " ".join(
        piece
        for piece in (
            clause.manoeuvre.value,
            f"{relation}{named}" if named else compass,
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
