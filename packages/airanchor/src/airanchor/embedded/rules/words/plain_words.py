"""Clauses said in plain words, which read back as the same clauses."""

from collections.abc import Sequence

from airanchor.embedded.ears import Clause, Manoeuvre, Mention
from airanchor.embedded.ears.tokens.lexicon import ORDINALS

_ORDER_WORDS = {
    **{place: word for word, place in reversed(list(ORDINALS.items())) if word.isalpha()},
    1: "next",
}
_MOVES = {
    Manoeuvre.TO: "Fly to",
    Manoeuvre.PAST: "Fly past",
    Manoeuvre.OVER: "Fly over",
    Manoeuvre.UNDER: "Fly under",
    Manoeuvre.AROUND: "Fly around",
    Manoeuvre.BETWEEN: "Fly between",
    Manoeuvre.ALONG: "Follow",
    Manoeuvre.ACROSS: "Fly across",
    Manoeuvre.THROUGH: "Fly through",
    Manoeuvre.AWAY: "Fly away from",
    Manoeuvre.CIRCLE: "Circle",
    Manoeuvre.TELL: "Can you see",
    Manoeuvre.FACE: "Face",
}
_TURNS = {
    Manoeuvre.TURN_LEFT: "turn left",
    Manoeuvre.TURN_RIGHT: "turn right",
    Manoeuvre.TURN_AROUND: "turn around",
}
_CLIMBS = {Manoeuvre.ASCEND: "Climb", Manoeuvre.DESCEND: "Descend"}
_DUE = {"at": "At", "after": "After passing", "before": "Before", "near": "Near"}
_END_OF = "at the end of"


def in_plain_words(clauses: Sequence[Clause]) -> str:
    """A sentence for each clause; what is only seen on the way is left out."""
    return " ".join(f"{_said(clause)}." for clause in clauses)


def spoken(mention: Mention) -> str:
    """A landmark as a phrase that reads back as itself: "the second red tower with arched windows"."""
    return f"the {counted(mention)}"


def with_article(label: str) -> str:
    """A landmark in a sentence: "the red tower", but "Mars"; a proper name takes no article."""
    return label if all(word[0].isupper() for word in label.split()) else f"the {label}"


def counted(mention: Mention) -> str:
    """A landmark with its place in a row: "second red tower"."""
    order = _ORDER_WORDS.get(mention.ordinal, "") if mention.ordinal is not None else ""
    return f"{order} {mention.label}".strip()


def _said(clause: Clause) -> str:
    if clause.manoeuvre in _TURNS:
        return _turn(clause)
    if clause.manoeuvre in _CLIMBS:
        return _climb(clause)
    if clause.manoeuvre is Manoeuvre.HOME:
        return "Return to the start"
    if clause.manoeuvre is Manoeuvre.FACE and not clause.mentions:
        return f"Face {clause.relation}"
    length = f" for {clause.metres:g} metres" if clause.metres is not None and not clause.is_absolute else ""
    if clause.manoeuvre is Manoeuvre.FORWARD:
        end = f" until you reach {spoken(clause.until[-1])}" if clause.until else ""
        return f"Go straight on{length}{end}"
    if clause.manoeuvre is Manoeuvre.STOP:
        where = f" {clause.relation or 'at'} {_sided(clause.mentions[0])}" if clause.mentions else ""
        return f"Stop{where}"
    things = " and ".join(_sided(mention) for mention in clause.mentions[:2]) or "on"
    things = f"the end of {things}" if clause.relation == _END_OF else things
    end = f" to {spoken(clause.until[-1])}" if clause.until else ""
    return f"{_MOVES[clause.manoeuvre]} {things}{end}{length}"


def _sided(mention: Mention) -> str:
    return spoken(mention) + (f" on your {mention.side}" if mention.side else "")


def _turn(clause: Clause) -> str:
    angle = f" {clause.degrees:g} degrees" if clause.degrees is not None else ""
    towards = f" to face {spoken(clause.until[0])}" if clause.until else ""
    turn = _TURNS[clause.manoeuvre] + angle + towards
    due = _DUE.get(clause.relation or "")
    return f"{due} {spoken(clause.mentions[0])}, {turn}" if due and clause.mentions else turn.capitalize()


def _climb(clause: Clause) -> str:
    verb = _CLIMBS[clause.manoeuvre]
    if clause.metres is not None:
        return f"{verb}{' to' if clause.is_absolute else ''} {clause.metres:g} metres"
    if clause.mentions and clause.relation in ("above", "below"):
        return f"{verb} {clause.relation} {spoken(clause.mentions[0])}"
    return verb
