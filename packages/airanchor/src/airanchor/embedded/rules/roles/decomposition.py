"""Decomposition by rule: an instruction into subtasks that stand alone, with landmarks and sub-goals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from airanchor.embedded.ears import (
    Clause,
    InstructionReading,
    Manoeuvre,
    Mention,
    Passage,
    read,
    read_clauses,
)
from airanchor.embedded.ears.amendments import amended
from airanchor.embedded.ears.bare_goals import as_goal, with_verbs
from airanchor.embedded.ears.clause import STEERING
from airanchor.embedded.ears.hearing import heard, unheard
from airanchor.embedded.ears.tokens.spelling import Spelt, spell
from airanchor.embedded.ears.tokens.tokens import MAX_CHARACTERS
from airanchor.embedded.ears.unread import unread_pieces
from airanchor.embedded.ears.verbs.verbs import Form, read_verb
from airanchor.embedded.rules.config import StageRules
from airanchor.embedded.rules.words.lost_objects import has_lost_object
from airanchor.embedded.rules.words.plain_words import counted, in_plain_words, spoken
from airanchor.embedded.rules.words.stages import stages

MAX_SUBTASKS = 100
MAX_SUBGOALS = 50
MAX_LANDMARKS = 50
MAX_ATTRIBUTES = 12
MAX_TEXT = 1900

_NOTHING_ASKED = "Hover here."
_PREPARING = frozenset(
    (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_AROUND, Manoeuvre.FACE, Manoeuvre.FORWARD)
)
_VERTICAL = frozenset((Manoeuvre.ASCEND, Manoeuvre.DESCEND))
_LONGEST_SELECTOR = 16
_EDGES = ' ,;:-–—"'
_ENDS = frozenset(".!?;:")
_LINKS = ("before", "where", "as", "while")
_JOINS = ("and", "then", "but", "so", "or")


def advice() -> str:
    """What to say to people whose text was not understood."""
    return (
        "The rules read no movement in this; they know plain English, "
        'like "turn left and fly to the red tower".'
    )


def decompose(text: str, rules: StageRules | None = None) -> dict[str, Any]:
    """The subtasks of an instruction in the reply form of the decomposition role.

    Two keys more tell of the reading: `corrections`, pairs of a word as written and as read, and
    `not_understood`, the pieces of the text, verbatim, that asked for something and became no subtask.
    """
    rules = rules or StageRules()
    spelt = spell(text[:MAX_CHARACTERS])
    own = amended(spelt.text)
    if (goals := with_verbs(own)) is not None:
        return {**decompose(goals, rules), "corrections": _pairs(spelt)}
    reading = read(own)
    if not reading.passages and (goal := as_goal(own)) is not None:
        return {**decompose(goal, rules), "corrections": _pairs(spelt)}
    passages = heard(own, reading.passages)
    groups = _groups(passages, own)
    if not groups:
        return _nothing_read(text, reading)
    missed = dict.fromkeys((*unread_pieces(own, passages), *unheard(own, reading.passages)))
    unread = [text[spelt.written(start) : spelt.written(end)] for start, end in missed]
    last = len(own)
    if len(groups) > MAX_SUBTASKS:
        last = groups[MAX_SUBTASKS][0].since
        groups = groups[:MAX_SUBTASKS]
        unread = [piece for piece in unread if text.find(piece) < spelt.written(last)]
    unread += [
        text[spelt.written(start) : spelt.written(end)].strip()
        for start, end in _left_over(groups, own, last)
    ]
    rest = text[spelt.written(last) :].strip() if last < len(own) or len(text) > MAX_CHARACTERS else ""
    subtasks = _subtasks(groups, own, last, reading, rules)
    lost = [one["text"] for one, group in zip(subtasks, groups, strict=True) if _is_lost(one, group)]
    return {
        "subtasks": subtasks,
        "corrections": _pairs(spelt),
        "not_understood": [*lost, *unread, *([rest] if rest else [])],
    }


def _nothing_read(text: str, reading: InstructionReading) -> dict[str, Any]:
    """The reply to a text that asks for nothing that was understood: it is one subtask, and told."""
    whole = _cut(text.strip()) or _NOTHING_ASKED
    return {
        "subtasks": [_subtask(1, whole, [], reading.mentions)],
        "corrections": [],
        "not_understood": [whole] if text.strip() else [],
        "note": advice(),
    }


def _is_lost(subtask: Mapping[str, Any], group: Sequence[Passage]) -> bool:
    clauses = [clause for passage in group for clause in passage.clauses]
    return has_lost_object(subtask["text"], clauses, names_landmark=bool(subtask["landmarks"]))


def _pairs(spelt: Spelt) -> list[list[str]]:
    return [list(pair) for pair in spelt.corrections]


def _subtasks(
    groups: Sequence[Sequence[Passage]], text: str, last: int, reading: InstructionReading, rules: StageRules
) -> list[dict[str, Any]]:
    """A subtask for each group of passages; the text that ends at `last` is shared out among them."""
    subtasks = []
    careful = {passage.start: passage for passage in reading.passages}
    for place, group in enumerate(groups, 1):
        start = 0 if place == 1 else group[0].start
        end = groups[place][0].since if place < len(groups) else last
        clauses = tuple(clause for passage in group for clause in passage.clauses)
        is_careful = all(careful.get(passage.start) == passage for passage in group)
        own = _standalone(text, (start, end), reading) if is_careful else ""
        if not is_careful or not _reads_back(own, clauses):
            own = _cut(in_plain_words(clauses))
        named = [mention for mention in reading.mentions if start <= mention.span[0] < end]
        subgoals = [goal for clause in clauses for goal in _subgoals(clause, rules)]
        subtasks.append(_subtask(place, own, subgoals, [*named, *_resolved(reading, start, end)]))
    return subtasks


def _left_over(groups: Sequence[Sequence[Passage]], text: str, last: int) -> list[tuple[int, int]]:
    """What of a stretch is longer than the text of a subtask may be."""
    starts = [0, *(group[0].start for group in groups[1:])]
    ends = [*(group[0].since for group in groups[1:]), last]
    return [
        (start + len(_cut(text[start:end])), end)
        for start, end in zip(starts, ends, strict=True)
        if end - start > MAX_TEXT
    ]


def _reads_back(text: str, clauses: Sequence[Clause]) -> bool:
    """Whether a stretch of text still says by itself what it says in its place."""
    return [_asked(one) for one in read_clauses(text)] == [_asked(one) for one in clauses]


def _asked(clause: Clause) -> tuple[Manoeuvre, float | None, tuple[tuple[str, str | None], ...]]:
    things = tuple((one.category, one.side) for one in (*clause.mentions, *clause.until))
    return clause.manoeuvre, clause.degrees, things


def _groups(passages: Sequence[Passage], text: str) -> list[list[Passage]]:
    """Passages that serve one arrival: what prepares it stays with it, and a stop at the same place too."""
    groups: list[list[Passage]] = []
    is_open = False
    level_from = _level_from(passages)
    for number, passage in enumerate(passages):
        stays = is_open and not (_turns_at(passage) and any(map(_turns_at, groups[-1])))
        stays = stays or number >= level_from
        if not groups or not (stays or _completes(groups[-1], passage, text)):
            groups.append([])
        groups[-1].append(passage)
        is_open = not _arrives(passage, passages[number + 1 : number + 2])
    return groups


def _turns_at(passage: Passage) -> bool:
    """Whether a turn names the place where it is due: that place is an objective too."""
    first = passage.clauses[0]
    return first.manoeuvre in _PREPARING and bool(first.mentions)


def _arrives(passage: Passage, following: Sequence[Passage]) -> bool:
    """Whether a passage has an objective of its own: a place to get to or pass, or a given distance.

    A landmark that is only turned to, or a way followed, belongs to the movement that comes next.
    """
    last = passage.clauses[-1]
    ends = {mention.label for mention in (*last.until, *last.mentions)}
    goes_on = {mention.label for each in following for mention in each.clauses[0].mentions}
    if last.manoeuvre in _PREPARING and ends & goes_on:
        return False
    if last.manoeuvre is Manoeuvre.STOP:
        return True
    if last.manoeuvre in _VERTICAL:
        return bool(last.until)
    if last.manoeuvre in _PREPARING:
        return bool(last.until) or (last.manoeuvre is Manoeuvre.FORWARD and last.metres is not None)
    return not (_only_follows(last) and any(map(_names_goal, following)))


def _only_follows(clause: Clause) -> bool:
    """Whether a way is followed with no end of its own."""
    return clause.manoeuvre is Manoeuvre.ALONG and not clause.until and clause.metres is None


def _names_goal(passage: Passage) -> bool:
    """Whether a passage goes on, with neither turn nor climb nor another way, to a landmark."""
    first = passage.clauses[0]
    leads_on = first.manoeuvre not in (*STEERING, Manoeuvre.ALONG)
    return leads_on and bool(first.mentions or first.until)


def _level_from(passages: Sequence[Passage]) -> int:
    """From where on only a change of height is left, and perhaps a stop: how to arrive depends on it."""
    at = len(passages)
    while at and all(_is_mere_stop(clause) for clause in passages[at - 1].clauses):
        at -= 1
    if not at:
        return len(passages)
    level, *rest = passages[at - 1].clauses
    return at - 1 if level.manoeuvre in _VERTICAL and all(map(_is_mere_stop, rest)) else len(passages)


def _is_mere_stop(clause: Clause) -> bool:
    return clause.manoeuvre is Manoeuvre.STOP and not clause.mentions


def _completes(group: Sequence[Passage], passage: Passage, text: str) -> bool:
    """Whether a passage only ends the group before it: "and stop there", "hover near it"."""
    clause = passage.clauses[0]
    if clause.manoeuvre is not Manoeuvre.STOP or len(passage.clauses) > 1:
        return False
    if not clause.mentions:
        return True
    goals = group[-1].clauses[-1]
    known = (*goals.mentions, *goals.until)
    return all(any(_is_again(each, goal, text) for goal in known) for each in clause.mentions)


def _is_again(mention: Mention, goal: Mention, text: str) -> bool:
    """Whether a landmark can be the goal named before: no other look, nor "the second" or "the other"."""
    is_alike = mention.category.lower() == goal.category.lower()
    before = text[: mention.span[0]][-_LONGEST_SELECTOR:].lower().split()
    is_other = mention.ordinal is not None or before[-1:] in (["other"], ["another"])
    return is_alike and not is_other and set(mention.attributes) <= set(goal.attributes)


def _standalone(text: str, span: tuple[int, int], reading: InstructionReading) -> str:
    """A stretch of the text as sentences of its own, with names for words that lean on what came before."""
    start, end = span
    pieces: list[str] = []
    at = start
    for reference in sorted(reading.references, key=lambda each: each.span):
        inside = at <= reference.span[0] < reference.span[1] and reference.span[1] <= end
        if inside and reference.antecedent < start:
            is_place = text[slice(*reference.span)].lower().endswith("there")
            pieces += [text[at : reference.span[0]], "to " * is_place, spoken(reference.mention)]
            at = reference.span[1]
    own = "".join((*pieces, text[at:end]))
    return _sentence(own, is_inner=start > 0 and text[:start].rstrip()[-1:] not in _ENDS)


def _sentence(text: str, *, is_inner: bool) -> str:
    """A stretch of text with a capital, a full stop and, inside a sentence, its first verb as a command."""
    dropped = (*_JOINS, *_LINKS) if is_inner else _JOINS
    trimmed = _trimmed(_cut(" ".join(text.split())), dropped)
    if not trimmed:
        return _NOTHING_ASKED
    first, _, rest = trimmed.partition(" ")
    verb = read_verb(first.lower())
    if is_inner and verb is not None and verb.form is Form.ING:
        trimmed = f"{verb.lemma} {rest}".strip()
    trimmed += '"' * (trimmed.count('"') % 2)
    trimmed += ")" * (trimmed.count("(") > trimmed.count(")"))
    closed = trimmed if trimmed[-1] in ".!?" else trimmed + "."
    return closed[0].upper() + closed[1:]


def _cut(text: str) -> str:
    """Not longer than a subtask may be, and ended after a word."""
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT].rpartition(" ")[0] or text[:MAX_TEXT]


def _trimmed(text: str, dropped: Sequence[str]) -> str:
    """Without the marks and the words at its edges that joined it to its neighbours."""
    parts = text.lstrip(_EDGES + ".!?)'").rstrip(_EDGES).split(" ")
    while len(parts) > 1 and parts[0].lower().strip(_EDGES) in ("", *dropped):
        parts.pop(0)
    while len(parts) > 1 and parts[-1].lower().strip(_EDGES + "(") in ("", *_JOINS):
        parts.pop()
    return " ".join(parts).rstrip(_EDGES + "(")


def _resolved(reading: InstructionReading, start: int, end: int) -> list[Mention]:
    return [each.mention for each in reading.references if start <= each.span[0] < end]


def _subtask(place: int, text: str, subgoals: Sequence[str], mentions: Iterable[Mention]) -> dict[str, Any]:
    return {
        "id": f"S{place}",
        "text": text,
        "subgoals": list(subgoals[:MAX_SUBGOALS]) or [text],
        "landmarks": _landmarks(mentions),
    }


def _subgoals(clause: Clause, rules: StageRules) -> list[str]:
    """The objective once, or as often as it takes stages."""
    count = stages(clause, rules)
    named = _subgoal(clause)
    return (
        [named] if count == 1 else [f"{named}, stage {number} of {count}" for number in range(1, count + 1)]
    )


def _subgoal(clause: Clause) -> str:
    """One objective in few words: "past: second church", "turn left"."""
    where = ", ".join(counted(mention) for mention in (*clause.mentions, *clause.until))
    relation = f" {clause.relation}" if clause.relation else ""
    return (
        f"{clause.manoeuvre.value}{relation}: {where}"[:MAX_TEXT]
        if where
        else f"{clause.manoeuvre.value}{relation}"
    )


def _landmarks(mentions: Iterable[Mention]) -> list[dict[str, Any]]:
    """Each landmark once; a bare name adds nothing to the same one with attributes."""
    unique = dict.fromkeys((mention.category, mention.attributes) for mention in mentions)
    described = {category for category, attributes in unique if attributes}
    kept = [key for key in unique if key[1] or key[0] not in described][:MAX_LANDMARKS]
    return [
        {"id": f"L{place}", "category": category, "attributes": list(attributes[:MAX_ATTRIBUTES])}
        for place, (category, attributes) in enumerate(kept, 1)
    ]
